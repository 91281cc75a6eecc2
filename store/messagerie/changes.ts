/**
 * The change feed: a row per change, written in the transaction that makes it, read by live views and other processes
 * (contract: messagerie §7). Numbers only grow, also after rows were pruned.
 * @module
 */
import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { compileOnce } from "../libsql/compile_once.ts";
import type { ChangeTable, DeskSchema } from "./schema.ts";

/** A change as it was written. */
export type Change = Selectable<ChangeTable>;

/** Rows that one prune removes at most: it runs beside live writes. */
const PRUNE_ROWS = 5_000;

/** Writes changes; call it in the transaction that makes them. */
export async function appendChanges(
  trx: Kysely<DeskSchema>,
  changes: readonly Omit<Insertable<ChangeTable>, "no">[],
): Promise<void> {
  const [first, ...others] = changes;
  if (first === undefined) return;
  // Nearly every write makes one change at a time; several are one statement all the same.
  if (others.length === 0) await append(trx, { ...NOTHING, ...first });
  else await trx.insertInto("change").values(changes.map((change) => ({ ...NOTHING, ...change }))).execute();
}

const NOTHING = { conversation_no: null, inbox_no: null, message_id: null, agent_no: null, payload: null };
const append = compileOnce<DeskSchema, Required<Omit<Insertable<ChangeTable>, "no">>>()((db, argument) =>
  db.insertInto("change").values({
    at: argument("at"),
    kind: argument("kind"),
    conversation_no: argument("conversation_no"),
    inbox_no: argument("inbox_no"),
    message_id: argument("message_id"),
    agent_no: argument("agent_no"),
    payload: argument("payload"),
  })
);

/** Tells the feed that a contact's unresolved conversations show something else now: the latest `limit` of them. */
export async function tellContact(
  trx: Kysely<DeskSchema>,
  contact: { readonly no: number; readonly at: number; readonly limit: number },
): Promise<void> {
  await sql`insert into change (at, kind, conversation_no, inbox_no)
    select ${contact.at}, 'conversation', no, inbox_no from conversation
    where contact_no = ${contact.no} and status <> 'resolved'
    order by last_message_at desc limit ${contact.limit}`.execute(trx);
}

/** The oldest changes after number `after`, at most `limit`, in order. */
export async function readChanges(
  db: Kysely<DeskSchema>,
  options: { readonly after: number; readonly limit: number },
): Promise<readonly Change[]> {
  return (await read(db, options)).rows;
}

const read = compileOnce<DeskSchema, { after: number; limit: number }>()((db, argument) =>
  db.selectFrom("change").selectAll().where("no", ">", argument("after")).orderBy("no")
    .limit(argument("limit"))
);

/** The number of the latest change ever written; 0 before the first. */
export async function latestChange(db: Kysely<DeskSchema>): Promise<number> {
  return (await latest(db, {})).rows[0]?.seq ?? 0;
}

const latest = compileOnce<DeskSchema, Record<never, never>>()(() =>
  sql<{ seq: number }>`select seq from sqlite_sequence where name = 'change'`
);

/**
 * The number before the oldest change that is kept. A reader that stopped at a lower one has missed changes, and must
 * look at the desk anew.
 */
export async function prunedChanges(db: Kysely<DeskSchema>): Promise<number> {
  const row = await db.selectFrom("change").select((eb) => eb.fn.min("no").as("no")).executeTakeFirst();
  return row?.no ? row.no - 1 : await latestChange(db);
}

/**
 * Removes some of the changes made before `time` (milliseconds since the epoch).
 * @returns whether there may be more of them
 */
export async function pruneChanges(trx: Kysely<DeskSchema>, time: number): Promise<boolean> {
  // Up to the first change that is to be kept: rows are in order of time but for a clock that jumped, and no gap is left.
  const { rows } = await sql<{ no: number }>`
    delete from change where no in (
      select no from (select no, at from change order by no limit ${PRUNE_ROWS}) where no < coalesce(
        (select min(no) from (select no, at from change order by no limit ${PRUNE_ROWS}) where at >= ${time}),
        9223372036854775807))
    returning no`.execute(trx);
  return rows.length === PRUNE_ROWS;
}

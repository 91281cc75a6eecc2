/**
 * Many rows at once, for imports: written in long statements, and what is derived from them (counters, dates, search)
 * worked out at the end. All of it runs in the caller's one transaction.
 * @module
 */
import { type Insertable, type RawBuilder, sql, type Transaction } from "kysely";
import { jsonBatches } from "../libsql/json_batches.ts";
import { rowPages } from "../libsql/row_pages.ts";
import { createScratchTable, dropScratchTable } from "../libsql/scratch_table.ts";
import { rebuildContactIndex } from "./contact_search/contact_index.ts";
import { EXCERPT } from "./messages.ts";
import { renumberMessages } from "./renumber_messages.ts";
import type { DeskSchema } from "./schema.ts";
import { type IndexedMessage, indexMessages, rebuildSearch } from "./search/mod.ts";

/** Rows of one statement: well below SQLite's 32,766 parameters, above it nothing is gained. */
const ROWS = 200;
/** Messages put into the search at once. */
const INDEX_BATCH = 2_000;

/** Tables that are filled so. */
type BulkTable =
  | "contact"
  | "conversation"
  | "message"
  | "attachment"
  | "conversation_tag"
  | "agent_inbox";

/** Adds rows. With `update`, rows of an id that exists are replaced by them, but for the columns that join. */
export async function putRows<Table extends BulkTable>(
  trx: Transaction<DeskSchema>,
  table: Table,
  rows: readonly Insertable<DeskSchema[Table]>[],
  update?: readonly (keyof DeskSchema[Table] & string)[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS) {
    const some = rows.slice(at, at + ROWS);
    await trx.insertInto(table).values(some)
      .$if(
        update !== undefined,
        (query) =>
          query.onConflict((conflict) =>
            conflict.columns(["id" as never]).doUpdateSet(
              Object.fromEntries(
                (update ?? []).map((column) => [column, sql.ref(`excluded.${column}`)]),
              ) as never,
            )
          ),
      )
      .execute();
  }
}

/** Which of these ids exist, with the number that joins them. */
export async function numbersOf(
  trx: Transaction<DeskSchema>,
  table: "contact" | "conversation",
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await trx.selectFrom(table).select(["id", "no"])
    .where("id", "in", sql<string>`(select value from json_each(${JSON.stringify(ids)}))`).execute();
  return new Map(rows.map(({ id, no }) => [id, no]));
}

/** Which of these messages exist, with the conversation that each is of. */
export async function threadsOf(
  trx: Transaction<DeskSchema>,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await trx.selectFrom("message").select(["id", "conversation_no"])
    .where("id", "in", sql<string>`(select value from json_each(${JSON.stringify(ids)}))`).execute();
  return new Map(rows.map(({ id, conversation_no }) => [id, conversation_no]));
}

/** The next number of a conversation: one that none ever had. */
export async function nextConversationNo(trx: Transaction<DeskSchema>): Promise<number> {
  const { rows: [row] } = await sql<{ seq: number }>`select seq from sqlite_sequence
    where name = 'conversation'`.execute(trx);
  return (row?.seq ?? 0) + 1;
}

/** Removes the labels of conversations that get them anew. */
export async function clearTags(
  trx: Transaction<DeskSchema>,
  conversationNos: readonly number[],
): Promise<void> {
  await trx.deleteFrom("conversation_tag").where(
    "conversation_no",
    "in",
    sql<number>`(select value from json_each(${JSON.stringify(conversationNos)}))`,
  ).execute();
}

/** What an import keeps in mind outside memory: the conversations and contacts that it touched, and what must wait. */
const SCRATCH: readonly (readonly [name: string, definition: RawBuilder<unknown>])[] = [
  ["import_conversation", sql`(no integer primary key)`],
  ["import_contact", sql`(no integer primary key)`],
  [
    "import_waiting",
    sql`(place integer primary key, section text not null, item integer not null, value text not null)`,
  ],
];

/** Begins an import; tells after which message the new ones come. */
export async function beginImport(trx: Transaction<DeskSchema>): Promise<number> {
  // Messages come before the conversation that they are of, and everything is checked at the commit.
  await sql`pragma defer_foreign_keys = on`.execute(trx);
  for (const [name, definition] of SCRATCH) await createScratchTable(trx, name, definition);
  const row = await trx.selectFrom("message").select((eb) => eb.fn.max("seq").as("seq")).executeTakeFirst();
  return row?.seq ?? 0;
}

/** Keeps in mind that these conversations, and the contacts that they are or were of, need their derived columns. */
export async function noteTouched(
  trx: Transaction<DeskSchema>,
  conversationNos: readonly number[],
): Promise<void> {
  const nos = sql`(select value from json_each(${JSON.stringify(conversationNos)}))`;
  await sql`insert or ignore into import_conversation select no from conversation where no in ${nos}`.execute(
    trx,
  );
  await sql`insert or ignore into import_contact select contact_no from conversation where no in ${nos}`
    .execute(trx);
}

/** Keeps in mind that these contacts need their derived columns. */
export async function noteContacts(trx: Transaction<DeskSchema>, ids: readonly string[]): Promise<void> {
  await sql`insert or ignore into import_contact select no from contact
    where id in (select value from json_each(${JSON.stringify(ids)}))`.execute(trx);
}

/** Something that names what is not there yet. */
export interface Waiting {
  readonly section: string;
  readonly index: number;
  readonly value: unknown;
}

/** Puts things aside until everything was read. */
export async function putAside(trx: Transaction<DeskSchema>, items: readonly Waiting[]): Promise<void> {
  for (
    const json of jsonBatches(
      items.map(({ section, index, value }) => [section, index, JSON.stringify(value)]),
    )
  ) {
    await sql`insert into import_waiting (section, item, value)
      select value ->> 0, value ->> 1, value ->> 2 from json_each(${json})`.execute(trx);
  }
}

/** The things of a section that were put aside, one after the other. */
export async function* aside(trx: Transaction<DeskSchema>, section: string): AsyncGenerator<Waiting> {
  for (let after = 0;;) {
    const { rows: [row] } = await sql<{ place: number; item: number; value: string }>`
      select place, item, value from import_waiting where section = ${section} and place > ${after}
      order by place limit 1`.execute(trx);
    if (row === undefined) return;
    after = row.place;
    yield { section, index: row.item, value: JSON.parse(row.value) };
  }
}

/** Ends an import: puts messages in order of date, works out what is derived, makes everything findable. */
export async function endImport(
  trx: Transaction<DeskSchema>,
  options: {
    /** What {@linkcode beginImport} told. */
    readonly lastSeq: number;
    /** Whether things that were there already may have changed. */
    readonly update: boolean;
    readonly onIndexed: (done: number, total: number) => void;
  },
): Promise<void> {
  if (options.update) await followConversations(trx);
  const renumbered = await renumberMessages(trx);
  await nameTags(trx);
  await deriveConversations(trx);
  await deriveContacts(trx);
  if (renumbered || options.update || options.lastSeq === 0) {
    await rebuildSearch(trx, { onProgress: options.onIndexed });
  } else await indexAfter(trx, options.lastSeq);
  await rebuildContactIndex(trx);
  for (const [name] of SCRATCH) await dropScratchTable(trx, name);
}

const TOUCHED = sql`(select no from import_conversation)`;

/** Messages follow their conversation to another inbox; the files of those that were deleted go. */
async function followConversations(trx: Transaction<DeskSchema>): Promise<void> {
  await sql`update message set inbox_no = c.inbox_no from conversation c
    where c.no = message.conversation_no and c.no in ${TOUCHED} and c.inbox_no <> message.inbox_no`.execute(
    trx,
  );
  await sql`delete from attachment where message_id in
    (select id from message where conversation_no in ${TOUCHED} and deleted_at is not null)`.execute(trx);
}

/** Declared labels give their name and colour. */
async function nameTags(trx: Transaction<DeskSchema>): Promise<void> {
  await sql`update conversation_tag set label = d.name, color = d.color from tag_definition d
    where d.folded = conversation_tag.folded and conversation_tag.conversation_no in ${TOUCHED}`.execute(trx);
}

/** Dates follow texts only; the last text is the last in the thread that was not deleted. */
async function deriveConversations(trx: Transaction<DeskSchema>): Promise<void> {
  const texts = sql`message m where m.conversation_no = conversation.no and m.kind = 0`;
  const last = sql`${texts} and m.deleted_at is null order by m.seq desc limit 1`;
  await sql`update conversation set
      last_message_at = ifnull((select max(m.created_at) from ${texts}), created_at),
      last_from = (select case m.author when 0 then 'visitor' when 1 then 'agent' when 2 then 'ai' end from ${last}),
      last_text = ifnull((select substr(m.body, 1, ${EXCERPT}) || iif(length(m.body) > ${EXCERPT}, '…', '') from ${last}), ''),
      waiting_since = iif(status = 'resolved', null, (select min(m.created_at) from ${texts} and m.author = 0
        and m.deleted_at is null and m.seq > coalesce((select max(a.seq) from message a
          where a.conversation_no = conversation.no and a.kind = 0 and a.author <> 0 and a.deleted_at is null), 0)))
    where no in ${TOUCHED}`.execute(trx);
}

async function deriveContacts(trx: Transaction<DeskSchema>): Promise<void> {
  const touched = sql`(select no from import_contact)`;
  await sql`update contact set
      conversations = (select count(*) from conversation c where c.contact_no = contact.no),
      last_message_at = (select max(c.last_message_at) from conversation c where c.contact_no = contact.no)
    where no in ${touched}`.execute(trx);
  await sql`delete from contact_inbox where contact_no in ${touched}`.execute(trx);
  await sql`insert into contact_inbox (inbox_no, contact_no, last_message_at, conversations)
    select inbox_no, contact_no, max(last_message_at), count(*) from conversation
    where contact_no in ${touched} group by inbox_no, contact_no`.execute(trx);
}

async function indexAfter(trx: Transaction<DeskSchema>, lastSeq: number): Promise<void> {
  const batches = rowPages<IndexedMessage>(
    INDEX_BATCH,
    (last, limit) =>
      trx.selectFrom("message").select(["seq", "inbox_no as inboxNo", "body"])
        .where("seq", ">", last?.seq ?? lastSeq).where("kind", "<", 2).where("deleted_at", "is", null)
        .orderBy("seq").limit(limit).execute(),
  );
  for await (const batch of batches) await indexMessages(trx, batch);
}

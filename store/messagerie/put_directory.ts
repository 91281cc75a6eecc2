/**
 * Sites, inboxes, people and declared labels as an import writes them: each under its own id, in place of what is there.
 * @module
 */
import type { Kysely, Transaction } from "kysely";
import { putRows } from "./bulk.ts";
import { deleteLinksOf } from "./one_time_links.ts";
import type { AgentRole, DeskSchema } from "./schema.ts";
import { deleteSessionsOf } from "./sessions.ts";

/** All that the directory holds, by what names it. */
export async function readDirectory(db: Kysely<DeskSchema>) {
  return {
    sites: await db.selectFrom("site").select(["id", "no", "country"]).execute(),
    inboxes: await db.selectFrom("inbox").select(["id", "no"]).where("no", "<>", 0).execute(),
    agents: await db.selectFrom("agent").select(["id", "no"]).execute(),
    tags: await db.selectFrom("tag_definition").select("folded").execute(),
  };
}

/** Puts a site; gives its number. */
export async function putSite(
  db: Transaction<DeskSchema>,
  { id, created_at, ...columns }: {
    readonly id: string;
    readonly name: string;
    readonly country: string;
    readonly ai: boolean;
    readonly created_at: number;
  },
): Promise<number> {
  const { no } = await db.insertInto("site").values({ id, created_at, ...columns })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .returning("no").executeTakeFirstOrThrow();
  return no;
}

/** Puts an inbox; gives its number. */
export async function putInbox(
  db: Transaction<DeskSchema>,
  { id, created_at, ...columns }: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly site_no: number | null;
    readonly created_at: number;
  },
): Promise<number> {
  const { no } = await db.insertInto("inbox").values({ id, created_at, ...columns })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .returning("no").executeTakeFirstOrThrow();
  return no;
}

/**
 * Puts a person and the inboxes that they serve; gives their number, or undefined when somebody else has the login. Without
 * a password, one that is there already stays. With one, or with another role, or inactive, their sessions end.
 */
export async function putAgent(
  db: Transaction<DeskSchema>,
  { id, created_at, password_hash, inboxNos, ...columns }: {
    readonly id: string;
    readonly login: string;
    readonly name: string;
    readonly role: AgentRole;
    readonly active: boolean;
    readonly password_hash: string | undefined;
    readonly inboxNos: readonly number[];
    readonly created_at: number;
  },
): Promise<number | undefined> {
  const namesake = await db.selectFrom("agent").select("id").where("login", "=", columns.login)
    .executeTakeFirst();
  if (namesake !== undefined && namesake.id !== id) return undefined;
  const before = await db.selectFrom("agent").select(["no", "role"]).where("id", "=", id).executeTakeFirst();
  if (before && (password_hash !== undefined || before.role !== columns.role || !columns.active)) {
    await deleteSessionsOf(db, before.no);
    await deleteLinksOf(db, before.no);
  }
  const set = { ...columns, ...(password_hash === undefined ? {} : { password_hash }) };
  const { no } = await db.insertInto("agent").values({ id, created_at, password_hash: null, ...set })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(set))
    .returning("no").executeTakeFirstOrThrow();
  await db.deleteFrom("agent_inbox").where("agent_no", "=", no).execute();
  await putRows(db, "agent_inbox", inboxNos.map((inbox) => ({ agent_no: no, inbox_no: inbox })));
  return no;
}

/** Declares a label. */
export async function putTagDefinition(
  db: Transaction<DeskSchema>,
  { folded, created_at, ...columns }: {
    readonly folded: string;
    readonly name: string;
    readonly color: string;
    readonly created_at: number;
  },
): Promise<void> {
  await db.insertInto("tag_definition").values({ folded, created_at, ...columns })
    .onConflict((conflict) => conflict.column("folded").doUpdateSet(columns)).execute();
}

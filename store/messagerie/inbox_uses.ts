/**
 * Inboxes with what stands in them, for who keeps them.
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { DeskSchema } from "./schema.ts";

/** Every inbox in creation order, or one of them, with how many conversations stand in it and how many people serve it. */
export function listedInboxes(db: Kysely<DeskSchema>, id?: string) {
  return db.selectFrom("inbox as i").leftJoin("site as s", "s.no", "i.site_no").where("i.no", "<>", 0)
    .$if(id !== undefined, (query) => query.where("i.id", "=", id ?? ""))
    .orderBy("i.no").select([
      "i.id",
      "i.name",
      "i.description",
      "s.id as siteId",
      sql<number>`(select count(*) from conversation c where c.inbox_no = i.no)`.as("conversations"),
      sql<number>`(select count(*) from agent_inbox g join agent a on a.no = g.agent_no
        where g.inbox_no = i.no and a.active = 1 and a.role = 'agent')`.as("people"),
    ]).execute();
}

/** What keeps an inbox from being deleted. */
export async function inboxUses(
  db: Kysely<DeskSchema>,
  no: number,
): Promise<{ readonly conversations: number; readonly widgets: number }> {
  const { rows: [row] } = await sql<{ conversations: number; widgets: number }>`select
    (select count(*) from conversation where inbox_no = ${no}) as conversations,
    (select count(*) from widget where inbox_no = ${no}) as widgets`.execute(db);
  return row ?? { conversations: 0, widgets: 0 };
}

/** Changes an inbox. */
export async function updateInbox(
  tx: Kysely<DeskSchema>,
  no: number,
  columns: { readonly name?: string; readonly description?: string },
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await tx.updateTable("inbox").set(columns).where("no", "=", no).execute();
}

/** Deletes an inbox that nothing stands in, and what was its own: who serves it, its canned replies, empty counts. */
export async function deleteInboxRow(tx: Kysely<DeskSchema>, no: number): Promise<void> {
  for (const table of ["agent_inbox", "canned_reply", "contact_inbox"] as const) {
    await tx.deleteFrom(table).where("inbox_no", "=", no).execute();
  }
  await tx.deleteFrom("inbox").where("no", "=", no).execute();
}

/**
 * Canned replies in rows.
 * @module
 */
import type { Insertable, Kysely } from "kysely";
import { sql } from "kysely";
import type { CannedReplyTable, DeskSchema } from "./schema.ts";

/** Those of every inbox and of the inboxes in `scope` (null: all of them), by shortcut; `id`: one of them. */
export function cannedReplies(
  db: Kysely<DeskSchema>,
  { scope, id }: { readonly scope: readonly number[] | null; readonly id?: string },
) {
  return db.selectFrom("canned_reply as c").leftJoin("inbox as i", "i.no", "c.inbox_no")
    .$if(scope !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb("c.inbox_no", "is", null),
          sql<boolean>`c.inbox_no in (select value from json_each(${JSON.stringify(scope)}))`,
        ])
      ))
    .$if(id !== undefined, (query) => query.where("c.id", "=", id ?? ""))
    .orderBy("c.shortcut").orderBy("c.no")
    .select(["c.no", "c.id", "c.shortcut", "c.title", "c.body", "c.updated_at", "i.id as inbox_id"])
    .execute();
}

/** Adds a canned reply; false when its shortcut is taken in that inbox. */
export async function insertCannedReply(
  tx: Kysely<DeskSchema>,
  row: Insertable<CannedReplyTable>,
): Promise<boolean> {
  const added = await tx.insertInto("canned_reply").values(row)
    .onConflict((conflict) => conflict.doNothing()).returning("no").executeTakeFirst();
  return added !== undefined;
}

/** Changes a canned reply; false when its shortcut is taken in that inbox. */
export async function updateCannedReply(
  tx: Kysely<DeskSchema>,
  no: number,
  columns: Pick<CannedReplyTable, "inbox_no" | "shortcut" | "title" | "body" | "updated_at">,
): Promise<boolean> {
  const taken = await tx.selectFrom("canned_reply").where("shortcut", "=", columns.shortcut)
    .where("no", "<>", no).where(sql<boolean>`coalesce(inbox_no, 0) = ${columns.inbox_no ?? 0}`)
    .select("no").executeTakeFirst();
  if (taken !== undefined) return false;
  await tx.updateTable("canned_reply").set(columns).where("no", "=", no).execute();
  return true;
}

/** Deletes a canned reply. */
export async function deleteCannedReply(tx: Kysely<DeskSchema>, no: number): Promise<void> {
  await tx.deleteFrom("canned_reply").where("no", "=", no).execute();
}

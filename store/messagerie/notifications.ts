/**
 * The bell of each person, in rows. What is about a conversation that they no longer reach is not there.
 * @module
 */
import { type Kysely, sql } from "kysely";
import { appendChanges } from "./changes.ts";
import type { DeskSchema } from "./schema.ts";

/** Whose bell, and the inbox numbers that they reach (null: all). */
export interface BellOf {
  readonly agentNo: number;
  readonly scope: readonly number[] | null;
}

function reached(db: Kysely<DeskSchema>, { agentNo, scope }: BellOf) {
  return db.selectFrom("notification as n").innerJoin("conversation as c", "c.no", "n.conversation_no")
    .where("n.agent_no", "=", agentNo)
    .$if(
      scope !== null,
      (query) =>
        query.where(sql<boolean>`c.inbox_no in (select value from json_each(${JSON.stringify(scope)}))`),
    );
}

/** The newest ones, the latest first. */
export function newestNotifications(db: Kysely<DeskSchema>, bell: BellOf, limit: number) {
  return reached(db, bell).innerJoin("contact as k", "k.no", "c.contact_no")
    .orderBy("n.created_at", "desc").orderBy("n.no", "desc").limit(limit)
    .select([
      "n.id",
      "c.id as conversationId",
      "k.name as contactName",
      "n.by_name as by",
      "n.created_at as at",
      "n.read_at as readAt",
    ]).execute();
}

/** How many are unread, up to `most`. */
export async function countUnread(db: Kysely<DeskSchema>, bell: BellOf, most: number): Promise<number> {
  const unread = reached(db, bell).where("n.read_at", "is", null).select("n.no").limit(most);
  const row = await db.selectFrom(unread.as("u")).select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirst();
  return row?.n ?? 0;
}

/**
 * Marks a person's notifications as read (`id`: that one; `conversationId`: those about it; neither: all), and tells the
 * feed when that changed anything.
 * @returns whether it did
 */
export async function readNotifications(
  trx: Kysely<DeskSchema>,
  which: { readonly agentNo: number; readonly id?: string | undefined; readonly conversationNo?: number },
  at: number,
): Promise<boolean> {
  let update = trx.updateTable("notification").set({ read_at: at })
    .where("agent_no", "=", which.agentNo).where("read_at", "is", null);
  if (which.id !== undefined) update = update.where("id", "=", which.id);
  if (which.conversationNo !== undefined) update = update.where("conversation_no", "=", which.conversationNo);
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await appendChanges(trx, [{ at, kind: "notification", agent_no: which.agentNo }]);
  return true;
}

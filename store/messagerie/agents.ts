/**
 * The desk's people in rows.
 * @module
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { DeskSchema } from "./schema.ts";

/** Active people, in no order. */
export function activeAgents(db: Kysely<DeskSchema>) {
  return db.selectFrom("agent").where("active", "=", 1).select(["id", "name", "role"]).execute();
}

/** The number of the person of this id, active or not. */
export async function findAgentNo(db: Kysely<DeskSchema>, id: string): Promise<number | undefined> {
  return (await db.selectFrom("agent").where("id", "=", id).select("no").executeTakeFirst())?.no;
}

/** The active person of this id, and whether they serve the inbox (a supervisor serves all; "no inbox" is everybody's). */
export function findActiveAgent(db: Kysely<DeskSchema>, id: string, inboxNo: number) {
  return db.selectFrom("agent as a").where("a.id", "=", id).where("a.active", "=", 1)
    .select([
      "a.no",
      "a.id",
      "a.name",
      sql<number>`(${inboxNo} = 0 or a.role = 'supervisor' or exists
        (select 1 from agent_inbox s where s.agent_no = a.no and s.inbox_no = ${inboxNo}))`.as("serves"),
    ])
    .executeTakeFirst();
}

/** Tells a person of something, in the inbox. */
export async function insertNotification(
  db: Kysely<DeskSchema>,
  row: {
    readonly id: string;
    readonly agentNo: number;
    readonly conversationNo: number;
    readonly byName: string;
    readonly at: number;
  },
): Promise<void> {
  await db.insertInto("notification").values({
    id: row.id,
    agent_no: row.agentNo,
    kind: "assigned",
    conversation_no: row.conversationNo,
    by_name: row.byName,
    created_at: row.at,
    read_at: null,
  }).execute();
}

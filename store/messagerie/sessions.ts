/**
 * Sessions of signed-in people, in rows.
 * @module
 */
import { type Insertable, type Kysely, sql } from "kysely";
import type { AgentRole, DeskSchema, SessionTable } from "./schema.ts";

/** A session as a request needs it: itself, and its person with what they reach, all as they are now. */
export interface SessionWithPerson {
  readonly no: number;
  readonly id: string;
  readonly created_at: number;
  readonly seen_at: number;
  readonly expires_at: number;
  readonly agent_no: number;
  readonly agent_id: string;
  readonly name: string;
  readonly role: AgentRole;
  /** JSON array of the numbers of the inboxes that they serve. */
  readonly inboxes: string;
}

/** The session of an active person, by the hash of its secret or by its id. */
export async function findSession(
  db: Kysely<DeskSchema>,
  which: { readonly secretHash: Uint8Array } | { readonly id: string },
): Promise<SessionWithPerson | undefined> {
  return await db.selectFrom("session as s").innerJoin("agent as a", "a.no", "s.agent_no")
    .where("a.active", "=", 1)
    .where((eb) => "id" in which ? eb("s.id", "=", which.id) : eb("s.secret_hash", "=", which.secretHash))
    .select([
      "s.no",
      "s.id",
      "s.created_at",
      "s.seen_at",
      "s.expires_at",
      "a.no as agent_no",
      "a.id as agent_id",
      "a.name",
      "a.role",
      sql<string>`(select json_group_array(i.inbox_no) from agent_inbox i where i.agent_no = a.no)`
        .as("inboxes"),
    ]).executeTakeFirst();
}

/** Adds a session. */
export async function insertSession(tx: Kysely<DeskSchema>, row: Insertable<SessionTable>): Promise<void> {
  await tx.insertInto("session").values(row).execute();
}

/** Writes down that a session was used. */
export async function touchSession(tx: Kysely<DeskSchema>, no: number, at: number): Promise<void> {
  await tx.updateTable("session").set({ seen_at: at }).where("no", "=", no).execute();
}

/** Ends one session of a person; false when it had ended. */
export async function deleteSession(
  tx: Kysely<DeskSchema>,
  { id, agentNo }: { readonly id: string; readonly agentNo: number },
): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("session").where("id", "=", id)
    .where("agent_no", "=", agentNo).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends every session of a person. */
export async function deleteSessionsOf(tx: Kysely<DeskSchema>, agentNo: number): Promise<void> {
  await tx.deleteFrom("session").where("agent_no", "=", agentNo).execute();
}

/** A person's sessions, the one used last first. */
export function sessionsOf(db: Kysely<DeskSchema>, agentNo: number) {
  return db.selectFrom("session").where("agent_no", "=", agentNo)
    .select(["id", "user_agent", "created_at", "seen_at", "expires_at"])
    .orderBy("seen_at", "desc").orderBy("no", "desc").execute();
}

/** Deletes some of the sessions that ended before `at`; tells whether there may be more. */
export async function pruneSessions(
  tx: Kysely<DeskSchema>,
  at: number,
  limit: number,
): Promise<boolean> {
  const gone = await tx.deleteFrom("session")
    .where(
      "no",
      "in",
      (eb) => eb.selectFrom("session").select("no").where("expires_at", "<=", at).limit(limit),
    )
    .returning("no").execute();
  return gone.length === limit;
}

/**
 * Links that open once, in rows: a row is there as long as its link may open.
 * @module
 */
import type { Insertable, Kysely } from "kysely";
import type { DeskSchema, OneTimeLinkTable } from "./schema.ts";

/** The link of this secret, with the active person that it is for. */
export function findLink(db: Kysely<DeskSchema>, secretHash: Uint8Array) {
  return db.selectFrom("one_time_link as l").leftJoin("agent as a", "a.no", "l.agent_no")
    .where("l.secret_hash", "=", secretHash)
    .where((eb) => eb.or([eb("l.agent_no", "is", null), eb("a.active", "=", 1)]))
    .select([
      "l.secret_hash",
      "l.kind",
      "l.created_at",
      "l.expires_at",
      "l.agent_no",
      "a.id as agent_id",
      "a.login",
      "a.name",
      "a.role",
    ]).executeTakeFirst();
}

/** Adds a link. */
export async function insertLink(tx: Kysely<DeskSchema>, row: Insertable<OneTimeLinkTable>): Promise<void> {
  await tx.insertInto("one_time_link").values(row).execute();
}

/**
 * Deletes the link of this secret; false when it is gone already: of two that use it at once, one gets true. Never by its
 * number, which the next link may get.
 */
export async function deleteLink(tx: Kysely<DeskSchema>, secretHash: Uint8Array): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("one_time_link").where("secret_hash", "=", secretHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes a person's links; `until`: those that end by then. */
export async function deleteLinksOf(
  tx: Kysely<DeskSchema>,
  agentNo: number,
  until: number = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await tx.deleteFrom("one_time_link").where("agent_no", "=", agentNo).where("expires_at", "<=", until)
    .execute();
}

/** Deletes the links that would make the first supervisor. */
export async function deleteSetUpLinks(tx: Kysely<DeskSchema>): Promise<void> {
  await tx.deleteFrom("one_time_link").where("kind", "=", "setup").execute();
}

/** Deletes the links that ended before `at`. */
export async function pruneLinks(tx: Kysely<DeskSchema>, at: number): Promise<void> {
  await tx.deleteFrom("one_time_link").where("expires_at", "<=", at).execute();
}

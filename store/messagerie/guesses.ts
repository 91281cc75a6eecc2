/**
 * Failed attempts to sign in, and the browsers that are known, in rows: shared by every process on the database.
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { DeskSchema } from "./schema.ts";

/** What is counted under one key. Times are milliseconds since the epoch. */
export interface GuessRow {
  readonly key: string;
  readonly failures: number;
  readonly at: number;
  readonly until: number;
}

/** Rows that one call prunes at most. */
const PRUNE_ROWS = 200;

/** What is counted under these keys. */
export function readGuesses(db: Kysely<DeskSchema>, keys: readonly string[]): Promise<GuessRow[]> {
  return db.selectFrom("guess").where("key", "in", keys).selectAll().execute();
}

/** Puts what is counted under a key. */
export async function putGuess(tx: Kysely<DeskSchema>, { key, ...columns }: GuessRow): Promise<void> {
  await tx.insertInto("guess").values({ key, ...columns })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(columns)).execute();
}

/** Forgets a key. */
export async function deleteGuess(tx: Kysely<DeskSchema>, key: string): Promise<void> {
  await tx.deleteFrom("guess").where("key", "=", key).execute();
}

/** Takes back one failure that was counted under a key. */
export async function takeBackGuess(tx: Kysely<DeskSchema>, key: string): Promise<void> {
  await tx.updateTable("guess").set({ failures: sql<number>`max(0, failures - 1)`, until: 0 })
    .where("key", "=", key).execute();
}

/** Forgets some of what was last counted before `at`. */
export async function pruneGuesses(tx: Kysely<DeskSchema>, at: number): Promise<void> {
  await tx.deleteFrom("guess")
    .where("key", "in", (eb) => eb.selectFrom("guess").select("key").where("at", "<", at).limit(PRUNE_ROWS))
    .execute();
}

/** Whose device this is. */
export async function deviceOwner(
  db: Kysely<DeskSchema>,
  secretHash: Uint8Array,
): Promise<number | undefined> {
  const row = await db.selectFrom("known_device").where("secret_hash", "=", secretHash).select("agent_no")
    .executeTakeFirst();
  return row?.agent_no;
}

/** Knows a device, and forgets the person's oldest ones above `max`. */
export async function putDevice(
  tx: Kysely<DeskSchema>,
  device: { readonly secretHash: Uint8Array; readonly agentNo: number; readonly at: number },
  max: number,
): Promise<void> {
  const { secretHash, agentNo, at } = device;
  await tx.insertInto("known_device").values({ secret_hash: secretHash, agent_no: agentNo, seen_at: at })
    .onConflict((conflict) => conflict.column("secret_hash").doUpdateSet({ agent_no: agentNo, seen_at: at }))
    .execute();
  await tx.deleteFrom("known_device").where("agent_no", "=", agentNo)
    .where(
      "secret_hash",
      "not in",
      (eb) =>
        eb.selectFrom("known_device").select("secret_hash").where("agent_no", "=", agentNo)
          .orderBy("seen_at", "desc").limit(max),
    ).execute();
}

/** Forgets a person's devices. */
export async function deleteDevicesOf(tx: Kysely<DeskSchema>, agentNo: number): Promise<void> {
  await tx.deleteFrom("known_device").where("agent_no", "=", agentNo).execute();
}

/**
 * When endpoints were last connected. Who is connected now is in the memory of the process that holds the connections.
 * @module
 */
import { sql } from "kysely";
import type { RelayQuerier } from "./open.ts";

/** Writes down that endpoints were connected at `now`. */
export async function markSeen(db: RelayQuerier, endpoints: readonly string[], now: number): Promise<void> {
  const ids = JSON.stringify(endpoints);
  await sql`update device set seen_at = ${now} where id in (select value from json_each(${ids}))`.execute(db);
  await sql`update agent set seen_at = ${now} where id in (select value from json_each(${ids}))`.execute(db);
}

/** An account's endpoints that may send and be sent to, and when they were last here. */
export async function listEndpoints(
  db: RelayQuerier,
  account: string,
): Promise<{ readonly id: string; readonly seenAt: number | null }[]> {
  const { rows } = await sql<{ id: string; seenAt: number | null }>`
    select id, seen_at as "seenAt" from device where account = ${account} and approved = 1
    union all select id, seen_at from agent where account = ${account}
  `.execute(db);
  return [...rows];
}

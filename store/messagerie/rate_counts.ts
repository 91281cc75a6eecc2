/**
 * Requests counted in the database while several server processes share it, and which processes those are. Times are the
 * database's own, so that processes on several machines count by one clock.
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { DeskSchema } from "./schema.ts";

/** The database's clock, in milliseconds since the epoch. */
const NOW = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
/** Rows that one statement inserts at most. */
const ROWS = 200;
/** Counts dated later than this from now are from before the clock was set back, and count no more. */
const AHEAD_MS = 1_000;

/** A process as it last showed itself: what matters of `seen_at` is that it changes. */
export interface ProcessRow {
  readonly id: string;
  readonly seen_at: number;
}

/** Every process but this one, dead ones that nobody has removed included. */
export function otherProcesses(db: Kysely<DeskSchema>, id: string): Promise<ProcessRow[]> {
  return db.selectFrom("server_process").select(["id", "seen_at"]).where("id", "<>", id).execute();
}

/** Shows that a process is alive. */
export async function showProcess(
  trx: Kysely<DeskSchema>,
  { id, pid }: { readonly id: string; readonly pid: number },
): Promise<void> {
  await trx.insertInto("server_process").values({ id, pid, started_at: NOW, seen_at: NOW })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ seen_at: NOW })).execute();
}

/** Removes a process and what it counted. */
export async function removeProcess(trx: Kysely<DeskSchema>, id: string): Promise<void> {
  await trx.deleteFrom("server_process").where("id", "=", id).execute();
}

/** Removes counts that have left the window. */
export async function pruneCounts(trx: Kysely<DeskSchema>, windowMs: number): Promise<void> {
  await trx.deleteFrom("rate_count").where("at", "<=", sql<number>`${NOW} - ${windowMs}`).execute();
}

/** Replaces what a process counted by what it says: for each key, how many milliseconds ago each was taken. */
export async function replaceCounts(
  trx: Kysely<DeskSchema>,
  processId: string,
  counted: Iterable<{ readonly key: string; readonly ages: readonly number[] }>,
): Promise<void> {
  await trx.deleteFrom("rate_count").where("process_id", "=", processId).execute();
  const now = await clock(trx);
  const sums = new Map<string, { process_id: string; key: string; at: number; n: number }>();
  for (const { key, ages } of counted) {
    for (const age of ages) {
      const at = now - Math.round(age);
      const sum = sums.get(`${at} ${key}`);
      if (sum === undefined) sums.set(`${at} ${key}`, { process_id: processId, key, at, n: 1 });
      else sum.n++;
    }
  }
  const rows = [...sums.values()];
  for (let start = 0; start < rows.length; start += ROWS) await add(trx, rows.slice(start, start + ROWS));
}

/**
 * Takes one under `key`, at most `limit` within `windowMs` for all processes; in a write transaction, so that no two take
 * the last one. Gives 0, or the milliseconds until one can be taken.
 */
export async function takeCount(
  trx: Kysely<DeskSchema>,
  { processId, key, limit, windowMs }: {
    readonly processId: string;
    readonly key: string;
    readonly limit: number;
    readonly windowMs: number;
  },
): Promise<number> {
  const now = await clock(trx);
  const rows = await trx.selectFrom("rate_count").select(["at", "n"])
    .where("key", "=", key).where("at", ">", now - windowMs).where("at", "<=", now + AHEAD_MS)
    .orderBy("at").execute();
  let above = rows.reduce((sum, { n }) => sum + n, 0) - limit;
  // One more passes when so many of the oldest have left that fewer than the limit remain.
  for (const { at, n } of rows) {
    if (above < 0) break;
    above -= n;
    if (above < 0) return Math.max(1, at + windowMs - now);
  }
  await add(trx, [{ process_id: processId, key, at: now, n: 1 }]);
  return 0;
}

async function clock(db: Kysely<DeskSchema>): Promise<number> {
  const { rows: [row] } = await sql<{ now: number }>`select ${NOW} as now`.execute(db);
  return row?.now ?? 0;
}

async function add(
  trx: Kysely<DeskSchema>,
  rows: readonly {
    readonly process_id: string;
    readonly key: string;
    readonly at: number;
    readonly n: number;
  }[],
): Promise<void> {
  await trx.insertInto("rate_count").values(rows.map((row) => ({ ...row }))).onConflict((conflict) =>
    conflict.columns(["key", "process_id", "at"])
      .doUpdateSet({ n: sql<number>`rate_count.n + excluded.n` })
  ).execute();
}

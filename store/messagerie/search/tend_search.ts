/**
 * Upkeep of the search index, in small steps for idle moments: answers never depend on it, speed does.
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { DeskSchema } from "../schema.ts";

/** Pages that one step of a merge may write: a few milliseconds. */
const MERGE_PAGES = 64;
/** Words that one step of the statistics looks at. */
const WORDS = 500;

async function totalChanges(trx: Kysely<DeskSchema>): Promise<number> {
  const { rows: [row] } = await sql<{ n: number }>`select total_changes() as n`.execute(trx);
  return row?.n ?? 0;
}

/**
 * One step towards fewer segments, a few milliseconds long.
 * @returns whether there may be more to do
 */
export async function mergeSearch(trx: Kysely<DeskSchema>): Promise<boolean> {
  const before = await totalChanges(trx);
  await sql`insert into message_fts (message_fts, rank) values ('merge', ${sql.lit(MERGE_PAGES)})`.execute(
    trx,
  );
  // FTS5 counts one change for the command itself; a merge that did something counts more.
  return await totalChanges(trx) - before >= 2;
}

/** All segments into one. Seconds on a large desk: for imports, not for a serving process. */
export async function mergeAll(trx: Kysely<DeskSchema>): Promise<void> {
  await sql`insert into message_fts (message_fts) values ('optimize')`.execute(trx);
  await sql`insert into term_fts (term_fts) values ('optimize')`.execute(trx);
}

/**
 * One step of the statistics: counts anew in how many messages the next words occur, and forgets those that no message
 * holds any more.
 * @param after where the step before ended; "" to begin
 * @returns where the next step begins; null at the end
 */
export async function refreshStatistics(trx: Kysely<DeskSchema>, after: string): Promise<string | null> {
  // Between the two ranges lie the tokens of grams (¤…) and inboxes (§…), which are no words and need no counting.
  const early = after < "¤";
  const range = early ? sql`term > ${after} and term < '¤'` : sql`term > ${after}`;
  const { rows } = await sql<{ term: string; doc: number }>`
    select term, doc from message_word where ${range} order by term limit ${WORDS}`.execute(trx);
  const last = rows.length < WORDS ? (early ? "§\u{10ffff}" : null) : rows.at(-1)?.term ?? null;
  const words = JSON.stringify(rows.map((row) => [row.term, row.doc]));
  const passed = last === null ? sql`text > ${after}` : sql`text > ${after} and text <= ${last}`;
  const gone = sql`from term where ${passed} and text not in (select value ->> 0 from json_each(${words}))`;
  await sql`insert into term_fts (term_fts, rowid, text) select 'delete', id, text ${gone}`.execute(trx);
  await sql`delete ${gone}`.execute(trx);
  await sql`update term set df = w.value ->> 1 from json_each(${words}) w
    where term.text = w.value ->> 0 and term.df <> w.value ->> 1`.execute(trx);
  return last;
}

/**
 * The planner: from a query to the sequence numbers of the newest messages that hold all of its words.
 *
 * 1. Look at the newest texts of the scope. Common words end here, whatever the size of the desk.
 * 2. Ask the index about each word, longest first, until few candidates are left. A word that no text holds ends here.
 * 3. Walk the index newest first with what it said, and look into the texts for what it left open.
 *
 * Statistics only choose the way; they may be stale or absent.
 * @module
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DeskSchema } from "../schema.ts";
import { allOf, anyOf, type Conjunct, conjunctOf } from "./conjunct.ts";
import { wordsOf } from "./searchable.ts";
import { inboxToken } from "./tokens.ts";

/** Where the planner turns. No value changes an answer: tests draw them at random. */
export interface Turns {
  /** Texts looked at before the index is asked: about what asking costs. */
  readonly firstLook: number;
  /** Texts looked at when the first look promises that they suffice. */
  readonly longLook: number;
  /** With this few candidates left, looking into their texts is cheaper than asking about another word. */
  readonly few: number;
  /** A fragment that more words of the vocabulary hold is looked for by its grams instead. */
  readonly maxTerms: number;
}

/** Measured (bench/store.ts). */
const TURNS: Turns = { firstLook: 256, longLook: 2_000, few: 40, maxTerms: 600 };

function holdsAll(words: readonly string[]): RawBuilder<unknown> {
  if (words.length === 0) return sql`true`;
  return sql.join(words.map((word) => sql`instr(t.folded, ${word}) > 0`), sql` and `);
}

/** Matches among the `rows` newest texts of the scope; `all` tells that there were no more texts. */
async function look(
  db: Kysely<DeskSchema>,
  words: readonly string[],
  scope: string | null,
  rows: number,
): Promise<{ readonly found: number[]; readonly all: boolean }> {
  const newest = scope === null
    ? sql`select seq from message_text order by seq desc limit ${rows}`
    : sql`select rowid as seq from message_fts where message_fts match ${scope} order by rowid desc limit ${rows}`;
  const { rows: seen } = await sql<{ seq: number | null; n: number }>`
    select case when ${holdsAll(words)} then t.seq end as seq, count(*) as n
    from (${newest}) newest cross join message_text t on t.seq = newest.seq group by 1 order by 1 desc`
    .execute(db);
  return {
    found: seen.flatMap((row) => row.seq ?? []),
    all: seen.reduce((sum, row) => sum + row.n, 0) < rows,
  };
}

/** @see searchMessages for what is found; at most `limit` numbers, highest first. */
export async function findSeqs(
  db: Kysely<DeskSchema>,
  options: { readonly query: string; readonly scope: readonly number[] | null; readonly limit: number },
  turns: Turns = TURNS,
): Promise<number[]> {
  const { limit } = options;
  const words = wordsOf(options.query);
  if (words.length === 0 || options.scope?.length === 0) return [];
  const scope = options.scope === null ? null : anyOf(options.scope.map(inboxToken));

  for (let rows = turns.firstLook; rows > 0 && rows <= turns.longLook;) {
    const { found, all } = await look(db, words, scope, rows);
    if (all || found.length >= limit) return found.slice(0, limit);
    if (rows > turns.firstLook || found.length === 0) break;
    rows = Math.ceil(1.5 * rows * limit / found.length);
  }

  const asked: Conjunct[] = [];
  const open: string[] = [];
  let expected = Infinity;
  for (const word of words) {
    if (expected <= turns.few) {
      open.push(word);
      continue;
    }
    const conjunct = await conjunctOf(db, word, turns.maxTerms);
    if (conjunct === null) return [];
    asked.push(conjunct);
    if (!conjunct.exact) open.push(word);
    if (conjunct.expected !== null) expected = Math.min(expected, conjunct.expected);
  }
  const match = allOf([...(scope === null ? [] : [scope]), ...asked.map((conjunct) => conjunct.match)]);
  const { rows } = open.length === 0
    ? await sql<{ seq: number }>`select rowid as seq from message_fts where message_fts match ${match}
        order by rowid desc limit ${limit}`.execute(db)
    : await sql<{ seq: number }>`select f.rowid as seq from message_fts f
        cross join message_text t on t.seq = f.rowid
        where message_fts match ${match} and ${holdsAll(open)} order by f.rowid desc limit ${limit}`.execute(
      db,
    );
  return rows.map((row) => row.seq);
}

/**
 * The planner: from a query to the sequence numbers of the newest messages that hold all of its words.
 *
 * 1. Look at the newest texts of the scope. Common words end here, whatever the size of the desk.
 * 2. Ask the index about each word, longest first, until few candidates are left. A word that no text holds ends here.
 * 3. Walk the index newest first with what narrows most, and look into the texts for the rest.
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
  /** What reading one more posting list costs, in texts looked into. */
  readonly listCost: number;
  /** A condition that a larger share of all texts meets is left to looking into the texts. */
  readonly maxShare: number;
}

/** Measured (bench/store.ts). */
const TURNS: Turns = {
  firstLook: 256,
  longLook: 4_000,
  few: 60,
  maxTerms: 100,
  listCost: 2.5,
  maxShare: 0.6,
};

function holdsAll(words: readonly string[]): RawBuilder<unknown> {
  if (words.length === 0) return sql`true`;
  return sql.join(words.map((word) => sql`instr(t.folded, ${word}) > 0`), sql` and `);
}

/** What a look at the newest texts of a scope saw. */
interface Look {
  readonly found: readonly number[];
  /** Whether there were no more texts. */
  readonly all: boolean;
  /** The highest and the lowest number seen. */
  readonly highest: number;
  readonly lowest: number;
  /** The share of these texts that hold each word of up to three code points: the index keeps no count of grams. */
  readonly shares: ReadonlyMap<string, number>;
}

async function look(
  db: Kysely<DeskSchema>,
  words: readonly string[],
  scope: string | null,
  rows: number,
): Promise<Look> {
  const newest = scope === null
    ? sql`select seq from message_text order by seq desc limit ${rows}`
    : sql`select rowid as seq from message_fts where message_fts match ${scope} order by rowid desc limit ${rows}`;
  const short = words.filter((word) => [...word].length <= 3);
  const counts = short.map((word, at) => sql`, sum(instr(t.folded, ${word}) > 0) as ${sql.ref(`word${at}`)}`);
  const { rows: seen } = await sql<
    { found: number | null; n: number; highest: number; lowest: number } & Record<`word${number}`, number>
  >`
    select case when ${holdsAll(words)} then t.seq end as found, count(*) as n, max(t.seq) as highest,
      min(t.seq) as lowest ${sql.join(counts, sql``)}
    from (${newest}) newest cross join message_text t on t.seq = newest.seq group by 1 order by 1 desc`
    .execute(db);
  const all = seen.reduce((sum, row) => sum + row.n, 0);
  const shares = short.map((word, at) => {
    const holding = seen.reduce((sum, row) => sum + (row[`word${at}`] ?? 0), 0);
    return [word, Math.max(holding, 0.5) / all] as const;
  });
  return {
    found: seen.flatMap((row) => row.found ?? []),
    all: all < rows,
    highest: Math.max(0, ...seen.map((row) => row.highest)),
    lowest: Math.min(Infinity, ...seen.map((row) => row.lowest)),
    shares: new Map(shares),
  };
}

/** Which conditions are worth their posting lists, most telling first; each text that stays is looked into for the rest. */
function worthAsking(asked: readonly Conjunct[], texts: number, turns: Turns): Conjunct[] {
  const chosen: Conjunct[] = [];
  let candidates = texts;
  for (const conjunct of asked.toSorted((a, b) => a.share - b.share)) {
    const spared = candidates * (1 - conjunct.share);
    const isWorthIt = conjunct.share <= turns.maxShare && conjunct.lists * turns.listCost < spared;
    if (chosen.length > 0 && !isWorthIt) continue;
    chosen.push(conjunct);
    candidates *= conjunct.share;
  }
  return chosen;
}

/** What a walk of the index costs that passes `passed` texts of the scope, in texts looked into. */
function costOf(chosen: readonly Conjunct[], passed: number, words: readonly string[], turns: Turns): number {
  const lists = chosen.reduce((sum, conjunct) => sum + conjunct.lists, 0);
  const share = chosen.reduce((product, conjunct) => product * conjunct.share, 1);
  const isExact = chosen.length === words.length && chosen.every((conjunct) => conjunct.exact);
  return lists * turns.listCost + (isExact ? 0 : passed * share);
}

/** @see searchMessages for what is found; at most `limit` numbers, highest first. */
export async function findSeqs(
  db: Kysely<DeskSchema>,
  options: { readonly query: string; readonly scope: readonly number[] | null; readonly limit: number },
  turns: Turns = TURNS,
): Promise<readonly number[]> {
  const { limit } = options;
  const words = wordsOf(options.query);
  if (words.length === 0 || options.scope?.length === 0) return [];
  const scope = options.scope === null ? null : anyOf(options.scope.map(inboxToken));

  const first = await look(db, words, scope, turns.firstLook);
  if (first.all || first.found.length >= limit) return first.found.slice(0, limit);
  // Numbers are dense: how far the first look reached tells what share of them is in scope.
  const texts = first.highest * turns.firstLook / (first.highest - first.lowest + 1);
  const asked: Conjunct[] = [];
  let candidates = texts;
  for (const word of words) {
    if (candidates <= turns.few && asked.length > 0) break;
    const conjunct = await conjunctOf(db, word, {
      texts: first.highest,
      maxTerms: turns.maxTerms,
      share: first.shares.get(word),
    });
    if (conjunct === null) return [];
    asked.push(conjunct);
    candidates *= conjunct.share;
  }
  const chosen = worthAsking(asked, texts, turns);

  const promised = 2 * turns.firstLook * limit / first.found.length;
  if (promised <= Math.min(turns.longLook, costOf(chosen, promised, words, turns))) {
    const long = await look(db, words, scope, Math.ceil(promised));
    if (long.all || long.found.length >= limit) return long.found.slice(0, limit);
  }

  const settled = new Set(chosen.filter((conjunct) => conjunct.exact).map((conjunct) => conjunct.word));
  const open = words.filter((word) => !settled.has(word));
  const match = allOf([...chosen.map((conjunct) => conjunct.match), ...(scope === null ? [] : [scope])]);
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

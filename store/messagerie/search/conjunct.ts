/**
 * What the index can say about one word of a query, as a piece of an FTS5 expression.
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { DeskSchema } from "../schema.ts";
import { exactGram, isRun, MAX_WORD, narrowGramsOf, pairsOf, runsOf } from "./tokens.ts";

/** A condition on the index that every text holding the word meets. */
export interface Conjunct {
  readonly word: string;
  /** FTS5 expression. */
  readonly match: string;
  /** Posting lists that it reads. */
  readonly lists: number;
  /** The share of all texts that meet it: from statistics, or a guess. */
  readonly share: number;
  /** Whether meeting it suffices: when not, the text itself has to be looked at. */
  readonly exact: boolean;
}

/** Guesses at how many texts hold a gram, where no statistics are kept. */
const SHARE = { pair: 0.2, narrow: 0.05, pairs: 0.4 };

const quoted = (token: string) => `"${token}"`;

/** Joins expressions; one alone stays as it is. */
export function allOf(expressions: readonly string[]): string {
  return expressions.length === 1 ? `${expressions[0]}` : `(${expressions.join(" AND ")})`;
}

/** Any of these tokens. */
export function anyOf(tokens: readonly string[]): string {
  return tokens.length === 1 ? quoted(`${tokens[0]}`) : `(${tokens.map(quoted).join(" OR ")})`;
}

function byGrams(word: string): Conjunct {
  const narrow = narrowGramsOf(word);
  const grams = narrow.length > 0 ? narrow : pairsOf(word);
  return {
    word,
    match: allOf(grams.map(quoted)),
    lists: grams.length,
    share: narrow.length > 0 ? SHARE.narrow / narrow.length : SHARE.pairs,
    exact: false,
  };
}

/**
 * What must hold for a text to hold `word`; null when no text can.
 * @param how.texts how many texts there are
 * @param how.maxTerms a fragment that more words of the vocabulary hold is looked for by its grams instead
 */
export async function conjunctOf(
  db: Kysely<DeskSchema>,
  word: string,
  how: { readonly texts: number; readonly maxTerms: number },
): Promise<Conjunct | null> {
  const gram = exactGram(word);
  if (gram !== undefined) {
    const share = isRun(word) ? SHARE.pair : SHARE.narrow;
    return { word, match: quoted(gram), lists: 1, share, exact: true };
  }
  // A text that holds the word holds each of its runs within a word of its own; the longest says most.
  const runs = runsOf(word).map((run) => [...run].slice(0, MAX_WORD));
  const longest = runs.toSorted((a, b) => b.length - a.length)[0] ?? [];
  if (longest.length < 3) return byGrams(word);
  const run = longest.join("");
  const { rows } = await sql<{ text: string; df: number }>`
    select t.text, t.df from term_fts cross join term t on t.id = term_fts.rowid
    where term_fts match ${quoted(run)} order by term_fts.rowid limit ${how.maxTerms + 1}`.execute(db);
  if (rows.length === 0) return null;
  if (rows.length > how.maxTerms) return byGrams(word);
  const found: Conjunct = {
    word,
    match: anyOf(rows.map((row) => row.text)),
    lists: rows.length,
    share: Math.min(1, rows.reduce((sum, row) => sum + row.df, 0) / how.texts),
    exact: run === word,
  };
  if (isRun(word) || found.share < SHARE.narrow) return found;
  const grams = byGrams(word);
  return {
    word,
    match: allOf([found.match, grams.match]),
    lists: found.lists + grams.lists,
    share: found.share * grams.share,
    exact: false,
  };
}

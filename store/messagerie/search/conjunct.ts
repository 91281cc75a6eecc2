/**
 * What the index can say about one word of a query, as a piece of an FTS5 expression.
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { DeskSchema } from "../schema.ts";
import { gramsOf, isRun, MAX_WORD, narrowGramsOf, runsOf } from "./tokens.ts";

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

/** A guess at the share of texts that hold three given code points in a row. */
const TRIPLE_SHARE = 0.03;

const quoted = (token: string) => `"${token}"`;

/** Joins expressions; one alone stays as it is. */
export function allOf(expressions: readonly string[]): string {
  return expressions.length === 1 ? `${expressions[0]}` : `(${expressions.join(" AND ")})`;
}

/** Alternatives that FTS5 is given at once. */
const GROUP = 16;
/** Excludes nothing: no row has this token. */
const NOTHING = quoted("§");

/**
 * Any of these tokens. At each step of a walk, FTS5 compares all alternatives of an OR; in groups, it compares the groups
 * and looks into those that lag behind. It would undo a group that were a mere OR: hence the exclusion of nothing.
 */
export function anyOf(tokens: readonly string[]): string {
  if (tokens.length === 1) return quoted(`${tokens[0]}`);
  const alternatives = (some: readonly string[]) => `(${some.map(quoted).join(" OR ")})`;
  if (tokens.length <= GROUP) return alternatives(tokens);
  const groups: string[] = [];
  for (let at = 0; at < tokens.length; at += GROUP) {
    groups.push(`(${alternatives(tokens.slice(at, at + GROUP))} NOT ${NOTHING})`);
  }
  return `(${groups.join(" OR ")})`;
}

/** More grams of one word would narrow no further, and each is a list to read. */
const MAX_GRAMS = 24;

function byGrams(word: string, share = TRIPLE_SHARE, all: readonly string[] = gramsOf(word)): Conjunct {
  const grams = all.slice(0, MAX_GRAMS);
  return {
    word,
    match: allOf(grams.map(quoted)),
    lists: grams.length,
    share,
    exact: [...word].length <= 3,
  };
}

/** Above this share of all texts, looking into them costs more than reading the grams that would narrow them. */
const MANY = 0.001;

/**
 * What must hold for a text to hold `word`; null when no text can.
 * @param how.texts how many texts there are
 * @param how.share the share of texts that hold it, as far as was seen
 * @param how.maxTerms a fragment that more words of the vocabulary hold is looked for by its grams instead
 */
export async function conjunctOf(
  db: Kysely<DeskSchema>,
  word: string,
  how: { readonly texts: number; readonly maxTerms: number; readonly share: number | undefined },
): Promise<Conjunct | null> {
  // A text that holds the word holds each of its runs within a word of its own; the longest says most.
  const runs = runsOf(word).map((run) => [...run].slice(0, MAX_WORD));
  const longest = runs.toSorted((a, b) => b.length - a.length)[0] ?? [];
  if (longest.length < 4) return byGrams(word, how.share);
  const run = longest.join("");
  const { rows } = await sql<{ text: string; df: number }>`
    select t.text, t.df from term_fts cross join term t on t.id = term_fts.rowid
    where term_fts match ${quoted(run)} order by term_fts.rowid limit ${how.maxTerms + 1}`.execute(db);
  if (rows.length === 0) return null;
  if (rows.length > how.maxTerms) return byGrams(word);
  const found: Conjunct = {
    word,
    match: anyOf(rows.toSorted((a, b) => b.df - a.df).map((row) => row.text)),
    lists: rows.length,
    share: Math.min(1, rows.reduce((sum, row) => sum + row.df, 0) / how.texts),
    exact: run === word,
  };
  if (isRun(word) || found.share <= MANY) return found;
  const grams = byGrams(word, TRIPLE_SHARE, narrowGramsOf(word));
  return {
    word,
    match: allOf([found.match, grams.match]),
    lists: found.lists + grams.lists,
    share: found.share * grams.share,
    exact: false,
  };
}

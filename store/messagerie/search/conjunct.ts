/**
 * What the index can say about one word of a query, as a piece of an FTS5 expression.
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { DeskSchema } from "../schema.ts";
import { exactGram, gramsOf, isRun, MAX_WORD, runsOf } from "./tokens.ts";

/** A condition on the index that every text holding the word meets. */
export interface Conjunct {
  /** FTS5 expression. */
  readonly match: string;
  /** Posting lists that it reads. */
  readonly lists: number;
  /** Messages that meet it, at most, as far as statistics know; null: unknown. */
  readonly expected: number | null;
  /** Whether meeting it suffices: when not, the text itself has to be looked at. */
  readonly exact: boolean;
}

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
  const grams = [...gramsOf(word)];
  return { match: allOf(grams.map(quoted)), lists: grams.length, expected: null, exact: false };
}

/** The words of the vocabulary that hold `run`; null when no message can; undefined when they are too many to list. */
async function byVocabulary(
  db: Kysely<DeskSchema>,
  run: string,
  maxTerms: number,
): Promise<Conjunct | null | undefined> {
  const { rows } = await sql<{ text: string; df: number }>`
    select t.text, t.df from term_fts cross join term t on t.id = term_fts.rowid
    where term_fts match ${quoted(run)} order by term_fts.rowid limit ${maxTerms + 1}`.execute(db);
  if (rows.length === 0) return null;
  if (rows.length > maxTerms) return undefined;
  return {
    match: anyOf(rows.map((row) => row.text)),
    lists: rows.length,
    expected: rows.reduce((sum, row) => sum + row.df, 0),
    exact: true,
  };
}

/**
 * What must hold for a text to hold `word`; null when no text can.
 * @param maxTerms a fragment that more words of the vocabulary hold is looked for by its grams instead
 */
export async function conjunctOf(
  db: Kysely<DeskSchema>,
  word: string,
  maxTerms: number,
): Promise<Conjunct | null> {
  const gram = exactGram(word);
  if (gram !== undefined) return { match: quoted(gram), lists: 1, expected: null, exact: true };
  const runs = runsOf(word).map((run) => [...run]).filter((run) => run.length > 2);
  const longest = runs.toSorted((a, b) => b.length - a.length)[0];
  if (longest === undefined) return byGrams(word);
  const found = await byVocabulary(db, longest.slice(0, MAX_WORD).join(""), maxTerms);
  if (found === null) return null;
  if (found === undefined) return byGrams(word);
  if (isRun(word) && longest.length <= MAX_WORD) return found;
  if (isRun(word)) return { ...found, exact: false };
  const grams = byGrams(word);
  return {
    match: allOf([found.match, grams.match]),
    lists: found.lists + grams.lists,
    expected: found.expected,
    exact: false,
  };
}

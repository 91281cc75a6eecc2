/**
 * A row of a table of words: what is said, and what the person can do, in French and English.
 * @module
 */
import type { Told, Words } from "../told.ts";

/** French, English; then advice in French and English where there is something to do. */
export type WordRow =
  | readonly [fr: string, en: string]
  | readonly [fr: string, en: string, adviceFr: string, adviceEn: string];

function wordsOf([fr, en]: WordRow): Words {
  return { fr, en };
}

export function adviceOf(row: WordRow): Words | null {
  return row.length === 4 ? { fr: row[2], en: row[3] } : null;
}

/** A row as what is told of `code`. */
export function toldOf(code: string, row: WordRow, details: Told["details"] = {}): Told {
  return { code, words: wordsOf(row), advice: adviceOf(row), details };
}

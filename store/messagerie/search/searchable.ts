/**
 * The form in which messages and queries are compared, and the words of a query. What a search means is said here and
 * nowhere else: every word is a substring of the text (contract: messagerie §3 `search_messages`, §11 "Characters").
 * @module
 */
import { fold } from "../../../base/text.ts";
import { storable } from "../../libsql/connection.ts";

/** Words of a query that count (contract: messagerie §3). */
const MAX_WORDS = 8;

/** The folded form of the text as the database keeps it. */
export function searchable(text: string): string {
  return fold(storable(text));
}

/** The blank-free chunks of a searchable text. No word of a query spans two of them. */
export function chunksOf(folded: string): string[] {
  return folded.split(/\s+/u).filter((chunk) => chunk !== "");
}

/**
 * The words of a query, longest first: the first eight, without those that another one implies.
 * Empty when nothing but blanks and marks was asked.
 */
export function wordsOf(query: string): string[] {
  const words: string[] = [];
  const asked = chunksOf(searchable(query)).slice(0, MAX_WORDS);
  for (const word of asked.toSorted((a, b) => b.length - a.length)) {
    if (!words.some((longer) => longer.includes(word))) words.push(word);
  }
  return words;
}

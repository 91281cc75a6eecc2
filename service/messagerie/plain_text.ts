/**
 * Text as it comes from outside, made fit to be kept and measured: trimmed, well-formed, without the NUL at which
 * SQLite's text functions stop reading. Lengths are code points (contract: messagerie §3 "Writes", §11 "Characters").
 * @module
 */
import { codePointLength } from "../../base/text.ts";
import { storable } from "../../store/libsql/connection.ts";
import { invalid, refuse } from "./refusals.ts";

/** The text, trimmed; lone surrogates and NUL become U+FFFD. */
export function plainText(text: string): string {
  return storable(text).trim();
}

/** A value as JSON for a column. Its texts and keys are made storable before JSON writes them as escapes. */
export function jsonColumn(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) => {
    if (typeof held === "string") return storable(held);
    if (typeof held !== "object" || held === null || Array.isArray(held)) return held;
    return Object.fromEntries(Object.entries(held).map(([key, member]) => [storable(key), member]));
  });
}

/** Blanks, and what shows nothing: controls, zero-width spaces, marks of direction. */
const SHOWS_NOTHING = /^[\s\p{Cc}\p{Cf}]*$/u;

/** INVALID_REQUEST when `text` is longer than `max`. */
export function checkLength(field: string, text: string, max: number): void {
  // No text has more code points than UTF-16 units, so most are never counted.
  if (text.length > max && codePointLength(text) > max) {
    throw invalid({ field, message: `${max} caractères au plus.` });
  }
}

/**
 * The text of a message or a note.
 * @throws {Refusal} `INVALID_REQUEST` when it is too long, `EMPTY_MESSAGE` when it shows nothing.
 */
export function messageText(text: string, max: number): string {
  const plain = plainText(text);
  checkLength("text", plain, max);
  if (SHOWS_NOTHING.test(plain)) throw refuse("EMPTY_MESSAGE");
  return plain;
}

/**
 * A short text that must say something: a label, a name.
 * @throws {Refusal} `INVALID_REQUEST`
 */
export function shortText(field: string, text: string, max: number): string {
  const plain = plainText(text);
  if (SHOWS_NOTHING.test(plain)) throw invalid({ field, message: "Ne peut pas être vide." });
  checkLength(field, plain, max);
  return plain;
}

/**
 * Text measured and cut in Unicode code points, and the folding that search and contacts share
 * (spec: messagerie §11 "Characters").
 * @module
 */

/** The number of Unicode code points; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** The first `max` code points, followed by "…" when something was cut. */
export function cutCodePoints(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  let end = 0;
  for (const point of text) {
    if (count === max) return text.slice(0, end) + "…";
    count++;
    end += point.length;
  }
  return text;
}

// deno-lint-ignore no-control-regex
const ASCII_ONLY = /^[\x00-\x7f]*$/;
const MARKS = /\p{M}/gu;
const EXPANSIONS: Readonly<Record<string, string>> = {
  "œ": "oe",
  "æ": "ae",
  "ø": "o",
  "ł": "l",
  "đ": "d",
  "ð": "d",
  "þ": "th",
  "ħ": "h",
  "ß": "ss",
  "ı": "i",
  // A final sigma is how a word ends, not another letter: lower case depends on what follows.
  "ς": "σ",
  "’": "'",
};
const EXPANDED = new RegExp(`[${Object.keys(EXPANSIONS).join("")}]`, "g");

/**
 * The form in which text is compared: NFKD, lower case, marks removed, ligatures and barred letters spelled out.
 * The same function serves the query and the text, so that equal means equal.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII_ONLY.test(lower)) return lower;
  return lower.normalize("NFKD").toLowerCase().replace(MARKS, "").replace(
    EXPANDED,
    (c) => EXPANSIONS[c] ?? c,
  );
}

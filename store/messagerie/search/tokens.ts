/**
 * What the full-text index holds of a message: its words, short grams of its chunks, and its inbox.
 *
 * - A word is a run of letters and digits. A query word of letters and digits is a substring of the text exactly when it
 *   is a substring of one of these words, so the vocabulary answers for it. Runs longer than 64 code points (blobs, or
 *   scripts without blanks) enter as overlapping windows; that keeps the vocabulary bounded and the rule exact for
 *   query words of up to 33.
 * - Grams are 1 to 3 code points without a blank; they answer for what the vocabulary cannot: short words, fragments that
 *   very many words hold, figures, punctuation. Written `¤` + gram.
 * - The inbox is the token `§<number>`: being in the same row, it narrows a search to a scope at the price of a posting
 *   list.
 *
 * FTS5's `ascii` tokenizer keeps every non-ASCII character and splits at ASCII punctuation, so punctuation in a gram is
 * moved to U+E000–E07F; characters that live there already are escaped with U+E080. Words hold neither `¤` nor `§`.
 * @module
 */
import { chunksOf } from "./searchable.ts";

const RUNS = /[\p{L}\p{N}]+/gu;
const RUN_ONLY = /^[\p{L}\p{N}]+$/u;
const LETTERS_ONLY = /^\p{L}+$/u;
const WINDOW = 64;
const WINDOW_STEP = 32;

/** A query word of at most this many code points lies in a single window of a long run. */
export const MAX_WORD = WINDOW - WINDOW_STEP + 1;

/** Whether the word is made of letters and digits only. */
export function isRun(word: string): boolean {
  return RUN_ONLY.test(word);
}

/** The runs of letters and digits in a folded text, in order, repeated ones included. */
export function runsOf(folded: string): string[] {
  return folded.match(RUNS) ?? [];
}

function windowsOf(run: string): string[] {
  if (run.length <= WINDOW) return [run];
  const points = [...run];
  if (points.length <= WINDOW) return [run];
  const windows: string[] = [];
  for (let at = 0; at + WINDOW_STEP < points.length; at += WINDOW_STEP) {
    windows.push(points.slice(at, at + WINDOW).join(""));
  }
  return windows;
}

/** The distinct vocabulary words of a folded text. */
export function termsOf(folded: string): Set<string> {
  const terms = new Set<string>();
  for (const run of runsOf(folded)) {
    if (run.length <= WINDOW) terms.add(run);
    else for (const window of windowsOf(run)) terms.add(window);
  }
  return terms;
}

const FIRST_RESERVED = 0xe000;
const ESCAPE = 0xe080;
/** By ASCII code: what stands for the character in a gram. */
const ASCII = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[a-z0-9]/.test(character) ? character : String.fromCharCode(FIRST_RESERVED + code);
});

function encoded(point: string): string {
  const code = point.charCodeAt(0);
  if (code < 128) return ASCII[code] ?? point;
  return code >= FIRST_RESERVED && code <= ESCAPE ? String.fromCharCode(ESCAPE) + point : point;
}

/** The token of a gram. */
function gramToken(points: readonly string[]): string {
  return "¤" + points.map(encoded).join("");
}

/** The token of an inbox. */
export function inboxToken(inboxNo: number): string {
  return `§${inboxNo}`;
}

const PLAIN = [..."abcdefghijklmnopqrstuvwxyz0123456789"];
/** By ASCII code: the place in {@linkcode PLAIN}, or -1. */
const PLACE = Int8Array.from({ length: 128 }, (_, code) => PLAIN.indexOf(String.fromCharCode(code)));
const PAIRS = PLAIN.length;
const TRIPLES = PAIRS + PAIRS ** 2;
/** The tokens of every gram of plain letters and digits: singles, then pairs, then triples. */
const TOKENS: readonly string[] = [
  ...PLAIN.map((a) => `¤${a}`),
  ...PLAIN.flatMap((a) => PLAIN.map((b) => `¤${a}${b}`)),
  ...PLAIN.flatMap((a) => PLAIN.flatMap((b) => PLAIN.map((c) => `¤${a}${b}${c}`))),
];
/**
 * When each of them was last met, in calls of {@linkcode gramTokensOf}. Most grams are plain, and making and comparing
 * their strings for every character of every message was half of what indexing cost.
 */
const met = new Uint32Array(TOKENS.length);
let call = 0;

/** The distinct gram tokens of a text's blank-free chunks. */
export function gramTokensOf(chunks: readonly string[]): string[] {
  call = (call + 1) >>> 0;
  const tokens: string[] = [];
  const others = new Set<string>();
  const meet = (at: number) => {
    if (met[at] === call) return;
    met[at] = call;
    tokens.push(TOKENS[at] ?? "");
  };
  for (const chunk of chunks) {
    let before = "";
    let last = "";
    let beforePlace = -1;
    let lastPlace = -1;
    for (const point of chunk) {
      const place = PLACE[point.charCodeAt(0)] ?? -1;
      if (place >= 0) meet(place);
      else others.add(gramToken([point]));
      if (last !== "") {
        if (place >= 0 && lastPlace >= 0) meet(PAIRS + lastPlace * PAIRS + place);
        else others.add(gramToken([last, point]));
      }
      if (before !== "") {
        if (place >= 0 && lastPlace >= 0 && beforePlace >= 0) {
          meet(TRIPLES + (beforePlace * PAIRS + lastPlace) * PAIRS + place);
        } else others.add(gramToken([before, last, point]));
      }
      before = last;
      last = point;
      beforePlace = lastPlace;
      lastPlace = place;
    }
  }
  tokens.push(...others);
  return tokens;
}

function triplesOf(word: string): string[][] {
  const points = [...word];
  return points.slice(2).map((_, at) => points.slice(at, at + 3));
}

/** The grams that a text must hold to hold this word: the word itself when it is short enough, else its triples. */
export function gramsOf(word: string): string[] {
  const triples = triplesOf(word);
  return triples.length < 2 ? [gramToken([...word])] : [...new Set(triples.map(gramToken))];
}

/** Those of a word's triples that hold something else than letters: few texts hold them. */
export function narrowGramsOf(word: string): string[] {
  const narrow = triplesOf(word).filter((triple) => !LETTERS_ONLY.test(triple.join("")));
  return [...new Set(narrow.map(gramToken))];
}

/** What the index is given for a message: `folded` is its searchable text, `terms` that text's {@linkcode termsOf}. */
export function tokensOf(folded: string, terms: Iterable<string>, inboxNo: number): string {
  return [inboxToken(inboxNo), ...terms, ...gramTokensOf(chunksOf(folded))].join(" ");
}

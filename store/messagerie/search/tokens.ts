/**
 * What the full-text index holds of a message: its words, short grams of its chunks, and its inbox.
 *
 * - A word is a run of letters and digits. A query word of letters and digits is a substring of the text exactly when it
 *   is a substring of one of these words, so the vocabulary answers for it. Runs longer than 64 code points (blobs, or
 *   scripts without blanks) enter as overlapping windows; that keeps the vocabulary bounded and the rule exact for
 *   query words of up to 33.
 * - Grams are 1 and 2 code points, and 3 when one is no letter; they answer for what the vocabulary cannot: short words,
 *   figures, punctuation. Written `¤` + gram.
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
const LETTER = /\p{L}/u;
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

/** By two ASCII codes: the token of the pair. Most pairs are ASCII, and making their strings anew is what indexing cost. */
const ASCII_PAIRS = Array.from({ length: 128 * 128 }, (_, at) => `¤${ASCII[at >> 7]}${ASCII[at & 127]}`);
const ASCII_SINGLES = ASCII.map((character) => "¤" + character);

/** The token of a gram. */
export function gramToken(points: readonly string[]): string {
  return "¤" + points.map(encoded).join("");
}

/** The token of an inbox. */
export function inboxToken(inboxNo: number): string {
  return `§${inboxNo}`;
}

/**
 * When each ASCII gram was last met, in calls of {@linkcode gramTokensOf}: singles first, then pairs. What it spares, a
 * set of strings for every character of every message, was half of the time that indexing took.
 */
const met = new Uint32Array(128 + 128 * 128);
let call = 0;

/** The distinct gram tokens of a folded text. */
function gramTokensOf(folded: string): string[] {
  call = (call + 1) >>> 0;
  const tokens: string[] = [];
  const others = new Set<string>();
  for (const chunk of chunksOf(folded)) {
    let before = "";
    let last = "";
    let lastCode = 128;
    /** How many code points ago the last one was that is no letter. */
    let sinceOther = 3;
    for (const point of chunk) {
      const code = point.charCodeAt(0);
      const isAscii = code < 128;
      const isLetter = isAscii ? code >= 97 && code <= 122 : LETTER.test(point);
      sinceOther = isLetter ? sinceOther + 1 : 0;
      if (!isAscii) others.add(gramToken([point]));
      else if (met[code] !== call) {
        met[code] = call;
        tokens.push(ASCII_SINGLES[code] ?? "");
      }
      if (isAscii && lastCode < 128) {
        const pair = lastCode << 7 | code;
        if (met[128 + pair] !== call) {
          met[128 + pair] = call;
          tokens.push(ASCII_PAIRS[pair] ?? "");
        }
      } else if (last !== "") others.add(gramToken([last, point]));
      if (before !== "" && sinceOther < 3) others.add(gramToken([before, last, point]));
      before = last;
      last = point;
      lastCode = code;
    }
  }
  tokens.push(...others);
  return tokens;
}

/** Whether a triple of these is a gram. */
function isGram(triple: readonly string[]): boolean {
  return triple.length === 3 && triple.some((point) => !LETTER.test(point));
}

/** The grams of a word that few texts hold: three code points, one of them no letter. */
export function narrowGramsOf(word: string): string[] {
  const points = [...word];
  const triples = points.map((_, at) => points.slice(at, at + 3)).filter(isGram);
  return [...new Set(triples.map(gramToken))];
}

/** Pairs of code points, which many texts hold. */
export function pairsOf(word: string): string[] {
  const points = [...word];
  return [...new Set(points.slice(1).map((point, at) => gramToken([points[at] ?? "", point])))];
}

/** The one gram that decides alone if a text holds the word, when it is short enough. */
export function exactGram(word: string): string | undefined {
  const points = [...word];
  return points.length <= 2 || isGram(points) ? gramToken(points) : undefined;
}

/** What the index is given for a message: `folded` is its searchable text, `terms` that text's {@linkcode termsOf}. */
export function tokensOf(folded: string, terms: Iterable<string>, inboxNo: number): string {
  return [inboxToken(inboxNo), ...terms, ...gramTokensOf(folded)].join(" ");
}

/**
 * The part of a long text that shows what was looked for, and where in it. Pure.
 * @module
 */

/** Characters before the first find, and all in all. */
const BEFORE = 40;
const LENGTH = 200;

/** Case and accents aside, one character for each: places in it are places in the text. */
function plain(text: string): string {
  return [...text].map((char) => {
    const bare = char.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    return bare.length === char.length ? bare : char;
  }).join("");
}

/** The words that were looked for. */
function wordsOf(query: string): readonly string[] {
  return plain(query).split(/\s+/).filter((word) => word !== "").slice(0, 8);
}

/** Cuts a text so that the first find is seen. */
export function cutAround(text: string, query: string): string {
  if (text.length <= LENGTH) return text;
  const folded = plain(text);
  const places = wordsOf(query).map((word) => folded.indexOf(word)).filter((at) => at >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - BEFORE);
  const from = places.length === 0 ? 0 : start;
  return `${from > 0 ? "…" : ""}${text.slice(from, from + LENGTH)}${from + LENGTH < text.length ? "…" : ""}`
    .toWellFormed();
}

/** The text in pieces, those that were looked for marked. */
export function marksIn(
  text: string,
  query: string,
): readonly { readonly text: string; readonly isMark: boolean }[] {
  const folded = plain(text);
  const pieces: { text: string; isMark: boolean }[] = [];
  const words = wordsOf(query);
  let from = 0;
  while (from < text.length) {
    let next = -1;
    let length = 0;
    for (const word of words) {
      const at = folded.indexOf(word, from);
      if (at >= 0 && (next < 0 || at < next || (at === next && word.length > length))) {
        next = at;
        length = word.length;
      }
    }
    if (next < 0) break;
    if (next > from) pieces.push({ text: text.slice(from, next), isMark: false });
    pieces.push({ text: text.slice(next, next + length), isMark: true });
    from = next + length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isMark: false });
  return pieces;
}

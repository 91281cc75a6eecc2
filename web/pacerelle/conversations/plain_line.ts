/**
 * What was said last as one line of a list: its words, without the signs that make it look like something. Pure.
 * @module
 */

/** Markdown's signs are left out where they are plainly signs; what is unclear stays as it was typed. */
export function plainLine(text: string): string {
  return text
    .replace(/!?\[([^\]\n]*)\]\([^)\s]*\)/g, "$1")
    .replace(/(\*\*|__|~~|`+)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replace(/(^|\s)(?:#{1,6}|>+|```\w*)(?=\s)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

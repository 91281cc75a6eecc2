/**
 * What others wrote, made fit for a terminal: no escape sequence, no control character, nothing that turns the direction of
 * what follows; lines that cannot be taken for this program's own.
 * @module
 */

/** Line ends of every kind, the ones that only Unicode calls so included. */
const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/g;
/** Controls but tab and line feed, marks and overrides of direction, other invisible formats, lone surrogates. */
const UNSAFE =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]|[\ud800-\udfff]|[\u{e0000}-\u{e0fff}]/gu;

/** One line: line ends become spaces. For names, titles and labels. */
export function printableLine(text: string): string {
  return printableText(text).replaceAll(/[\n\t]/g, " ");
}

/** Text that keeps its lines. */
export function printableText(text: string): string {
  return text.replace(LINE_END, "\n").replace(UNSAFE, "\ufffd");
}

/** Text of several lines, each behind `margin`: a message cannot draw a line of another one. */
export function indented(text: string, margin = "    "): string {
  return printableText(text).split("\n").map((line) => margin + line).join("\n");
}

/**
 * JSON of `value` on one line, in which whatever a terminal could act on is written as `\u…`: the same value, and safe to
 * look at.
 */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    (character) => [...Array(character.length).keys()].map((index) => escapeUnit(character, index)).join(""),
  ).replace(/[\u0085\u2028\u2029]/g, (character) => escapeUnit(character, 0));
}

function escapeUnit(character: string, index: number): string {
  return `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
}

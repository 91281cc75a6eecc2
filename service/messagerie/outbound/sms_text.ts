/**
 * A message's text as SMS: Markdown stripped, cut into as many parts as the provider's limit asks for.
 * @module
 */
import { markdownToPlain, parseMarkdown } from "../markdown.ts";

/** Longest text of one sending, in UTF-16 units: what Twilio takes (it splits that into SMS segments itself). */
export const MAX_SMS = 1_600;

/**
 * The parts of a message, in order; always at least one, and the same parts for the same text. A part ends at the last
 * line or word that fits, and never inside a code point.
 */
export function smsParts(body: string): readonly string[] {
  const parts: string[] = [];
  let rest = markdownToPlain(parseMarkdown(body)).trim();
  while (rest.length > MAX_SMS) {
    const head = rest.slice(0, MAX_SMS + 1);
    const space = Math.max(head.lastIndexOf("\n"), head.lastIndexOf(" "));
    // A text without spaces is cut where it must be; half of a surrogate pair stays with the other half.
    const end = space > MAX_SMS / 2
      ? space
      : MAX_SMS - (/[\ud800-\udbff]/.test(rest[MAX_SMS - 1] ?? "") ? 1 : 0);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...parts, rest];
}

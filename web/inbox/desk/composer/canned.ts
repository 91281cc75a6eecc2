/**
 * Canned replies, reached by a slash: what is being asked for, which match, and what the text becomes. Pure.
 * @module
 */
import { fillCannedReply } from "../../../../service/messagerie/admin/canned_variables.ts";
import type { CannedReply } from "../desk_api.ts";

/** A slash that is being typed: where it begins, and what stands after it. */
export interface Slash {
  readonly at: number;
  readonly query: string;
}

/** The slash before the caret, if it begins a line or a word and no space follows it. */
export function slashAt(text: string, caret: number): Slash | undefined {
  const found = /(?:^|\s)\/([^\s/]{0,60})$/u.exec(text.slice(0, caret));
  if (found === null) return undefined;
  const query = found[1] ?? "";
  return { at: caret - query.length - 1, query };
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Those of this inbox that match, filled in, the shortcuts that begin so first. */
export function matchingReplies(
  replies: readonly CannedReply[],
  query: string,
  inboxId: string | null,
  values: Parameters<typeof fillCannedReply>[1],
): readonly CannedReply[] {
  const wanted = folded(query);
  const rank = ({ shortcut, title }: CannedReply) =>
    shortcut.startsWith(wanted) ? 0 : folded(title).includes(wanted) || shortcut.includes(wanted) ? 1 : 2;
  return replies
    .filter((reply) => (reply.inboxId === null || reply.inboxId === inboxId) && rank(reply) < 2)
    .toSorted((a, b) => rank(a) - rank(b))
    .map((reply) => ({ ...reply, body: fillCannedReply(reply.body, values) }));
}

/** The text with the slash replaced by a reply that is filled in, and where the caret goes. */
export function withReply(
  text: string,
  { at, query }: Slash,
  { body }: CannedReply,
): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, at) + body + text.slice(at + 1 + query.length), caret: at + body.length };
}

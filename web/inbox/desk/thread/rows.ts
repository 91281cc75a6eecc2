/**
 * What a thread shows, row by row: days between messages, and who speaks only where it changes. Pure.
 * @module
 */
import type { Outgoing } from "../state/outbox.ts";
import type { ThreadItem } from "../types.ts";

/** A row. */
export type Row =
  | { readonly is: "day"; readonly key: string; readonly at: string }
  /** `follows`: the same author goes on, at once. */
  | { readonly is: "message"; readonly key: string; readonly message: ThreadItem; readonly follows: boolean }
  | { readonly is: "outgoing"; readonly key: string; readonly outgoing: Outgoing };

/** Who goes on within this time needs no second heading. */
const AT_ONCE_MS = 5 * 60_000;

function authorOf(message: ThreadItem): string | undefined {
  switch (message.from) {
    case "visitor":
    case "ai":
      return message.from;
    case "advisor":
    case "program":
    case "note":
      return `${message.from} ${message.author.id ?? ""} ${message.author.name}`;
    default:
      return undefined;
  }
}

/** The person's day that a moment is in. */
function dayOf(at: string): string {
  return new Date(at).toDateString();
}

/** The rows, in order: what is on its way comes last. */
export function rowsOf(messages: readonly ThreadItem[], outgoing: readonly Outgoing[]): readonly Row[] {
  const rows: Row[] = [];
  const written = new Set<string>();
  let day = "";
  let before: ThreadItem | undefined;
  const separate = (at: string) => {
    const next = dayOf(at);
    if (next === day) return;
    day = next;
    before = undefined;
    rows.push({ is: "day", key: `day ${next}`, at });
  };
  for (const message of messages) {
    separate(message.at);
    if ("key" in message && message.key !== null) written.add(message.key);
    const author = authorOf(message);
    const follows = before !== undefined && author !== undefined && authorOf(before) === author &&
      Date.parse(message.at) - Date.parse(before.at) < AT_ONCE_MS;
    rows.push({ is: "message", key: message.id, message, follows });
    before = message;
  }
  for (const one of outgoing) {
    if (!written.has(one.key)) rows.push({ is: "outgoing", key: `out ${one.key}`, outgoing: one });
  }
  return rows;
}

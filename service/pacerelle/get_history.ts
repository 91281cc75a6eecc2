/**
 * Looking back.
 * @module
 */
import type { Entry } from "./inbox/entries.ts";
import type { Inbox } from "./inbox/inbox.ts";
import { DEFAULT_HISTORY_PAGE, MAX_ANSWER_TEXT } from "./limits.ts";
import { refuse } from "./refusals.ts";
import { entryView, fitting } from "./views.ts";

/** Which part of the history. */
export interface HistoryInput {
  readonly limit?: number | undefined;
  /** Id of an entry: only what came before it. */
  readonly before?: string | undefined;
  readonly conversationId?: string | undefined;
}

/** Newest last. With `hasMore`, the id of the first entry is the `before` of the next call. */
export interface History {
  readonly entries: readonly Readonly<Record<string, unknown>>[];
  readonly hasMore: boolean;
}

/**
 * Recent requests and replies, with how they stand.
 * @throws {Refusal} MESSAGE_NOT_FOUND when `before` is not kept
 */
export function getHistory(inbox: Inbox, { limit, before, conversationId }: HistoryInput): History {
  const { state } = inbox;
  const end = before === undefined ? undefined : state.entry(before);
  if (before !== undefined && end === undefined) throw refuse("MESSAGE_NOT_FOUND", { messageId: before });
  const found = state.entries().filter((entry) =>
    (end === undefined || entry.seq < end.seq) &&
    (conversationId === undefined || entry.conversation === conversationId)
  );
  const newestFirst = found.slice(-(limit ?? DEFAULT_HISTORY_PAGE)).reverse();
  const given = fitting(newestFirst, sizeOf, MAX_ANSWER_TEXT).reverse();
  return { entries: given.map((entry) => entryView(inbox, entry)), hasMore: given.length < found.length };
}

/** A widget and an answer may be as long as a text. */
function sizeOf(entry: Entry): number {
  const other = entry.kind === "request" ? entry.answer : entry.widget;
  return (entry.text?.length ?? 0) + (other === undefined ? 0 : JSON.stringify(other).length);
}

/**
 * A thread as pages of it come in, whatever comes first: pure, so that every order can be tried.
 * @module
 */
import type {
  VisitorConversationView,
  VisitorMessageView,
  VisitorThreadView,
} from "../../service/messagerie/widget/views.ts";

/** The messages that are known, oldest first. */
export interface Thread {
  readonly messages: readonly VisitorMessageView[];
  /** Whether there are older ones. */
  readonly more: boolean;
}

/** Takes the newest page: what is known of before it stays where the two meet. */
export function withNewest(thread: Thread | undefined, page: VisitorThreadView): Thread {
  const first = page.messages[0];
  const at = first === undefined ? -1 : thread?.messages.findIndex(({ id }) => id === first.id) ?? -1;
  if (thread === undefined || at === -1) return { messages: page.messages, more: page.more };
  return {
    messages: [...thread.messages.slice(0, at), ...page.messages],
    more: at > 0 ? thread.more : page.more,
  };
}

/** What of the newest page came after the last message that is known: what was missed while nothing was heard. */
export function missedIn(thread: Thread, page: VisitorThreadView): readonly VisitorMessageView[] {
  const known = new Set(thread.messages.map(({ id }) => id));
  return known.size === 0
    ? []
    : page.messages.slice(page.messages.findLastIndex(({ id }) => known.has(id)) + 1);
}

/** Takes a page of older messages. */
export function withOlder(thread: Thread, page: VisitorThreadView): Thread {
  const known = new Set(thread.messages.map(({ id }) => id));
  return {
    messages: [...page.messages.filter(({ id }) => !known.has(id)), ...thread.messages],
    more: page.more,
  };
}

/** Takes messages as they are now: those that are known are replaced, the others come last. */
export function withNews(thread: Thread, news: readonly VisitorMessageView[]): Thread {
  const byId = new Map(thread.messages.map((message) => [message.id, message]));
  // A Map keeps the place of a key that is set again.
  for (const message of news) byId.set(message.id, message);
  return { ...thread, messages: [...byId.values()] };
}

/** The list with a conversation as it is now, the last active first. */
export function withConversation(
  list: readonly VisitorConversationView[],
  conversation: VisitorConversationView,
): readonly VisitorConversationView[] {
  return [conversation, ...list.filter(({ id }) => id !== conversation.id)]
    .sort((a, b) => b.lastMessageAt.localeCompare(a.lastMessageAt));
}

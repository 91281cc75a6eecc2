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
  /** Ids of the last of them that only the answer to their sending told of: others may come to stand before them. */
  readonly sent: readonly string[];
  /** How many of them, from the first, have nothing between them; undefined: all that are not `sent`. */
  readonly run: number | undefined;
}

/** Nothing yet. */
export const EMPTY: Thread = { messages: [], more: false, sent: [], run: undefined };

/** Takes the newest page: what is known of before it stays where the two meet. */
export function withNewest(thread: Thread | undefined, page: VisitorThreadView): Thread {
  const { messages, more } = page;
  const first = messages[0];
  const run = thread === undefined ? [] : thread.messages.slice(0, runOf(thread));
  const at = run.findIndex(({ id }) => id === first?.id);
  return at <= 0 || thread === undefined
    ? { ...EMPTY, messages, more }
    : { ...EMPTY, messages: [...run.slice(0, at), ...messages], more: thread.more };
}

function runOf({ messages, sent, run }: Thread): number {
  return run ?? messages.length - sent.length;
}

/** Something may have been missed: what comes from now on need not follow what is known. */
export function withBreak(thread: Thread): Thread {
  return { ...thread, run: runOf(thread) };
}

/** What of the newest page is not known and no older than what is: what was missed while nothing was heard. */
export function missedIn(thread: Thread, page: VisitorThreadView): readonly VisitorMessageView[] {
  if (thread.messages.length === 0) return [];
  const known = new Set(thread.messages.map(({ id }) => id));
  const first = page.messages.findIndex(({ id }) => known.has(id));
  return page.messages.slice(first + 1).filter(({ id }) => !known.has(id));
}

/** Takes a page of older messages. */
export function withOlder(thread: Thread, page: VisitorThreadView): Thread {
  const known = new Set(thread.messages.map(({ id }) => id));
  const older = page.messages.filter(({ id }) => !known.has(id));
  return {
    ...thread,
    messages: [...older, ...thread.messages],
    more: page.more,
    run: thread.run === undefined ? undefined : thread.run + older.length,
  };
}

/** Whether a message that is not known may be of a page that was not asked for. */
export function mayBeOlder({ messages, more }: Thread, { id, at }: VisitorMessageView): boolean {
  const first = messages[0];
  return more && first !== undefined && at <= first.at && !messages.some((one) => one.id === id);
}

/** Takes messages as they are now, in the order of the desk: those that are known are replaced, the others come last. */
export function withNews(thread: Thread, news: readonly VisitorMessageView[]): Thread {
  const sent = new Map<string, VisitorMessageView>();
  const placed = new Map<string, VisitorMessageView>();
  for (const message of thread.messages) {
    (thread.sent.includes(message.id) ? sent : placed).set(message.id, message);
  }
  const known = news.filter((message) => !mayBeOlder(thread, message));
  for (const message of known) {
    sent.delete(message.id);
    // A Map keeps the place of a key that is set again.
    placed.set(message.id, message);
  }
  return {
    ...thread,
    messages: [...placed.values(), ...sent.values()],
    sent: [...sent.keys()],
    run: known.length < news.length ? runOf(thread) : thread.run,
  };
}

/** Takes a message of the visitor's that the desk says it has. */
export function withSent(thread: Thread, message: VisitorMessageView): Thread {
  if (thread.messages.some(({ id }) => id === message.id)) return thread;
  return { ...thread, messages: [...thread.messages, message], sent: [...thread.sent, message.id] };
}

/** The list with a conversation as it is now, the last active first. */
export function withConversation(
  list: readonly VisitorConversationView[],
  conversation: VisitorConversationView,
): readonly VisitorConversationView[] {
  return [conversation, ...list.filter(({ id }) => id !== conversation.id)]
    .sort((a, b) => b.lastMessageAt.localeCompare(a.lastMessageAt));
}

/**
 * What tools show: messages and entries as the contract names their fields (contract: pacerelle §1 "Tools").
 * @module
 */
import { attachmentOf, type AttachmentView, attachmentView } from "../../wire/attachment.ts";
import type { WidgetAnswer } from "../../wire/widget_answer.ts";
import { filesOf } from "./inbox/files_of.ts";
import { refuse } from "./refusals.ts";
import type { Author, Entry, Reply, Request } from "./inbox/entries.ts";
import type { Inbox } from "./inbox/inbox.ts";
import type { InboxState } from "./inbox/inbox_state.ts";

/** A request as the assistant gets it. */
export interface MessageView {
  readonly id: string;
  readonly conversationId: string;
  readonly from: Author;
  readonly at: string;
  readonly text: string;
  readonly replyTo?: string;
  readonly widgetResponse?: { readonly ref: string; readonly value: unknown; readonly cancelled: boolean };
  readonly attachments?: readonly AttachmentView[];
}

/** The last moment that a `Date` can hold: a device may claim any number, and one bad date must not hide an inbox. */
const LAST_MOMENT = 8.64e15;

/** ISO time of milliseconds since the Unix epoch. */
export function isoTime(at: number): string {
  return new Date(Math.min(Math.max(at, -LAST_MOMENT), LAST_MOMENT)).toISOString();
}

/** The same, for what may not have happened yet. */
export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}

/** A request. */
export function messageView(request: Request): MessageView {
  const { id, conversation, from, at, text, re, answer } = request;
  const files = filesOf(request);
  return {
    id,
    conversationId: conversation,
    from,
    at: isoTime(at),
    text,
    ...(re === undefined ? {} : { replyTo: re }),
    ...(answer === undefined ? {} : { widgetResponse: answerView(answer) }),
    ...(files.length === 0 ? {} : { attachments: files.map(attachmentView) }),
  };
}

/** An answer; a file's secrets are not for the assistant. */
function answerView(answer: WidgetAnswer): NonNullable<MessageView["widgetResponse"]> {
  const file = attachmentOf(answer.value);
  return file === undefined ? answer : { ...answer, value: attachmentView(file) };
}

/** How a reply stands: what the channel knows now, as long as the message is with it. */
export function replyState(inbox: Inbox, reply: Reply): Pick<Reply, "state" | "stateAt" | "code"> {
  const sent = inbox.channel.sendStateOf(reply.id);
  if (sent === undefined) return reply;
  return { state: sent.state, stateAt: sent.at, ...(sent.code === undefined ? {} : { code: sent.code }) };
}

/** What was sent for a request and was not refused, newest first. */
export function standingReplies(inbox: Inbox, source: string): Reply[] {
  return inbox.state.repliesTo(source).filter((reply) => replyState(inbox, reply).state !== "refused");
}

/** An entry of the history. */
export function entryView(inbox: Inbox, entry: Entry): Readonly<Record<string, unknown>> {
  if (entry.kind === "request") {
    return {
      kind: "request",
      ...messageView(entry),
      ...(entry.processedAt === undefined
        ? { state: "pending" }
        : { state: "processed", processedAt: isoTime(entry.processedAt) }),
    };
  }
  const { id, conversation, source, at, text, widget, answeredBy } = entry;
  const files = filesOf(entry);
  const { state, stateAt, code } = replyState(inbox, entry);
  return {
    kind: "reply",
    id,
    conversationId: conversation,
    sourceMessageId: source,
    at: isoTime(at),
    ...(text === undefined ? {} : { text }),
    ...(files.length === 0 ? {} : { attachments: files.map(attachmentView) }),
    ...(widget === undefined ? {} : { widget }),
    ...(answeredBy === undefined ? {} : { answeredBy }),
    state,
    stateAt: isoTime(stateAt),
    ...(code === undefined ? {} : { code }),
  };
}

/**
 * The pending request `id`, to which something is to be added.
 * @throws {Refusal} MESSAGE_NOT_FOUND, ALREADY_PROCESSED
 */
export function pendingRequest(state: InboxState, id: string): Request {
  const request = state.request(id);
  if (request === undefined) throw refuse("MESSAGE_NOT_FOUND", { messageId: id });
  if (request.processedAt !== undefined) throw refuse("ALREADY_PROCESSED", { messageId: id });
  return request;
}

/** As many of `items` as fit into one answer, and at least one. */
export function fitting<Item>(items: readonly Item[], sizeOf: (item: Item) => number, max: number): Item[] {
  let size = 0;
  const end = items.findIndex((item, index) => (size += sizeOf(item)) > max && index > 0);
  return items.slice(0, end === -1 ? items.length : end);
}

/**
 * What every write to a thread is made of: a message or an event at its end, the change feed's rows, the columns that
 * follow. Always inside a {@linkcode Write}.
 * @module
 */
import { type Actor, signatureOf } from "./actor.ts";
import { appendChanges } from "../../store/messagerie/changes.ts";
import { countMessage } from "../../store/messagerie/contact_counters.ts";
import { updateConversation } from "../../store/messagerie/conversations.ts";
import { insertMessage, lastTextColumns } from "../../store/messagerie/messages.ts";
import { type ConversationTable, MESSAGE_AUTHOR, MESSAGE_KIND } from "../../store/messagerie/schema.ts";
import type { Updateable } from "kysely";
import type { StoredEvent } from "./message_view.ts";
import type { Write } from "./write.ts";

/** What a thread must be known by to be written to. */
export interface Thread {
  readonly no: number;
  readonly inbox_no: number;
  readonly contact_no: number;
  readonly last_message_at: number;
  readonly waiting_since: number | null;
}

/** Who wrote a message, in columns: a token signs with its label and has no number among the people. */
export function authorship(actor: Actor) {
  return {
    author: MESSAGE_AUTHOR.agent,
    agentNo: actor.kind === "person" ? actor.agentNo : null,
    authorName: signatureOf(actor),
  };
}

/** Adds an event. It moves no date: only messages do. */
export async function addEvent(w: Write, thread: Thread, event: StoredEvent): Promise<void> {
  const id = w.newId();
  await insertMessage(w.db, {
    id,
    conversationNo: thread.no,
    inboxNo: thread.inbox_no,
    kind: MESSAGE_KIND.event,
    author: MESSAGE_AUTHOR.system,
    event: JSON.stringify(event),
    at: w.at,
  });
  await tellMessage(w, thread, id);
}

/** A text for the visitor, or one of theirs. */
export interface ThreadText {
  readonly author: number;
  readonly agentNo: number | null;
  readonly authorName: string | null;
  readonly body: string;
  /** Made by the page that sends it. */
  readonly clientKey?: string | undefined;
}

/**
 * Adds a text message and moves the dates that follow it; `columns` are the conversation's other changes, written along.
 * A clock that went back never takes a date back.
 * @returns the message's id
 */
export async function addText(
  w: Write,
  thread: Thread,
  text: ThreadText,
  columns: Updateable<ConversationTable>,
): Promise<string> {
  const id = w.newId();
  await insertMessage(w.db, {
    id,
    conversationNo: thread.no,
    inboxNo: thread.inbox_no,
    kind: MESSAGE_KIND.text,
    ...text,
    at: w.at,
  });
  await countMessage(w.db, { contactNo: thread.contact_no, inboxNo: thread.inbox_no, at: w.at });
  await updateConversation(w.db, thread.no, {
    ...columns,
    ...lastTextColumns(text),
    // What the desk answers ends the wait; the visitor's further texts do not begin it anew.
    waiting_since: text.author === MESSAGE_AUTHOR.contact ? thread.waiting_since ?? w.at : null,
    last_message_at: Math.max(thread.last_message_at, w.at),
  });
  await tellMessage(w, thread, id);
  return id;
}

/** Tells the feed of a row of a thread: a new one, or one that was deleted. */
export async function tellMessage(w: Write, thread: Thread, messageId: string): Promise<void> {
  await appendChanges(w.db, [{ ...nothing(w, thread), kind: "message", message_id: messageId }]);
}

/** Tells the feed that a conversation's own fields changed. `alert`: the inbox should call for attention. */
export async function tellConversation(
  w: Write,
  thread: Thread,
  payload: { readonly alert: true } | null = null,
): Promise<void> {
  await appendChanges(w.db, [{
    ...nothing(w, thread),
    kind: "conversation",
    payload: payload === null ? null : JSON.stringify(payload),
  }]);
}

function nothing(w: Write, thread: Thread) {
  return {
    at: w.at,
    conversation_no: thread.no,
    inbox_no: thread.inbox_no,
    message_id: null,
    agent_no: null,
    payload: null,
  };
}

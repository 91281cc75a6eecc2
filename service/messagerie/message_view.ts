/**
 * A message as it is told: by `from`, each with its own fields; one that was deleted for all with none of them
 * (contract: messagerie §3 `get_conversation`, §11 "Events").
 * @module
 */
import type { ThreadMessage } from "../../store/messagerie/read_thread.ts";
import { MESSAGE_AUTHOR, MESSAGE_KIND } from "../../store/messagerie/schema.ts";
import type { EventView, MessageView } from "./views.ts";

/**
 * An event as it is kept. Beside what is told, a transfer keeps the inbox's id: its name may be told only to those who
 * reach it.
 */
export type StoredEvent =
  | Exclude<EventView, { readonly type: "transferred" }>
  | {
    readonly type: "transferred";
    readonly inbox: string | null;
    readonly inboxId: string | null;
    readonly by: string;
  };

/** Tells whether the reader reaches an inbox, by its id or, for events that kept none, by its name. */
export type SeesInbox = (inbox: { readonly id: string | null; readonly name: string }) => boolean;

/** Milliseconds since the epoch, as ISO 8601 UTC with milliseconds. */
export function isoDate(at: number): string {
  return new Date(at).toISOString();
}

/** Whether a thread has events whose telling depends on the reader's inboxes. */
export function hasTransfer(messages: readonly ThreadMessage[]): boolean {
  return messages.some((message) =>
    message.kind === MESSAGE_KIND.event && message.event?.includes("transferred")
  );
}

/** One message, to a reader. */
export function messageView(message: ThreadMessage, seesInbox: SeesInbox): MessageView {
  const head = { id: message.id, at: isoDate(message.createdAt) };
  if (message.deletedAt !== null) return { ...head, deleted: true };
  const text = message.body;
  const files = message.files.map((file) => file.name);
  const author = message.authorName ?? message.agentName ?? "";
  switch (message.kind) {
    case MESSAGE_KIND.note:
      return { ...head, from: "note", author, text };
    case MESSAGE_KIND.event:
      return { ...head, from: "event", event: eventView(message.event ?? "{}", seesInbox) };
    case MESSAGE_KIND.handoff:
      return { ...head, from: "handoff" };
  }
  switch (message.author) {
    case MESSAGE_AUTHOR.contact:
      return { ...head, from: "visitor", text, files };
    case MESSAGE_AUTHOR.ai:
      return { ...head, from: "ai", text, confidence: message.confidence };
    default:
      return { ...head, from: "agent", author, text, files };
  }
}

function eventView(json: string, seesInbox: SeesInbox): EventView {
  const event = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const text = (key: string): string | null => typeof event[key] === "string" ? event[key] : null;
  const type = text("type") as EventView["type"];
  switch (type) {
    case "assigned":
      return { type, agent: text("agent"), by: text("by") };
    case "transferred": {
      const name = text("inbox");
      const told = name !== null && seesInbox({ id: text("inboxId"), name });
      return { type, inbox: told ? name : null, by: text("by") };
    }
    case "snoozed":
      return { type, agent: text("agent"), until: text("until") };
    default:
      return { type, agent: text("agent") };
  }
}

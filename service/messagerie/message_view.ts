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

const DAY_MS = 86_400_000;
/** `2026-11-29T` by day: a page tells many dates of few days, and `toISOString` would be a twentieth of what it costs. */
const days = new Map<number, string>();
const MAX_DAYS = 1_000;

const two = (value: number) => value < 10 ? `0${value}` : `${value}`;

/** Milliseconds since the epoch, as ISO 8601 UTC with milliseconds. */
export function isoDate(at: number): string {
  const day = Math.floor(at / DAY_MS);
  let date = days.get(day);
  if (date === undefined) {
    date = new Date(at).toISOString().slice(0, -"00:00:00.000Z".length);
    if (days.size >= MAX_DAYS) days.clear();
    days.set(day, date);
  }
  const ms = at - day * DAY_MS;
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${date}${time}.${ms % 1_000 < 100 ? "0" : ""}${two(ms % 1_000)}Z`;
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

/** An event as it is told to a reader. */
export function eventView(json: string, seesInbox: SeesInbox): EventView {
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

/**
 * Rows as a visitor is shown them.
 * @module
 */
import { MESSAGE_AUTHOR, MESSAGE_KIND } from "../../../store/messagerie/schema.ts";
import type {
  VisitorConversationRow,
  VisitorMessageRow,
} from "../../../store/messagerie/widget/visitor_thread.ts";
import { isoDate } from "../message_view.ts";
import type { VisitorConversationView, VisitorMessageView } from "./views.ts";

/** The first word of a person's name: visitors know advisors by it. */
function firstName(name: string | null): string | null {
  return name === null ? null : name.trim().split(/\s+/u)[0] || null;
}

/** A row of a thread. */
export function visitorMessageView(row: VisitorMessageRow): VisitorMessageView {
  const head = { id: row.id, at: isoDate(row.createdAt) };
  const author = firstName(row.agentName);
  if (row.kind === MESSAGE_KIND.handoff) return { ...head, from: "event", event: "handoff", author: null };
  if (row.kind === MESSAGE_KIND.event) {
    return { ...head, from: "event", event: row.event as "resolved", author };
  }
  if (row.deletedAt !== null) return { ...head, from: "deleted" };
  const said = {
    text: row.body,
    files: row.files.map(({ id, name, mimeType, size }) => ({ id, name, type: mimeType, size })),
  };
  switch (row.author) {
    case MESSAGE_AUTHOR.contact:
      return { ...head, from: "visitor", ...said, key: row.key };
    case MESSAGE_AUTHOR.ai:
      return { ...head, from: "ai", ...said };
    default:
      return { ...head, from: "agent", author, ...said };
  }
}

/** A line of the list. */
export function visitorConversationView(row: VisitorConversationRow): VisitorConversationView {
  return {
    id: row.id,
    resolved: row.status === "resolved",
    advisor: firstName(row.agentName),
    lastMessage: { from: row.lastFrom, text: row.lastText },
    lastMessageAt: isoDate(row.lastMessageAt),
    unread: row.unread,
  };
}

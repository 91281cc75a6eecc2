/** Conversations and messages as the server tells them, for tests of what pages make of them. */
import type { Details, ListItem, ThreadItem } from "../../../../web/inbox/desk/types.ts";

/** A line of the list. */
export function listItem(part: Partial<ListItem> = {}): ListItem {
  return {
    id: "00000000-0000-7000-8000-000000000001",
    contact: { id: "00000000-0000-7000-8000-000000000002", name: "Léa Martin" },
    channel: "web",
    status: "open",
    inbox: null,
    assignee: null,
    unread: false,
    priority: "normal",
    sentiment: null,
    tags: [],
    lastMessage: { from: "visitor", text: "Bonjour" },
    lastMessageAt: "2026-03-12T09:00:00.000Z",
    waitingSince: null,
    snoozedUntil: null,
    ...part,
  };
}

/** A conversation with what stands beside it. */
export function details(part: Partial<ListItem> = {}): Details {
  const item = listItem(part);
  return {
    ...item,
    site: "Boutique",
    intent: null,
    summary: null,
    data: {},
    createdAt: "2026-03-12T08:00:00.000Z",
    contact: {
      ...item.contact,
      email: null,
      phone: null,
      externalId: null,
      identified: false,
      segment: null,
      attributes: [],
      data: {},
      site: "Boutique",
    },
    others: [],
  };
}

/** The nth message, a minute after the one before; the visitor's unless told otherwise. */
export function message(n: number, part: Partial<Extract<ThreadItem, { from: "advisor" }>> = {}): ThreadItem {
  const at = new Date(Date.UTC(2026, 2, 12, 9, n)).toISOString();
  const id = `m${String(n).padStart(4, "0")}`;
  if (part.from === undefined) return { id, at, from: "visitor", text: part.text ?? `texte ${n}`, files: [] };
  return {
    id,
    at,
    from: "advisor",
    author: { id: "a", name: "Ahmed" },
    text: `réponse ${n}`,
    files: [],
    delivery: null,
    key: null,
    ...part,
  };
}

/**
 * A small desk that the API reference shows: what the service would answer with. Typed by the service's own views, so that
 * a sample of another shape does not compile.
 * @module
 */
import type {
  AgentView,
  ContactDetail,
  ContactListItem,
  ConversationSummary,
  ConversationView,
  EventView,
  FoundMessage,
  InboxView,
  MessageView,
  WhoamiView,
} from "../../../service/messagerie/mod.ts";

/** The ids of the samples: the same thing has the same id in all of them. */
export const SAMPLE_ID = {
  conversation: "019a6b1e-7c40-7d2a-9f31-5b8e2c4d6a10",
  contact: "019a6b1e-7b02-7e55-8c14-2d9f7a6b3e21",
  inbox: "0199f0aa-1000-7a3b-8d4c-6e5f7a8b9c0d",
  advisor: "0199f0aa-2000-7b4c-9e5d-7f6a8b9c0d1e",
  question: "019a6b1e-7c41-7f3e-a042-6c9f3d5e7b21",
  answer: "019a6b22-0f10-7a4f-b153-7da04e6f8c32",
} as const;

/** The label of the token in the samples: it signs what it writes. */
const TOKEN_LABEL = "Claude";
const QUESTION = "Bonjour, ma commande C-2214 n’est pas arrivée. Où en est-elle ?";
const CONTACT = {
  id: SAMPLE_ID.contact,
  name: "Léa Martin",
  email: "lea.martin@exemple.fr",
  phone: "+33612345678",
  identified: true,
} as const;
const WHEREABOUTS = { location: null, country: null, timeZone: null, place: null } as const;
const ASKED_AT = "2026-11-23T09:14:02.118Z";
const ANSWERED_AT = "2026-11-23T09:20:45.000Z";

const question: MessageView = {
  id: SAMPLE_ID.question,
  at: ASKED_AT,
  from: "visitor",
  text: QUESTION,
  files: ["suivi.pdf"],
};

/** The conversation as it is read. */
export const SAMPLE_CONVERSATION: ConversationView = {
  id: SAMPLE_ID.conversation,
  channel: "web",
  status: "open",
  site: "Boutique",
  inboxId: SAMPLE_ID.inbox,
  assignee: null,
  assigneeId: null,
  priority: "normal",
  sentiment: "neutral",
  intent: "Suivi de commande",
  tags: ["Livraison"],
  summary: "Léa demande où en est la commande C-2214.",
  data: { commande: "C-2214", montant: 89.9 },
  contact: CONTACT,
  messages: [question],
  deliveries: [],
};

/** The conversation as it is after a write: what changed, and what was added to its thread. */
export function sampleAfter(
  change: Partial<ConversationView>,
  ...added: readonly MessageView[]
): ConversationView {
  return { ...SAMPLE_CONVERSATION, ...change, messages: [question, ...added] };
}

/** What the token wrote, as the thread shows it. */
export function sampleMessage(from: "agent" | "note", text: string): MessageView {
  const head = { id: SAMPLE_ID.answer, at: ANSWERED_AT, author: TOKEN_LABEL, text };
  return from === "note" ? { ...head, from } : { ...head, from, files: [] };
}

/** What happened, as the thread shows it. */
export function sampleEvent(event: EventView): MessageView {
  return { id: SAMPLE_ID.answer, at: ANSWERED_AT, from: "event", event };
}

export const SAMPLE_SUMMARY: ConversationSummary = {
  id: SAMPLE_ID.conversation,
  contact: CONTACT.name,
  email: CONTACT.email,
  status: "open",
  inboxId: SAMPLE_ID.inbox,
  assignee: null,
  unread: true,
  priority: "normal",
  sentiment: "neutral",
  tags: ["Livraison"],
  lastMessage: { from: "visitor", text: QUESTION },
  lastMessageAt: ASKED_AT,
};

export const SAMPLE_TOKEN: WhoamiView = {
  label: TOKEN_LABEL,
  prefix: "msg_k3v9x2ma",
  access: "write",
  surfaces: ["rest", "mcp"],
  inboxIds: null,
  expiresAt: "2027-11-23T00:00:00.000Z",
};

export const SAMPLE_INBOX: InboxView = {
  id: SAMPLE_ID.inbox,
  name: "Service client",
  description: "Commandes et livraisons",
};

export const SAMPLE_ADVISOR: AgentView = { id: SAMPLE_ID.advisor, name: "Claire Dubois", role: "agent" };

export const SAMPLE_FOUND: FoundMessage = {
  conversationId: SAMPLE_ID.conversation,
  messageId: SAMPLE_ID.question,
  contactName: CONTACT.name,
  author: "visitor",
  at: ASKED_AT,
  body: QUESTION,
};

export const SAMPLE_CONTACT: ContactListItem = {
  ...CONTACT,
  site: "Boutique",
  conversations: 1,
  lastMessageAt: ASKED_AT,
  ...WHEREABOUTS,
};

export const SAMPLE_CARD: ContactDetail = {
  contact: {
    ...CONTACT,
    ...WHEREABOUTS,
    segment: "Fidèle",
    attributes: [{ label: "Client depuis", value: "2023" }],
    data: { numero: 10482 },
  },
  site: "Boutique",
  conversations: [{
    id: SAMPLE_ID.conversation,
    subject: "Suivi de commande",
    status: "open",
    at: ASKED_AT,
  }],
};

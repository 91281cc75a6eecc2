/**
 * What the advisors' routes answer with, as schemas: their types are the pages' (`web/` imports them type-only), and tests
 * hold every answer against them. Objects are closed: what no schema names does not leave. Dates are ISO 8601 UTC with
 * milliseconds, ids UUIDs.
 * @module
 */
import * as z from "zod";

const id = z.uuid();
const date = z.iso.datetime({ precision: 3 });
const status = z.enum(["ai", "open", "pending", "resolved"]);
const channel = z.enum(["web", "sms", "email"]);
const priority = z.enum(["low", "normal", "high", "urgent"]);
const sentiment = z.enum(["positive", "neutral", "negative"]);
/** Metadata. */
export const DATA = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** A name with the id that it stands for. */
const named = z.strictObject({ id, name: z.string() });

export const TAG = z.strictObject({ label: z.string(), color: z.string() });

/** One line of the list. */
export const LIST_ITEM = z.strictObject({
  id,
  contact: named,
  channel,
  status,
  /** Null: no inbox, reached by everybody. */
  inbox: named.nullable(),
  assignee: named.nullable(),
  unread: z.boolean(),
  priority,
  sentiment: sentiment.nullable(),
  tags: z.array(TAG),
  /** The last text, cut at 240 characters; of files alone: "". `from` null: no text yet. */
  lastMessage: z.strictObject({ from: z.enum(["visitor", "agent", "ai"]).nullable(), text: z.string() }),
  lastMessageAt: date,
  /** Since when the visitor waits for an answer, a person's or a program's; null when nobody waits. */
  waitingSince: date.nullable(),
  /** Until when it is on hold; null when it is not. */
  snoozedUntil: date.nullable(),
});

export const LIST_PAGE = z.strictObject({
  conversations: z.array(LIST_ITEM),
  /** Whether there are more: ask with `before` the last one's id. */
  more: z.boolean(),
});

const count = z.strictObject({ conversations: z.int(), unread: z.int() });

/** How many conversations each tab holds, and how many of them are unread. Those that hold resolved ones are not counted. */
export const COUNTS = z.strictObject({
  unresolved: count,
  queue: count,
  mine: count,
  ai: count,
  pending: count,
});

export const FILE = z.strictObject({
  id,
  name: z.string(),
  type: z.string(),
  /** In bytes. */
  size: z.int(),
  /** False: only its name is known (an imported desk). */
  available: z.boolean(),
});

/** What happened, as `get_conversation` tells it; names are those of then. */
export const EVENT = z.discriminatedUnion("type", [
  z.strictObject({ type: z.enum(["takeover", "resolved", "reopened"]), agent: z.string().nullable() }),
  z.strictObject({ type: z.literal("assigned"), agent: z.string().nullable(), by: z.string().nullable() }),
  /** `inbox` is null when the reader does not reach it, and for "no inbox". */
  z.strictObject({ type: z.literal("transferred"), inbox: z.string().nullable(), by: z.string().nullable() }),
  z.strictObject({ type: z.literal("snoozed"), agent: z.string().nullable(), until: z.string().nullable() }),
  z.strictObject({ type: z.literal("woke"), agent: z.string().nullable() }),
]);

/** How an SMS or e-mail left. */
const DELIVERY = z.strictObject({
  state: z.enum(["pending", "in_flight", "sent", "delivered", "failed", "skipped"]),
  /** Why it failed or was skipped, or why it is tried again; null otherwise. */
  code: z.string().nullable(),
  /** The code in words. */
  reason: z.strictObject({ fr: z.string(), en: z.string() }).nullable(),
  at: date,
});

const head = { id, at: date };
/** Who signed: a person has an id, a program (its token's label) none. */
const author = z.strictObject({ id: id.nullable(), name: z.string() });
/** The key that its author's page made for it; null of what no page wrote. */
const key = z.string().nullable();

/** A row of a thread, told apart by `from`. */
export const THREAD_ITEM = z.discriminatedUnion("from", [
  z.strictObject({ ...head, from: z.literal("visitor"), text: z.string(), files: z.array(FILE) }),
  z.strictObject({
    ...head,
    from: z.literal("advisor"),
    author,
    text: z.string(),
    files: z.array(FILE),
    delivery: DELIVERY.nullable(),
    key,
  }),
  z.strictObject({
    ...head,
    from: z.literal("program"),
    author,
    text: z.string(),
    files: z.array(FILE),
    delivery: DELIVERY.nullable(),
  }),
  z.strictObject({
    ...head,
    from: z.literal("ai"),
    text: z.string(),
    /** 0 to 1; null when it was not told. */
    confidence: z.number().nullable(),
    files: z.array(FILE),
    delivery: DELIVERY.nullable(),
  }),
  z.strictObject({ ...head, from: z.literal("note"), author, text: z.string(), key }),
  z.strictObject({ ...head, from: z.literal("event"), event: EVENT }),
  z.strictObject({ ...head, from: z.literal("handoff") }),
  z.strictObject({ ...head, from: z.literal("deleted") }),
]);

/** A page of a thread, oldest first. */
export const THREAD_PAGE = z.strictObject({
  messages: z.array(THREAD_ITEM),
  /** Whether there are more in the direction that was asked: older ones, or with `after` newer ones. */
  more: z.boolean(),
});

export const CONTACT = z.strictObject({
  id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  externalId: z.string().nullable(),
  /** The site vouched for who it is. */
  identified: z.boolean(),
  segment: z.string().nullable(),
  attributes: z.array(z.strictObject({
    label: z.string(),
    value: z.string(),
    kind: z.string().optional(),
  })),
  data: DATA,
  site: z.string(),
});

const CONTACT_CONVERSATION = z.strictObject({
  id,
  /** Its intent, else the visitor's first message, cut; "" without any. */
  subject: z.string(),
  status,
  at: date,
});

/** A conversation with what stands beside its thread. */
export const DETAILS = z.strictObject({
  ...LIST_ITEM.shape,
  site: z.string(),
  intent: z.string().nullable(),
  summary: z.string().nullable(),
  data: DATA,
  createdAt: date,
  contact: CONTACT,
  /** The contact's other conversations that the reader reaches, the last active first, 50 at most. */
  others: z.array(CONTACT_CONVERSATION),
});

/** What a reply or a note answers with. */
export const WRITTEN = z.strictObject({ conversation: LIST_ITEM, message: THREAD_ITEM });

export const FOUND = z.strictObject({
  messages: z.array(z.strictObject({
    conversationId: id,
    messageId: id,
    contactName: z.string(),
    author: z.enum(["visitor", "agent", "ai", "note"]),
    at: date,
    body: z.string(),
  })),
  contacts: z.array(z.strictObject({
    id,
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    identified: z.boolean(),
    site: z.string(),
    conversations: z.int(),
    lastMessageAt: date.nullable(),
  })),
});

export const CONTACT_CARD = z.strictObject({
  contact: CONTACT,
  conversations: z.array(CONTACT_CONVERSATION),
});

export const INBOX = z.strictObject({ id, name: z.string(), description: z.string() });

/** Somebody at the desk. `inboxIds`: those that they serve, of those that the reader reaches; null: all. */
export const COLLEAGUE = z.strictObject({
  id,
  name: z.string(),
  role: z.enum(["agent", "supervisor"]),
  inboxIds: z.array(id).nullable(),
});

export const NOTIFICATION = z.strictObject({
  id,
  kind: z.literal("assigned"),
  conversationId: id,
  contactName: z.string(),
  /** Who did it. */
  by: z.string().nullable(),
  at: date,
  read: z.boolean(),
});

/** The bell: the newest 50. */
export const BELL = z.strictObject({ notifications: z.array(NOTIFICATION), unread: z.int() });

/** Who of the team is at a conversation now, through this server process. */
export const PRESENCE = z.strictObject({
  conversationId: id,
  people: z.array(z.strictObject({ id, name: z.string(), state: z.enum(["looking", "writing"]) })),
});

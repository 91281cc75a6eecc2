/**
 * What REST answers with, as schemas: the OpenAPI document is made from them, and tests hold every answer against it.
 * The service's views are in REST's camelCase already and are sent as they are; the types below are checked against them.
 * @module
 */
import * as z from "zod";
import { type RefusalCode, REFUSALS } from "../../../service/messagerie/refusals.ts";
import type {
  AgentView,
  ContactDetail,
  ContactListItem,
  ConversationSummary,
  ConversationView,
  FoundMessage,
  InboxView,
  WhoamiView,
} from "../../../service/messagerie/mod.ts";

/** A schema of exactly what a view is, names and types. */
type Of<View> = z.ZodType<View>;

// Ids of an import may be UUIDs of any version, which zod's own check refuses.
const id = z.string().meta({ format: "uuid" });
const at = z.string().meta({ format: "date-time" });
const name = z.string();
const metadata = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const status = z.enum(["ai", "open", "pending", "resolved"]);
const priority = z.enum(["low", "normal", "high", "urgent"]);
const sentiment = z.enum(["positive", "neutral", "negative"]).nullable();

/** `GET /me` */
export const Me = z.strictObject({
  label: z.string(),
  prefix: z.string(),
  access: z.enum(["read", "write"]),
  surfaces: z.array(z.enum(["mcp", "rest"])),
  inboxIds: z.array(id).nullable(),
  expiresAt: at.nullable(),
}) satisfies Of<WhoamiView>;

/** An inbox of `GET /inboxes`. */
export const Inbox = z.strictObject({ id, name, description: z.string() }) satisfies Of<InboxView>;

/** An advisor of `GET /agents`. */
export const Agent = z.strictObject({
  id,
  name,
  role: z.enum(["agent", "supervisor"]),
}) satisfies Of<AgentView>;

/** A line of `GET /conversations`. */
export const ConversationSummaryObject = z.strictObject({
  id,
  contact: name,
  email: z.string().nullable(),
  status,
  inboxId: id.nullable(),
  assignee: name.nullable(),
  unread: z.boolean(),
  priority,
  sentiment,
  tags: z.array(z.string()),
  lastMessage: z.strictObject({ from: z.enum(["visitor", "agent", "ai"]).nullable(), text: z.string() }),
  lastMessageAt: at,
}) satisfies Of<ConversationSummary>;

const nobody = name.nullable();
const Event = z.union([
  z.strictObject({ type: z.enum(["takeover", "resolved", "reopened", "woke"]), agent: nobody }),
  z.strictObject({ type: z.literal("assigned"), agent: nobody, by: nobody }),
  z.strictObject({ type: z.literal("transferred"), inbox: nobody, by: nobody }),
  z.strictObject({ type: z.literal("snoozed"), agent: nobody, until: at.nullable() }),
]);
const files = z.array(z.string());
const text = z.string();

/** A message of a thread, told apart by `from`; a deleted one has only its id and date. */
export const Message = z.union([
  z.strictObject({ id, at, from: z.literal("visitor"), text, files }),
  z.strictObject({ id, at, from: z.literal("agent"), author: name, text, files }),
  z.strictObject({ id, at, from: z.literal("note"), author: name, text }),
  z.strictObject({ id, at, from: z.literal("ai"), text, confidence: z.number().min(0).max(1).nullable() }),
  z.strictObject({ id, at, from: z.literal("event"), event: Event }),
  z.strictObject({ id, at, from: z.literal("handoff") }),
  z.strictObject({ id, at, deleted: z.literal(true) }),
]);

/** `GET /conversations/{id}`, and what every write answers with. */
export const Conversation = z.strictObject({
  id,
  channel: z.enum(["web", "sms", "email"]),
  status,
  site: name,
  inboxId: id.nullable(),
  assignee: name.nullable(),
  assigneeId: id.nullable(),
  priority,
  sentiment,
  intent: z.string().nullable(),
  tags: z.array(z.string()),
  summary: z.string().nullable(),
  data: metadata,
  contact: z.strictObject({
    id,
    name,
    email: z.string().nullable(),
    phone: z.string().nullable(),
    identified: z.boolean(),
  }),
  messages: z.array(Message),
  deliveries: z.array(z.strictObject({
    messageId: id,
    state: z.enum(["pending", "in_flight", "sent", "delivered", "failed", "skipped"]),
    code: z.string().nullable(),
    at,
  })),
}) satisfies Of<ConversationView>;

/** A message of `GET /search`. */
export const Found = z.strictObject({
  conversationId: id,
  messageId: id,
  contactName: name,
  author: z.enum(["visitor", "agent", "ai", "note"]),
  at,
  body: text,
}) satisfies Of<FoundMessage>;

const whereabouts = { location: z.null(), country: z.null(), timeZone: z.null(), place: z.null() };
const person = {
  id,
  name,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  identified: z.boolean(),
};

/** A contact of `GET /contacts`. */
export const ContactListItemObject = z.strictObject({
  ...person,
  site: name,
  conversations: z.int().min(0),
  lastMessageAt: at.nullable(),
  ...whereabouts,
}) satisfies Of<ContactListItem>;

/** A contact's card. */
export const Contact = z.strictObject({
  ...person,
  ...whereabouts,
  segment: z.string().nullable(),
  attributes: z.array(
    z.strictObject({ label: z.string(), value: z.string(), kind: z.string().exactOptional() }),
  ),
  data: metadata,
});

/** `GET /contacts/{id}` */
export const ContactDetailObject = z.strictObject({
  contact: Contact,
  site: name,
  conversations: z.array(z.strictObject({ id, subject: z.string(), status, at })),
}) satisfies Of<ContactDetail>;

/** Every refusal. */
export const RefusalObject = z.strictObject({
  code: z.enum(Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** The schemas that the document names under `components`, by their names there. */
export const OBJECTS = {
  Me,
  Inbox,
  Agent,
  ConversationSummary: ConversationSummaryObject,
  Message,
  Conversation,
  FoundMessage: Found,
  ContactListItem: ContactListItemObject,
  Contact,
  ContactDetail: ContactDetailObject,
  Refusal: RefusalObject,
} as const;

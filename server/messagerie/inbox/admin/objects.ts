/**
 * What the routes of administration answer with, as schemas; pages import their types.
 * @module
 */
import * as z from "zod";
import type { AuditEntry } from "../../../../service/messagerie/admin/audit.ts";
import { AUDIT_ACTIONS } from "../../../../service/messagerie/admin/audit.ts";
import type { CannedReply } from "../../../../service/messagerie/admin/canned_replies.ts";
import type { ChannelTest, ChannelView } from "../../../../service/messagerie/admin/channels.ts";
import type { ManagedInbox } from "../../../../service/messagerie/admin/inboxes.ts";
import type { PersonView, SentLink } from "../../../../service/messagerie/admin/people.ts";
import type { TagView } from "../../../../service/messagerie/admin/tags.ts";
import type { TokenView } from "../../../../service/messagerie/admin/tokens.ts";
import type { HostText } from "../../../../base/host_text.ts";

const date = z.iso.datetime({ precision: 3 });
const id = z.guid();
const name = z.string();
const access = z.enum(["read", "write"]);
const surfaces = z.array(z.enum(["mcp", "rest"])).readonly();
const words = z.strictObject({ fr: z.string(), en: z.string() });

/** A token without its secret. `state` says whether it opens anything; `orphaned`: who made it has left. */
export const TOKEN = z.strictObject({
  id,
  label: z.string(),
  prefix: z.string(),
  access,
  surfaces,
  /** Null: every inbox that its creator reaches. */
  inboxIds: z.array(id).readonly().nullable(),
  createdBy: z.strictObject({ id, name }),
  createdAt: date,
  lastUsedAt: date.nullable(),
  expiresAt: date.nullable(),
  revokedAt: date.nullable(),
  state: z.enum(["active", "expired", "revoked", "orphaned"]),
}) satisfies z.ZodType<TokenView>;

/** What is pasted into one host; which of them hold the token is told by `secret`. */
const HOST_TEXT = z.strictObject({
  id: z.string(),
  host: z.string(),
  /** The file that takes the text; null: a terminal for `sh`, else whatever file the client reads. */
  file: z.string().nullable(),
  format: z.enum(["sh", "json", "toml", "env"]),
  secret: z.enum(["text", "variable", "asked"]),
  text: z.string(),
}) satisfies z.ZodType<HostText>;

/** A token that was just made: the only answer that holds it. */
export const CREATED_TOKEN = z.strictObject({
  id,
  label: z.string(),
  prefix: z.string(),
  /** Shown this once. */
  token: z.string(),
  access,
  surfaces,
  inboxIds: z.array(id).readonly().nullable(),
  expiresAt: date.nullable(),
  /** Where programs find this server. */
  publicUrl: z.string(),
  /** Ready to copy, with this server's address; none when the token does not open MCP. */
  hosts: z.array(HOST_TEXT).readonly(),
  /** A command that tries REST; null when the token does not open it. */
  curl: z.string().nullable(),
});

export const MANAGED_INBOX = z.strictObject({
  id,
  name,
  description: z.string(),
  siteId: id.nullable(),
  /** Resolved ones too. */
  conversations: z.int(),
  /** Advisors who serve it; supervisors reach all. */
  people: z.int(),
}) satisfies z.ZodType<ManagedInbox>;

export const PERSON = z.strictObject({
  id,
  login: z.string(),
  name,
  role: z.enum(["agent", "supervisor"]),
  active: z.boolean(),
  /** Whether they chose a password; until then they were invited. */
  joined: z.boolean(),
  inboxIds: z.array(id).readonly(),
  lastSeenAt: date.nullable(),
  linkUntil: date.nullable(),
}) satisfies z.ZodType<PersonView>;

/** A link for somebody, shown this once, and what became of the e-mail that brings it. */
export const SENT_LINK = z.strictObject({
  person: PERSON,
  link: z.strictObject({ url: z.string(), expiresAt: date }),
  mail: z.discriminatedUnion("state", [
    z.strictObject({ state: z.enum(["sent", "off", "no_address"]), reason: z.null() }),
    z.strictObject({ state: z.literal("failed"), reason: words }),
  ]),
}) satisfies z.ZodType<SentLink>;

export const DECLARED_TAG = z.strictObject({
  name,
  /** `#rrggbb`. */
  color: z.string(),
  conversations: z.int(),
}) satisfies z.ZodType<TagView>;

export const CANNED_REPLY = z.strictObject({
  id,
  /** Without its slash. */
  shortcut: z.string(),
  title: z.string(),
  /** With its variables, such as `{{contact.name}}`, as they were written. */
  body: z.string(),
  /** Null: of every inbox. */
  inboxId: id.nullable(),
}) satisfies z.ZodType<CannedReply>;

export const CHANNEL = z.strictObject({
  channel: z.enum(["email", "sms"]),
  available: z.boolean(),
  from: z.string().nullable(),
  server: z.string().nullable(),
  inboxId: id.nullable(),
}) satisfies z.ZodType<ChannelView>;

export const CHANNEL_TEST = z.strictObject({
  state: z.enum(["accepted", "refused", "later", "unknown"]),
  reason: words.nullable(),
}) satisfies z.ZodType<ChannelTest>;

const AUDIT_ENTRY = z.strictObject({
  no: z.int(),
  at: date,
  /** The name of then; null: the command line. */
  by: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  subject: z.string(),
  detail: z.string().nullable(),
}) satisfies z.ZodType<AuditEntry>;

/** The latest change first; ask with `before` the last one's `no`. */
export const AUDIT_PAGE = z.strictObject({ changes: z.array(AUDIT_ENTRY).readonly(), more: z.boolean() });

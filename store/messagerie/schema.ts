/**
 * The tables as Kysely sees them. What the columns mean is told by the migrations.
 * @module
 */
import type { ColumnType, Generated } from "kysely";
import type { WidgetSchema } from "./widget/schema.ts";

type Flag = ColumnType<number, number | boolean | undefined, number | boolean>;

export type AgentRole = "agent" | "supervisor";
export type Channel = "web" | "sms" | "email";
export type ConversationStatus = "ai" | "open" | "pending" | "resolved";
export type Priority = "low" | "normal" | "high" | "urgent";
export type Sentiment = "positive" | "neutral" | "negative";
export type OutboundState = "pending" | "in_flight" | "sent" | "delivered" | "failed" | "skipped";

/** `message.kind`. */
export const MESSAGE_KIND = { text: 0, note: 1, event: 2, handoff: 3 } as const;
/** `message.author`. A token writes as `agent`, with its label in `author_name` and no `agent_no`. */
export const MESSAGE_AUTHOR = { contact: 0, agent: 1, ai: 2, system: 3 } as const;

export interface SiteTable {
  no: Generated<number>;
  id: string;
  name: string;
  country: Generated<string>;
  ai: Flag;
  created_at: number;
}

export interface InboxTable {
  no: Generated<number>;
  id: string;
  name: string;
  description: Generated<string>;
  site_no: number | null;
  created_at: number;
}

export interface AgentTable {
  no: Generated<number>;
  id: string;
  login: string;
  name: string;
  role: AgentRole;
  active: Flag;
  password_hash: string | null;
  created_at: number;
}

export interface AgentInboxTable {
  agent_no: number;
  inbox_no: number;
}

export interface ContactTable {
  no: Generated<number>;
  id: string;
  site_no: number;
  name: string;
  email: string | null;
  phone: string | null;
  external_id: string | null;
  identified: Flag;
  segment: string | null;
  /** JSON array of `{label, value, kind?}`. */
  attributes: Generated<string>;
  /** JSON object of at most 40 scalar values. */
  data: Generated<string>;
  /** Folded name, e-mail, external id and phone digits, a line each. */
  search: string;
  last_message_at: number | null;
  conversations: Generated<number>;
  created_at: number;
  updated_at: number;
}

/** How many conversations a contact has in an inbox, and the date of the latest; kept by every write that moves one. */
export interface ContactInboxTable {
  inbox_no: number;
  contact_no: number;
  last_message_at: number | null;
  conversations: number;
}

export interface ConversationTable {
  no: Generated<number>;
  id: string;
  contact_no: number;
  site_no: number;
  /** 0: no inbox, reached by everybody. */
  inbox_no: Generated<number>;
  channel: Generated<Channel>;
  status: ConversationStatus;
  assignee_no: number | null;
  priority: Generated<Priority>;
  sentiment: Sentiment | null;
  intent: string | null;
  summary: string | null;
  unread: Flag;
  snoozed_until: number | null;
  resolved_at: number | null;
  data: Generated<string>;
  last_message_at: number;
  /** Author of the last text message that is not deleted: visitor, agent, ai; null without any. */
  last_from: "visitor" | "agent" | "ai" | null;
  /** Its text, cut at 240 code points. */
  last_text: Generated<string>;
  /** Id of the last message that the visitor has seen. */
  visitor_seen: string | null;
  /** Since when the visitor waits for an answer; null when nobody waits, and of what is resolved. */
  waiting_since: Generated<number | null>;
  created_at: number;
}

export interface MessageTable {
  seq: Generated<number>;
  id: string;
  conversation_no: number;
  /** Copy of the conversation's, for search. */
  inbox_no: number;
  kind: number;
  author: number;
  agent_no: number | null;
  /** The name as it was then: a token's label, a person's name. */
  author_name: string | null;
  body: Generated<string>;
  confidence: number | null;
  /** JSON of an event, `{type, …}`. */
  event: string | null;
  created_at: number;
  deleted_at: number | null;
  /** Made by the page that wrote it, so that what is sent twice is kept once; unique among its author's. */
  client_key: Generated<string | null>;
}

/** Only of texts and notes that are not deleted. */
export interface MessageTextTable {
  seq: number;
  folded: string;
}

export interface TermTable {
  id: Generated<number>;
  text: string;
  df: number;
}

export interface AttachmentTable {
  no: Generated<number>;
  id: string;
  message_id: string;
  name: string;
  mime_type: Generated<string>;
  size: Generated<number>;
  content: Uint8Array | null;
  position: Generated<number>;
}

/** One row: the bytes of all attachments, kept by triggers. */
export interface FileRoomTable {
  one: number;
  bytes: number;
}

export interface TagDefinitionTable {
  no: Generated<number>;
  name: string;
  folded: string;
  color: string;
  created_at: number;
}

export interface ConversationTagTable {
  conversation_no: number;
  folded: string;
  label: string;
  color: string;
  position: number;
}

export interface TokenTable {
  no: Generated<number>;
  id: string;
  label: string;
  /** 8 × [a-z0-9], without its head `msg_`. */
  prefix: string;
  /** SHA-256 of the secret. */
  secret_hash: Uint8Array;
  access: "read" | "write";
  rest: Flag;
  mcp: Flag;
  /** JSON array of inbox ids; null: all of the creator's. */
  inbox_ids: string | null;
  created_by: number;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
}

export interface NotificationTable {
  no: Generated<number>;
  id: string;
  agent_no: number;
  kind: "assigned";
  conversation_no: number | null;
  by_name: string | null;
  created_at: number;
  read_at: number | null;
}

export interface OutboundTable {
  no: Generated<number>;
  message_id: string;
  /** From 1; only a text too long for one SMS has more than one. */
  part: Generated<number>;
  conversation_no: number;
  channel: "sms" | "email";
  recipient: string;
  state: OutboundState;
  attempts: Generated<number>;
  next_attempt_at: number | null;
  lease_owner: string | null;
  provider_id: string | null;
  code: string | null;
  created_at: number;
  updated_at: number;
}

/** The feed that live views and other processes follow; a row per change, in the transaction that makes it. */
export interface ChangeTable {
  no: Generated<number>;
  at: number;
  /** `session`: a session of `agent_no` ended. */
  kind: "message" | "conversation" | "notification" | "outbound" | "directory" | "token" | "session";
  conversation_no: number | null;
  inbox_no: number | null;
  message_id: string | null;
  agent_no: number | null;
  /** JSON. Of a `conversation`: `{"alert":true}` when a visitor's message calls for people's attention. */
  payload: string | null;
}

export interface SessionTable {
  no: Generated<number>;
  id: string;
  /** SHA-256 of what the cookie holds. */
  secret_hash: Uint8Array;
  agent_no: number;
  user_agent: string;
  created_at: number;
  seen_at: number;
  expires_at: number;
}

/** A link that opens once. */
export interface OneTimeLinkTable {
  no: Generated<number>;
  kind: "setup" | "invitation" | "reset";
  secret_hash: Uint8Array;
  /** Null for `setup` alone: whom it makes is not there yet. */
  agent_no: number | null;
  created_at: number;
  expires_at: number;
}

/** A browser in which this person signed in once. */
export interface KnownDeviceTable {
  secret_hash: Uint8Array;
  agent_no: number;
  seen_at: number;
}

/** Failed attempts under a key, and until when the next has to wait. */
export interface GuessTable {
  key: string;
  failures: number;
  at: number;
  until: number;
}

export interface AgentPreferenceTable {
  agent_no: number;
  language: "fr" | "en" | "auto";
  theme: "light" | "dark" | "auto";
  sound: Flag;
  desktop: Flag;
}

export interface CannedReplyTable {
  no: Generated<number>;
  id: string;
  /** Null: of every inbox. */
  inbox_no: number | null;
  /** Folded. */
  shortcut: string;
  title: string;
  body: string;
  created_at: number;
  updated_at: number;
}

/** Who changed what. `by_no` and `by_name` are null for the command line. */
export interface AuditTable {
  no: Generated<number>;
  at: number;
  by_no: number | null;
  by_name: string | null;
  action: string;
  subject: string;
  detail: string | null;
}

/** Server processes on this database, so that limits can be shared when there are several. */
export interface ServerProcessTable {
  id: string;
  pid: number;
  started_at: number;
  seen_at: number;
}

export interface RateCountTable {
  process_id: string;
  key: string;
  at: number;
  n: number;
}

export interface DeskSchema extends WidgetSchema {
  site: SiteTable;
  inbox: InboxTable;
  agent: AgentTable;
  agent_inbox: AgentInboxTable;
  contact: ContactTable;
  contact_inbox: ContactInboxTable;
  conversation: ConversationTable;
  message: MessageTable;
  message_text: MessageTextTable;
  term: TermTable;
  attachment: AttachmentTable;
  file_room: FileRoomTable;
  tag_definition: TagDefinitionTable;
  conversation_tag: ConversationTagTable;
  token: TokenTable;
  notification: NotificationTable;
  outbound: OutboundTable;
  change: ChangeTable;
  session: SessionTable;
  one_time_link: OneTimeLinkTable;
  known_device: KnownDeviceTable;
  guess: GuessTable;
  agent_preference: AgentPreferenceTable;
  canned_reply: CannedReplyTable;
  audit: AuditTable;
  server_process: ServerProcessTable;
  rate_count: RateCountTable;
}

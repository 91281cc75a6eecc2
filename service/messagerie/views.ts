/**
 * What the service answers with: plain values in camelCase, dates as ISO 8601 UTC with milliseconds. REST sends them
 * nearly as they are; the tools rename their keys in one place (contract: messagerie §3, §5, §11). They hold only what
 * the reader reaches.
 * @module
 */
import type {
  AgentRole,
  Channel,
  ConversationStatus,
  OutboundState,
  Priority,
  Sentiment,
} from "../../store/messagerie/schema.ts";
import type { Surface } from "./actor.ts";

/** Metadata: at most 40 keys of 60 characters; strings of at most 500. */
export type DataView = Readonly<Record<string, string | number | boolean>>;

/** The token in use (`whoami`). */
export interface WhoamiView {
  readonly label: string;
  /** With its head: `msg_k3v9x2ma`. */
  readonly prefix: string;
  readonly access: "read" | "write";
  readonly surfaces: readonly Surface[];
  /** Null: all of its creator's; else the ids that it reaches. */
  readonly inboxIds: readonly string[] | null;
  readonly expiresAt: string | null;
}

export interface InboxView {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

export interface AgentView {
  readonly id: string;
  readonly name: string;
  readonly role: AgentRole;
}

/** A conversation in a list. */
export interface ConversationSummary {
  readonly id: string;
  /** The contact's name. */
  readonly contact: string;
  readonly email: string | null;
  readonly status: ConversationStatus;
  readonly inboxId: string | null;
  /** The advisor's name. */
  readonly assignee: string | null;
  readonly unread: boolean;
  readonly priority: Priority;
  readonly sentiment: Sentiment | null;
  readonly tags: readonly string[];
  /** The last text message; `text` is cut at 240 characters. Without any: `{from: null, text: ""}`. */
  readonly lastMessage: { readonly from: "visitor" | "agent" | "ai" | null; readonly text: string };
  readonly lastMessageAt: string;
}

/**
 * What happened, as data. Names are those of then; a program's is its token's label. A name is null only where an
 * imported desk did not tell it.
 */
export type EventView =
  | { readonly type: "takeover" | "resolved" | "reopened"; readonly agent: string | null }
  /** `agent` is null when the conversation went back to the queue. */
  | { readonly type: "assigned"; readonly agent: string | null; readonly by: string | null }
  /** `inbox` is null when the reader does not reach it, and for "no inbox". */
  | { readonly type: "transferred"; readonly inbox: string | null; readonly by: string | null }
  | { readonly type: "snoozed"; readonly agent: string | null; readonly until: string | null }
  /** `agent` is null when the time came, or when the visitor wrote. */
  | { readonly type: "woke"; readonly agent: string | null };

/** A message of a thread, told apart by `from`; one that was deleted for all has only its id and date. */
export type MessageView =
  | {
    readonly id: string;
    readonly at: string;
    readonly from: "visitor";
    readonly text: string;
    readonly files: readonly string[];
  }
  | {
    readonly id: string;
    readonly at: string;
    readonly from: "agent";
    readonly author: string;
    readonly text: string;
    readonly files: readonly string[];
  }
  | {
    readonly id: string;
    readonly at: string;
    readonly from: "note";
    readonly author: string;
    readonly text: string;
  }
  | {
    readonly id: string;
    readonly at: string;
    readonly from: "ai";
    readonly text: string;
    /** 0 to 1; null when it was not told. */
    readonly confidence: number | null;
  }
  | { readonly id: string; readonly at: string; readonly from: "event"; readonly event: EventView }
  | { readonly id: string; readonly at: string; readonly from: "handoff" }
  | { readonly id: string; readonly at: string; readonly deleted: true };

/** How a message of an SMS or e-mail conversation left. */
export interface DeliveryView {
  readonly messageId: string;
  readonly state: OutboundState;
  /** Why it failed or was skipped; null otherwise. */
  readonly code: string | null;
  /** Date of the last change of state. */
  readonly at: string;
}

/** A conversation and its messages, oldest first. The tools leave out `channel`, `assigneeId` and `deliveries`. */
export interface ConversationView {
  readonly id: string;
  readonly channel: Channel;
  readonly status: ConversationStatus;
  /** The site's name. */
  readonly site: string;
  readonly inboxId: string | null;
  readonly assignee: string | null;
  readonly assigneeId: string | null;
  readonly priority: Priority;
  readonly sentiment: Sentiment | null;
  readonly intent: string | null;
  readonly tags: readonly string[];
  readonly summary: string | null;
  readonly data: DataView;
  readonly contact: {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly phone: string | null;
    readonly identified: boolean;
  };
  readonly messages: readonly MessageView[];
  /** Of the messages above that left, or should have left, by SMS or e-mail. */
  readonly deliveries: readonly DeliveryView[];
}

export interface FoundMessage {
  readonly conversationId: string;
  readonly messageId: string;
  readonly contactName: string;
  readonly author: "visitor" | "agent" | "ai" | "note";
  readonly at: string;
  readonly body: string;
}

/** Where a contact is; not known for now. */
interface Whereabouts {
  readonly location: null;
  readonly country: null;
  readonly timeZone: null;
  readonly place: null;
}

export interface ContactListItem extends Whereabouts {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly identified: boolean;
  readonly site: string;
  /** How many the reader reaches. */
  readonly conversations: number;
  /** Latest of those; null without any. */
  readonly lastMessageAt: string | null;
}

export interface ContactAttribute {
  readonly label: string;
  readonly value: string;
  readonly kind?: string;
}

export interface ContactView extends Whereabouts {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly identified: boolean;
  readonly segment: string | null;
  readonly attributes: readonly ContactAttribute[];
  readonly data: DataView;
}

export interface ContactConversation {
  readonly id: string;
  /** Its intent, else the first visitor message, cut; "" without any. */
  readonly subject: string;
  readonly status: ConversationStatus;
  /** Date of its last message. */
  readonly at: string;
}

/** A contact's card and the conversations that the reader reaches, newest first. */
export interface ContactDetail {
  readonly contact: ContactView;
  readonly site: string;
  readonly conversations: readonly ContactConversation[];
}

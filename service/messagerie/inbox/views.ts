/**
 * What the advisors' pages are shown: plain values in camelCase, dates as ISO 8601 UTC with milliseconds, names with the
 * ids that they stand for. They hold only what the reader reaches (contract: messagerie §7; issue 5, point 2).
 * @module
 */
import type {
  Channel,
  ConversationStatus,
  OutboundState,
  Priority,
  Sentiment,
} from "../../../store/messagerie/schema.ts";
import type { ContactAttribute, ContactConversation, DataView, EventView } from "../views.ts";

export interface NamedView {
  readonly id: string;
  readonly name: string;
}

/** One line of the list. */
export interface ListItemView {
  readonly id: string;
  readonly contact: NamedView;
  readonly channel: Channel;
  readonly status: ConversationStatus;
  readonly inbox: NamedView | null;
  readonly assignee: NamedView | null;
  readonly unread: boolean;
  readonly priority: Priority;
  readonly sentiment: Sentiment | null;
  readonly tags: readonly { readonly label: string; readonly color: string }[];
  readonly lastMessage: { readonly from: "visitor" | "agent" | "ai" | null; readonly text: string };
  readonly lastMessageAt: string;
  /** Since when the visitor waits for an answer; null when nobody waits. */
  readonly waitingSince: string | null;
  readonly snoozedUntil: string | null;
}

export interface FileView {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** False: only its name is known. */
  readonly available: boolean;
}

export interface DeliveryView {
  readonly state: OutboundState;
  readonly code: string | null;
  readonly reason: { readonly fr: string; readonly en: string } | null;
  readonly at: string;
}

interface Head {
  readonly id: string;
  readonly at: string;
}

/** A person has an id, a program none. */
export interface AuthorView {
  readonly id: string | null;
  readonly name: string;
}

interface Sent extends Head {
  readonly text: string;
  readonly files: readonly FileView[];
  readonly delivery: DeliveryView | null;
}

/** A row of a thread, told apart by `from`. */
export type ThreadItemView =
  | Head & { readonly from: "visitor"; readonly text: string; readonly files: readonly FileView[] }
  | Sent & { readonly from: "advisor"; readonly author: AuthorView; readonly key: string | null }
  | Sent & { readonly from: "program"; readonly author: AuthorView }
  | Sent & { readonly from: "ai"; readonly confidence: number | null }
  | Head & {
    readonly from: "note";
    readonly author: AuthorView;
    readonly text: string;
    readonly key: string | null;
  }
  | Head & { readonly from: "event"; readonly event: EventView }
  | Head & { readonly from: "handoff" }
  | Head & { readonly from: "deleted" };

export interface ThreadPageView {
  /** Oldest first. */
  readonly messages: readonly ThreadItemView[];
  readonly more: boolean;
}

export interface ContactCardView {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly externalId: string | null;
  readonly identified: boolean;
  readonly segment: string | null;
  readonly attributes: readonly ContactAttribute[];
  readonly data: DataView;
  readonly site: string;
}

/** A conversation with what stands beside its thread. */
export interface DetailsView extends Omit<ListItemView, "contact"> {
  readonly site: string;
  readonly intent: string | null;
  readonly summary: string | null;
  readonly data: DataView;
  readonly createdAt: string;
  readonly contact: ContactCardView;
  readonly others: readonly ContactConversation[];
}

export interface TabCount {
  readonly conversations: number;
  readonly unread: number;
}

/** Tabs that hold resolved conversations are not counted: that would cost more the longer a desk is in use. */
export interface CountsView {
  readonly unresolved: TabCount;
  readonly queue: TabCount;
  readonly mine: TabCount;
  readonly ai: TabCount;
  readonly pending: TabCount;
}

export interface NotificationView {
  readonly id: string;
  readonly kind: "assigned";
  readonly conversationId: string;
  readonly contactName: string;
  readonly by: string | null;
  readonly at: string;
  readonly read: boolean;
}

export interface BellView {
  readonly notifications: readonly NotificationView[];
  /** Up to 100. */
  readonly unread: number;
}

export interface ColleagueView {
  readonly id: string;
  readonly name: string;
  readonly role: "agent" | "supervisor";
  /** Of those that the reader reaches; null: all. */
  readonly inboxIds: readonly string[] | null;
}

/**
 * What a visitor is shown: plain values, dates as ISO 8601 UTC with milliseconds. No note, no internal event, no label of a
 * program, no surname, no confidence; the query leaves those out (store/messagerie/widget/visitor_thread.ts). The page
 * imports these types.
 * @module
 */

/** A file of a message. */
export interface VisitorFileView {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

/** A row of a thread, told apart by `from`. */
export type VisitorMessageView =
  | {
    readonly id: string;
    readonly at: string;
    readonly from: "visitor";
    readonly text: string;
    readonly files: readonly VisitorFileView[];
    /** The key that the page gave to it; null: it came another way. */
    readonly key: string | null;
  }
  | {
    readonly id: string;
    readonly at: string;
    readonly from: "ai";
    readonly text: string;
    readonly files: readonly VisitorFileView[];
  }
  | {
    readonly id: string;
    readonly at: string;
    readonly from: "agent";
    /** The advisor's first name; null: a program. */
    readonly author: string | null;
    readonly text: string;
    readonly files: readonly VisitorFileView[];
  }
  | {
    readonly id: string;
    readonly at: string;
    readonly from: "event";
    readonly event: "resolved" | "reopened" | "takeover" | "handoff";
    /** Who took over: a first name; null: a program, or for other events. */
    readonly author: string | null;
  }
  | { readonly id: string; readonly at: string; readonly from: "deleted" };

/** A conversation in the visitor's list. */
export interface VisitorConversationView {
  readonly id: string;
  readonly resolved: boolean;
  /** The first name of whose it is; null: nobody's yet. */
  readonly advisor: string | null;
  readonly lastMessage: { readonly from: "visitor" | "agent" | "ai" | null; readonly text: string };
  readonly lastMessageAt: string;
  /** Answers that were not seen; 100 at most. */
  readonly unread: number;
}

/** A conversation and a page of it, oldest first. */
export interface VisitorThreadView {
  readonly conversation: VisitorConversationView;
  readonly messages: readonly VisitorMessageView[];
  /** Whether there are older ones before the first (with `after`: whether some between were left out). */
  readonly more: boolean;
}

/** What a widget needs before anything is written. */
export interface WidgetConfigView {
  readonly site: string;
  readonly greeting: { readonly fr: string; readonly en: string };
  readonly accent: string;
  readonly files: { readonly count: number; readonly bytes: number; readonly accept: string };
}

/** What became of a message. */
export interface VisitorSentView {
  readonly conversation: VisitorConversationView;
  readonly message: VisitorMessageView;
}

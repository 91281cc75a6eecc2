/**
 * What the service functions are asked, in camelCase. The edges check types, shapes and lengths and rename their own
 * arguments to these; an {@linkcode Issue} that the service raises names one of these keys, and the edge renames it back.
 * @module
 */
import type { ConversationStatus } from "../../store/messagerie/schema.ts";

export interface ListConversationsInput {
  /** Default `unresolved`. */
  readonly status?: ConversationStatus | "unresolved" | "all" | undefined;
  readonly inboxId?: string | undefined;
  /** An advisor's id, or `none` for the queue. */
  readonly assigneeId?: string | undefined;
  /** 1 to 200; default 50. */
  readonly limit?: number | undefined;
  /** A conversation to go on from. */
  readonly before?: string | undefined;
}

export interface GetConversationInput {
  readonly conversationId: string;
  /** 1 to 500; all messages without `limit` and `before`. */
  readonly limit?: number | undefined;
  /** A message of the thread to go back from. */
  readonly before?: string | undefined;
}

export interface SearchMessagesInput {
  /** At least 3 characters after trimming. */
  readonly query: string;
}

export interface ListContactsInput {
  readonly query?: string | undefined;
}

export interface GetContactInput {
  readonly contactId: string;
}

/** One of `contactId`, `phone` (sms) and `email` (email) must give a destination. */
export interface StartConversationInput {
  readonly channel: "sms" | "email";
  readonly text: string;
  readonly contactId?: string | undefined;
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  /** For a new contact. */
  readonly name?: string | undefined;
  readonly clientKey?: string | undefined;
}

export interface SendReplyInput {
  readonly conversationId: string;
  readonly text: string;
  readonly resolve?: boolean | undefined;
  /** Made by a person's page: the same again is the same text again. */
  readonly clientKey?: string | undefined;
}

export interface AddNoteInput {
  readonly conversationId: string;
  readonly text: string;
  readonly clientKey?: string | undefined;
}

export interface AssignConversationInput {
  readonly conversationId: string;
  /** Null: back to the queue. */
  readonly agentId: string | null;
}

export interface ResolveConversationInput {
  readonly conversationId: string;
}

export interface TagInput {
  readonly conversationId: string;
  readonly label: string;
}

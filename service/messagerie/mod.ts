/**
 * The desk's service: every sentence of the product that tools, REST and pages call. All take the desk, who acts and
 * what is asked; reads see only what the actor reaches, writes are one transaction each and answer with the conversation
 * as it is after. Refusals are thrown as `Refusal` (contract: messagerie §3, §11).
 * @module
 */
import type { Actor, TokenActor } from "./actor.ts";
import type { Desk } from "./desk.ts";
import type {
  AddNoteInput,
  AssignConversationInput,
  GetContactInput,
  GetConversationInput,
  ListContactsInput,
  ListConversationsInput,
  ResolveConversationInput,
  SearchMessagesInput,
  SendReplyInput,
  StartConversationInput,
  TagInput,
} from "./inputs.ts";
import type {
  AgentView,
  ContactDetail,
  ContactListItem,
  ConversationSummary,
  ConversationView,
  FoundMessage,
  InboxView,
  WhoamiView,
} from "./views.ts";

export type * from "./inputs.ts";
export type * from "./views.ts";

// Declared before they are written, so that the floors above can be built at the same time.
export declare function whoami(desk: Desk, actor: TokenActor): Promise<WhoamiView>;
export declare function listInboxes(desk: Desk, actor: Actor): Promise<readonly InboxView[]>;
export declare function listAgents(desk: Desk, actor: Actor): Promise<readonly AgentView[]>;
export declare function listConversations(
  desk: Desk,
  actor: Actor,
  input: ListConversationsInput,
): Promise<readonly ConversationSummary[]>;
export declare function getConversation(
  desk: Desk,
  actor: Actor,
  input: GetConversationInput,
): Promise<ConversationView>;
export declare function searchMessages(
  desk: Desk,
  actor: Actor,
  input: SearchMessagesInput,
): Promise<readonly FoundMessage[]>;
export declare function listContacts(
  desk: Desk,
  actor: Actor,
  input: ListContactsInput,
): Promise<readonly ContactListItem[]>;
export declare function getContact(desk: Desk, actor: Actor, input: GetContactInput): Promise<ContactDetail>;
export declare function startConversation(
  desk: Desk,
  actor: Actor,
  input: StartConversationInput,
): Promise<ConversationView>;
export declare function sendReply(desk: Desk, actor: Actor, input: SendReplyInput): Promise<ConversationView>;
export declare function addNote(desk: Desk, actor: Actor, input: AddNoteInput): Promise<ConversationView>;
export declare function assignConversation(
  desk: Desk,
  actor: Actor,
  input: AssignConversationInput,
): Promise<ConversationView>;
export declare function resolveConversation(
  desk: Desk,
  actor: Actor,
  input: ResolveConversationInput,
): Promise<ConversationView>;
export declare function addTag(desk: Desk, actor: Actor, input: TagInput): Promise<ConversationView>;
export declare function removeTag(desk: Desk, actor: Actor, input: TagInput): Promise<ConversationView>;

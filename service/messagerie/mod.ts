/**
 * The desk's service: every sentence of the product that tools, REST and pages call. All take the desk, who acts and
 * what is asked; reads see only what the actor reaches, writes are one transaction each and answer with the conversation
 * as it is after. Refusals are thrown as `Refusal` (contract: messagerie §3, §11).
 * @module
 */
export type * from "./inputs.ts";
export type * from "./views.ts";

export { whoami } from "./whoami.ts";
export { listInboxes } from "./list_inboxes.ts";
export { listAgents } from "./list_agents.ts";
export { listConversations } from "./list_conversations.ts";
export { getConversation } from "./get_conversation.ts";
export { searchMessages } from "./search_messages.ts";
export { listContacts } from "./list_contacts.ts";
export { getContact } from "./get_contact.ts";
export { startConversation } from "./start_conversation.ts";
export { sendReply } from "./send_reply.ts";
export { addNote } from "./add_note.ts";
export { assignConversation } from "./assign_conversation.ts";
export { resolveConversation } from "./resolve_conversation.ts";
export { addTag, removeTag } from "./tag_conversation.ts";

// For the pages, the widget and the server itself: no tool offers these.
export { deleteMessage } from "./delete_message.ts";
export { metadataIssues, setConversationData } from "./metadata.ts";
export { markRead, setPriority } from "./mark_conversation.ts";
export { reopenConversation } from "./reopen_conversation.ts";
export { snoozeConversation } from "./snooze_conversation.ts";
export { takeConversation } from "./take_conversation.ts";
export { transferConversation } from "./transfer_conversation.ts";
export type { VisitorFile, VisitorMessage, VisitorReceipt } from "./visitor.ts";
export { type Visitor, visitorStarts } from "./visitor_starts.ts";
export { visitorWrites } from "./visitor_writes.ts";
export { wakeDueConversations } from "./wake_due_conversations.ts";
export { wakeConversation } from "./wake_conversation.ts";

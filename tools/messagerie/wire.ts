/**
 * The one place where the service's values get the names that MCP clients read. The source document mixes two spellings
 * on purpose: conversations are in snake_case; the token, found messages and contacts keep REST's camelCase, so those pass
 * as they are (contract: messagerie §3).
 * @module
 */
import type { ConversationSummary, ConversationView } from "../../service/messagerie/mod.ts";

/** One line of `list_conversations`. */
export function conversationItem(view: ConversationSummary) {
  return {
    id: view.id,
    contact: view.contact,
    email: view.email,
    status: view.status,
    inbox_id: view.inboxId,
    assignee: view.assignee,
    unread: view.unread,
    priority: view.priority,
    sentiment: view.sentiment,
    tags: view.tags,
    last_message: view.lastMessage,
    last_message_at: view.lastMessageAt,
  };
}

/** `get_conversation`, and what every write answers with. */
export function conversation(view: ConversationView) {
  return {
    id: view.id,
    status: view.status,
    site: view.site,
    inbox_id: view.inboxId,
    assignee: view.assignee,
    priority: view.priority,
    sentiment: view.sentiment,
    intent: view.intent,
    tags: view.tags,
    summary: view.summary,
    data: view.data,
    contact: view.contact,
    messages: view.messages,
  };
}

/** `conversationId` → `conversation_id`: an argument of the service, as the client wrote it. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

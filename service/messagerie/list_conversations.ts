/**
 * The list of conversations (contract: messagerie §3 `list_conversations`, §11).
 * @module
 */
import { findAgentNo } from "../../store/messagerie/agents.ts";
import { findInbox } from "../../store/messagerie/inboxes.ts";
import { listConversations as listRows } from "../../store/messagerie/list_conversations.ts";
import { type Actor, reaches, scopeOf } from "./actor.ts";
import type { Desk } from "./desk.ts";
import type { ListConversationsInput } from "./inputs.ts";
import { DEFAULT_CONVERSATIONS, MAX_CONVERSATIONS } from "./limits.ts";
import { isoDate } from "./message_view.ts";
import { checkLimit } from "./page_limit.ts";
import { reachedConversation } from "./reached_conversation.ts";
import type { ConversationSummary } from "./views.ts";

/**
 * Latest message first, ties by id. An inbox or an advisor that is unknown or not reached has no conversations.
 * @throws {Refusal} `INVALID_REQUEST`; `CONVERSATION_NOT_FOUND` when `before` is not reached.
 */
export async function listConversations(
  desk: Desk,
  actor: Actor,
  input: ListConversationsInput,
): Promise<readonly ConversationSummary[]> {
  checkLimit(input.limit, MAX_CONVERSATIONS);
  const db = desk.store.read;
  const from = input.before === undefined ? undefined : await reachedConversation(db, actor, input.before);
  let scope = scopeOf(actor.reach);
  if (input.inboxId !== undefined) {
    const inbox = await findInbox(db, input.inboxId.toLowerCase());
    if (inbox === undefined || !reaches(actor.reach, inbox.no)) return [];
    scope = [inbox.no];
  }
  let assigneeNo: number | null | undefined;
  if (input.assigneeId === "none") assigneeNo = null;
  else if (input.assigneeId !== undefined) {
    assigneeNo = await findAgentNo(db, input.assigneeId.toLowerCase());
    if (assigneeNo === undefined) return [];
  }
  const rows = await listRows(db, {
    scope,
    status: input.status ?? "unresolved",
    assigneeNo,
    before: from === undefined ? undefined : { lastMessageAt: from.last_message_at, id: from.id },
    limit: input.limit ?? DEFAULT_CONVERSATIONS,
  });
  return rows.map((row) => ({
    id: row.id,
    contact: row.contactName,
    email: row.contactEmail,
    status: row.status,
    inboxId: row.inboxId,
    assignee: row.assigneeName,
    unread: row.unread,
    priority: row.priority,
    sentiment: row.sentiment,
    tags: row.tags,
    lastMessage: { from: row.lastFrom, text: row.lastText },
    lastMessageAt: isoDate(row.lastMessageAt),
  }));
}

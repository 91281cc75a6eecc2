/**
 * A conversation as a line of the pages' list.
 * @module
 */
import type { Kysely } from "kysely";
import { type ListItemRow, listItems } from "../../../store/messagerie/list_items.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import type { Actor } from "../actor.ts";
import { isoDate } from "../message_view.ts";
import { reachedConversation } from "../reached_conversation.ts";
import { refuse } from "../refusals.ts";
import type { ListItemView } from "./views.ts";

/** The line, to whoever reaches the conversation: it says the same to all of them. */
export function listItemView(row: ListItemRow): ListItemView {
  return {
    id: row.id,
    contact: { id: row.contactId, name: row.contactName },
    channel: row.channel,
    status: row.status,
    inbox: row.inboxNo === 0 ? null : { id: row.inboxId, name: row.inboxName },
    assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assigneeName ?? "" },
    unread: row.unread === 1,
    priority: row.priority,
    sentiment: row.sentiment,
    tags: row.tags,
    lastMessage: { from: row.lastFrom, text: row.lastText },
    lastMessageAt: isoDate(row.lastMessageAt),
    waitingSince: row.waitingSince === null ? null : isoDate(row.waitingSince),
    snoozedUntil: row.snoozedUntil === null ? null : isoDate(row.snoozedUntil),
  };
}

/**
 * The line of one conversation, as it is now.
 * @throws {Refusal} `CONVERSATION_NOT_FOUND`
 */
export async function listItem(
  db: Kysely<DeskSchema>,
  actor: Actor,
  conversationId: string,
): Promise<ListItemView> {
  const { no } = await reachedConversation(db, actor, conversationId);
  const [row] = await listItems(db, [no]);
  if (row === undefined) throw refuse("CONVERSATION_NOT_FOUND");
  return listItemView(row);
}

/**
 * A conversation with its messages, as `get_conversation` gives it and every write answers with it
 * (contract: messagerie §3, §5, §11).
 * @module
 */
import type { Kysely } from "kysely";
import type { ConversationRow } from "../../store/messagerie/conversations.ts";
import { deliveriesOf } from "../../store/messagerie/deliveries.ts";
import { inboxesIn } from "../../store/messagerie/inboxes.ts";
import { readThread, type ThreadMessage } from "../../store/messagerie/read_thread.ts";
import type { DeskSchema } from "../../store/messagerie/schema.ts";
import { type Actor, scopeOf } from "./actor.ts";
import { hasTransfer, isoDate, messageView, type SeesInbox } from "./message_view.ts";
import { reachedConversation } from "./reached_conversation.ts";
import type { ConversationView, DataView, DeliveryView } from "./views.ts";

/** Which messages: all of them, or the newest `limit` before a place in the thread. */
export interface ThreadPage {
  readonly limit?: number | undefined;
  readonly beforeSeq?: number | undefined;
}

/** For who shows the thread by itself: the conversation alone. */
export const NO_MESSAGES: ThreadPage = Object.freeze({ limit: 0 });

/** The conversation as it is now in `db`: within a write, as it will be once committed. */
export async function conversationAfter(
  db: Kysely<DeskSchema>,
  actor: Actor,
  conversationId: string,
  page: ThreadPage = {},
): Promise<ConversationView> {
  return await conversationView(db, actor, await reachedConversation(db, actor, conversationId), page);
}

/** A reached conversation, with a page of its messages. */
export async function conversationView(
  db: Kysely<DeskSchema>,
  actor: Actor,
  row: ConversationRow,
  page: ThreadPage = {},
): Promise<ConversationView> {
  const messages = page.limit === 0 ? [] : await readThread(db, { conversationNo: row.no, ...page });
  const seesInbox = await inboxSight(db, actor, messages);
  return {
    id: row.id,
    channel: row.channel,
    status: row.status,
    site: row.site_name,
    inboxId: row.inbox_no === 0 ? null : row.inbox_id,
    assignee: row.assignee_name,
    assigneeId: row.assignee_id,
    priority: row.priority,
    sentiment: row.sentiment,
    intent: row.intent,
    tags: JSON.parse(row.tags) as string[],
    summary: row.summary,
    data: JSON.parse(row.data) as DataView,
    contact: {
      id: row.contact_id,
      name: row.contact_name,
      email: row.contact_email,
      phone: row.contact_phone,
      identified: row.contact_identified === 1,
    },
    messages: messages.map((message) => messageView(message, seesInbox)),
    deliveries: row.channel === "web" || messages.length === 0
      ? []
      : await deliveryViews(db, row.no, messages),
  };
}

/** Looks the reader's inboxes up only when the thread tells of a transfer. */
export async function inboxSight(
  db: Kysely<DeskSchema>,
  actor: Pick<Actor, "reach">,
  messages: readonly ThreadMessage[],
): Promise<SeesInbox> {
  if (actor.reach.all || !hasTransfer(messages)) return () => true;
  const inboxes = await inboxesIn(db, scopeOf(actor.reach));
  return ({ id, name }) => inboxes.some((inbox) => id === null ? inbox.name === name : inbox.id === id);
}

async function deliveryViews(
  db: Kysely<DeskSchema>,
  conversationNo: number,
  messages: readonly ThreadMessage[],
): Promise<readonly DeliveryView[]> {
  const shown = new Set(messages.map((message) => message.id));
  const deliveries = await deliveriesOf(db, conversationNo);
  return deliveries.filter(({ messageId }) => shown.has(messageId))
    .map(({ messageId, state, code, at }) => ({ messageId, state, code, at: isoDate(at) }));
}

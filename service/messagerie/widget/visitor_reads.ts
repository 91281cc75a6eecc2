/**
 * What a visitor reads: their own web conversations, and what of a thread is theirs to see (issue 5, point 5).
 * @module
 */
import type { Kysely } from "kysely";
import { findConversation } from "../../../store/messagerie/conversations.ts";
import { findSeq } from "../../../store/messagerie/messages.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import {
  contactsOfConversations,
  markVisitorSeen,
  type VisitorConversationRow,
  visitorConversations,
  visitorMessage,
  visitorThread,
} from "../../../store/messagerie/widget/visitor_thread.ts";
import type { Desk } from "../desk.ts";
import { invalid, refuse } from "../refusals.ts";
import { write } from "../write.ts";
import { MAX_VISITOR_CONVERSATIONS, MAX_VISITOR_PAGE } from "./limits.ts";
import type { VisitorConversationView, VisitorMessageView, VisitorThreadView } from "./views.ts";
import { contactNoOf, type VisitorActor } from "./visitor_actor.ts";
import { visitorConversationView, visitorMessageView } from "./visitor_view.ts";

/** The visitor's conversations, the last active first, 50 at most. */
export async function listVisitorConversations(
  desk: Pick<Desk, "store">,
  { contact }: VisitorActor,
): Promise<readonly VisitorConversationView[]> {
  if (contact === undefined) return [];
  const rows = await visitorConversations(desk.store.read, contact.no, { limit: MAX_VISITOR_CONVERSATIONS });
  return rows.map(visitorConversationView);
}

async function ownConversation(
  db: Kysely<DeskSchema>,
  actor: VisitorActor,
  id: string,
): Promise<VisitorConversationRow> {
  const conversationId = id.toLowerCase();
  const [row] = await visitorConversations(db, contactNoOf(actor), { limit: 1, conversationId });
  if (row === undefined) throw refuse("CONVERSATION_NOT_FOUND");
  return row;
}

/**
 * A conversation of the visitor's with the newest of its messages: of all, of those before one, or of those after one.
 * @throws {Refusal} `CONVERSATION_NOT_FOUND`; `INVALID_REQUEST` on `before` or `after`
 */
export async function getVisitorThread(
  desk: Pick<Desk, "store">,
  actor: VisitorActor,
  asked: {
    readonly conversationId: string;
    readonly before?: string | undefined;
    readonly after?: string | undefined;
    readonly limit?: number | undefined;
  },
): Promise<VisitorThreadView> {
  return await desk.store.snapshot(async (db) => {
    const conversation = await ownConversation(db, actor, asked.conversationId);
    const place = async (field: "before" | "after") => {
      const id = asked[field];
      if (id === undefined) return undefined;
      const seq = await findSeq(db, conversation.no, id.toLowerCase());
      if (seq === undefined) throw invalid({ field, message: "N’est pas un message de cette conversation." });
      return seq;
    };
    const limit = Math.min(asked.limit ?? MAX_VISITOR_PAGE, MAX_VISITOR_PAGE);
    const rows = await visitorThread(db, {
      conversationNo: conversation.no,
      beforeSeq: await place("before"),
      afterSeq: await place("after"),
      limit: limit + 1,
    });
    return {
      conversation: visitorConversationView(conversation),
      messages: rows.slice(-limit).map(visitorMessageView),
      more: rows.length > limit,
    };
  });
}

/** The id of the contact that each of these conversations is of; others than web ones are left out. */
export async function contactsOf(
  desk: Pick<Desk, "store">,
  conversationNos: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await contactsOfConversations(desk.store.read, conversationNos);
  return new Map(rows.map(({ no, contact_id }) => [no, contact_id]));
}

/** Where a web conversation is, and whose. */
export interface VisitorPlace {
  readonly conversationId: string;
  readonly inboxNo: number;
  readonly contact: { readonly no: number; readonly id: string; readonly name: string };
}

/** Where a conversation is; undefined when there is no web conversation of this id. */
export async function visitorPlace(
  desk: Pick<Desk, "store">,
  conversationId: string,
): Promise<VisitorPlace | undefined> {
  const row = await findConversation(desk.store.read, conversationId.toLowerCase());
  if (row === undefined || row.channel !== "web") return undefined;
  const contact = { no: row.contact_no, id: row.contact_id, name: row.contact_name };
  return { conversationId: row.id, inboxNo: row.inbox_no, contact };
}

/** What happened in a conversation of the visitor's, as they may see it. */
export interface VisitorNews {
  readonly conversation: VisitorConversationView;
  readonly messages: readonly VisitorMessageView[];
}

/** The visitor's conversations of these numbers as they are now, with those of these messages that they may see. */
export async function visitorNews(
  desk: Pick<Desk, "store">,
  actor: VisitorActor,
  changed: ReadonlyMap<number, ReadonlySet<string>>,
): Promise<readonly VisitorNews[]> {
  const { contact } = actor;
  if (contact === undefined) return [];
  return await desk.store.snapshot(async (db) => {
    const rows = await visitorConversations(db, contact.no, { limit: MAX_VISITOR_CONVERSATIONS });
    const news: VisitorNews[] = [];
    for (const row of rows) {
      const ids = changed.get(row.no);
      if (ids === undefined) continue;
      const found = await Promise.all([...ids].map((id) => visitorMessage(db, row.no, id)));
      const messages = found.filter((message) => message !== undefined).sort((a, b) => a.seq - b.seq);
      news.push({ conversation: visitorConversationView(row), messages: messages.map(visitorMessageView) });
    }
    return news;
  });
}

/**
 * The visitor has seen a conversation up to a message.
 * @returns the conversation's number; undefined when they had seen as much before
 * @throws {Refusal} `CONVERSATION_NOT_FOUND`
 */
export async function markSeenByVisitor(
  desk: Desk,
  actor: VisitorActor,
  seen: { readonly conversationId: string; readonly messageId: string },
): Promise<number | undefined> {
  return await write(desk, async (w) => {
    const { no } = await ownConversation(w.db, actor, seen.conversationId);
    return await markVisitorSeen(w.db, no, seen.messageId.toLowerCase()) ? no : undefined;
  });
}

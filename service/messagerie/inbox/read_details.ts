/**
 * A conversation with what stands beside its thread: the contact, their other conversations, what is known of it
 * (issue 5, point 2).
 * @module
 */
import { cutCodePoints } from "../../../base/text.ts";
import { type ContactRow, findContact } from "../../../store/messagerie/contacts.ts";
import { conversationsOfContact } from "../../../store/messagerie/conversations.ts";
import { listItems } from "../../../store/messagerie/list_items.ts";
import { type PersonActor, scopeOf } from "../actor.ts";
import type { Desk } from "../desk.ts";
import { MAX_SUBJECT } from "../limits.ts";
import { isoDate } from "../message_view.ts";
import { reachedConversation } from "../reached_conversation.ts";
import { refuse } from "../refusals.ts";
import type { ContactAttribute, ContactConversation, DataView } from "../views.ts";
import { listItemView } from "./list_item.ts";
import type { ContactCardView, DetailsView } from "./views.ts";

/** Beside a thread nobody looks through more. */
const MAX_OTHERS = 50;

/**
 * The conversation, its contact and their other conversations in reach, the last active first.
 * @throws {Refusal} `CONVERSATION_NOT_FOUND`
 */
export async function readDetails(
  desk: Desk,
  actor: PersonActor,
  conversationId: string,
): Promise<DetailsView> {
  const scope = scopeOf(actor.reach);
  return await desk.store.snapshot(async (db) => {
    const conversation = await reachedConversation(db, actor, conversationId);
    const [row] = await listItems(db, [conversation.no]);
    const contact = await findContact(db, conversation.contact_id, scope);
    if (row === undefined || contact === undefined) throw refuse("CONVERSATION_NOT_FOUND");
    const others = await conversationsOfContact(db, contact.no, scope, MAX_OTHERS + 1);
    return {
      ...listItemView(row),
      site: conversation.site_name,
      intent: conversation.intent,
      summary: conversation.summary,
      data: JSON.parse(conversation.data) as DataView,
      createdAt: isoDate(conversation.created_at),
      contact: contactCard(contact),
      others: others.filter(({ id }) => id !== conversation.id).slice(0, MAX_OTHERS).map(contactConversation),
    };
  });
}

/**
 * A contact and their conversations in reach, the last active first.
 * @throws {Refusal} `CONTACT_NOT_FOUND`
 */
export async function readContactCard(
  desk: Desk,
  actor: PersonActor,
  contactId: string,
): Promise<{ readonly contact: ContactCardView; readonly conversations: readonly ContactConversation[] }> {
  const scope = scopeOf(actor.reach);
  return await desk.store.snapshot(async (db) => {
    const contact = await findContact(db, contactId.toLowerCase(), scope);
    if (contact === undefined) throw refuse("CONTACT_NOT_FOUND");
    const conversations = await conversationsOfContact(db, contact.no, scope, MAX_OTHERS);
    return { contact: contactCard(contact), conversations: conversations.map(contactConversation) };
  });
}

/** A contact as the pages show it. */
export function contactCard(contact: ContactRow): ContactCardView {
  return {
    id: contact.id,
    name: contact.name,
    email: contact.email,
    phone: contact.phone,
    externalId: contact.external_id,
    identified: contact.identified === 1,
    segment: contact.segment,
    attributes: JSON.parse(contact.attributes) as ContactAttribute[],
    data: JSON.parse(contact.data) as DataView,
    site: contact.site_name,
  };
}

function contactConversation(
  row: Awaited<ReturnType<typeof conversationsOfContact>>[number],
): ContactConversation {
  return {
    id: row.id,
    subject: row.intent || cutCodePoints(row.first_text ?? "", MAX_SUBJECT),
    status: row.status,
    at: isoDate(row.last_message_at),
  };
}

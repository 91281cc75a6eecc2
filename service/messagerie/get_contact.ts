/**
 * A contact's card and conversations (contract: messagerie §3 `get_contact`, §5).
 * @module
 */
import { cutCodePoints } from "../../base/text.ts";
import { findContact } from "../../store/messagerie/contacts.ts";
import { conversationsOfContact } from "../../store/messagerie/conversations.ts";
import { type Actor, scopeOf } from "./actor.ts";
import type { Desk } from "./desk.ts";
import type { GetContactInput } from "./inputs.ts";
import { MAX_SUBJECT } from "./limits.ts";
import { NOWHERE } from "./list_contacts.ts";
import { isoDate } from "./message_view.ts";
import { refuse } from "./refusals.ts";
import type { ContactAttribute, ContactDetail, DataView } from "./views.ts";

/**
 * The contact and those of its conversations that the reader reaches, the last active first.
 * @throws {Refusal} `CONTACT_NOT_FOUND`
 */
export async function getContact(desk: Desk, actor: Actor, input: GetContactInput): Promise<ContactDetail> {
  const scope = scopeOf(actor.reach);
  return await desk.store.snapshot(async (db) => {
    const contact = await findContact(db, input.contactId.toLowerCase(), scope);
    if (contact === undefined) throw refuse("CONTACT_NOT_FOUND");
    const conversations = await conversationsOfContact(db, contact.no, scope);
    return {
      contact: {
        id: contact.id,
        name: contact.name,
        email: contact.email,
        phone: contact.phone,
        identified: contact.identified === 1,
        ...NOWHERE,
        segment: contact.segment,
        attributes: JSON.parse(contact.attributes) as ContactAttribute[],
        data: JSON.parse(contact.data) as DataView,
      },
      site: contact.site_name,
      conversations: conversations.map((row) => ({
        id: row.id,
        subject: row.intent || cutCodePoints(row.first_text ?? "", MAX_SUBJECT),
        status: row.status,
        at: isoDate(row.last_message_at),
      })),
    };
  });
}

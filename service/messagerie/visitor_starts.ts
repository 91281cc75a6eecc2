/**
 * A visitor's first message (contract: messagerie §6).
 * @module
 */
import { countConversation } from "../../store/messagerie/contact_counters.ts";
import { findContact, insertContact } from "../../store/messagerie/contacts.ts";
import { insertConversation } from "../../store/messagerie/conversations.ts";
import { findInbox, findSite, firstInboxOf } from "../../store/messagerie/inboxes.ts";
import type { Channel } from "../../store/messagerie/schema.ts";
import { normalizeEmail, normalizePhone } from "./addresses.ts";
import type { Desk } from "./desk.ts";
import { MAX_NAME } from "./limits.ts";
import { shortText } from "./plain_text.ts";
import { invalid, refuse } from "./refusals.ts";
import {
  addVisitorMessage,
  type CheckedMessage,
  checkVisitorMessage,
  type VisitorMessage,
  type VisitorReceipt,
} from "./visitor.ts";
import { type Write, write } from "./write.ts";

/** Who starts: a contact that the visitor was shown to be, or somebody new. */
export type Visitor =
  | { readonly contactId: string }
  | { readonly name: string; readonly email?: string | undefined; readonly phone?: string | undefined };

/** Where a conversation starts. */
interface Start {
  readonly siteId: string;
  readonly inboxId?: string | undefined;
  readonly channel?: Channel | undefined;
}

/**
 * Opens a conversation in `inboxId` (absent: the site's first inbox, else none), for the AI when it answers for that
 * site, else for people, with an alert.
 * @throws {Refusal} `INVALID_REQUEST`, `EMPTY_MESSAGE`, `SITE_NOT_FOUND`, `CONTACT_NOT_FOUND` (also one of another site),
 * `INBOX_NOT_FOUND`
 */
export async function visitorStarts(
  desk: Desk,
  visitor: Visitor,
  input: VisitorMessage & Start,
): Promise<VisitorReceipt> {
  const message = checkVisitorMessage(desk, input);
  return await write(desk, (w) => startWithin(w, visitor, input, message));
}

/** The same, within a write. */
export async function startWithin(
  w: Write,
  visitor: Visitor,
  { siteId, inboxId, channel = "web" }: Start,
  message: CheckedMessage,
): Promise<VisitorReceipt> {
  const site = await findSite(w.db, siteId.toLowerCase());
  if (site === undefined) throw refuse("SITE_NOT_FOUND");
  const inbox = inboxId === undefined
    ? await firstInboxOf(w.db, site.no) ?? { no: 0 }
    : await findInbox(w.db, inboxId.toLowerCase());
  if (inbox === undefined) throw refuse("INBOX_NOT_FOUND");
  const contact = await contactOf(w, visitor, site);
  const id = w.newId();
  const status = site.ai === 1 ? "ai" : "open";
  const thread = {
    contact_no: contact.no,
    inbox_no: inbox.no,
    last_message_at: w.at,
    waiting_since: null,
    status,
  } as const;
  const no = await insertConversation(w.db, {
    ...thread,
    id,
    site_no: site.no,
    channel,
    assignee_no: null,
    sentiment: null,
    intent: null,
    summary: null,
    snoozed_until: null,
    resolved_at: null,
    last_from: null,
    created_at: w.at,
  });
  await countConversation(w.db, { contactNo: contact.no, inboxNo: inbox.no, at: w.at });
  const added = await addVisitorMessage(w, { ...thread, no, site_ai: site.ai }, message);
  return { ...added, contactId: contact.id, conversationId: id, channel };
}

async function contactOf(
  w: Write,
  visitor: Visitor,
  site: { readonly no: number; readonly country: string },
): Promise<{ readonly no: number; readonly id: string }> {
  if ("contactId" in visitor) {
    const known = await findContact(w.db, visitor.contactId.toLowerCase(), null);
    if (known?.site_no !== site.no) throw refuse("CONTACT_NOT_FOUND");
    return known;
  }
  const email = visitor.email === undefined ? null : normalizeEmail(visitor.email);
  if (email === null && visitor.email !== undefined) {
    throw invalid({ field: "email", message: "N’est pas une adresse e-mail." });
  }
  const phone = visitor.phone === undefined ? null : normalizePhone(visitor.phone, site.country);
  if (phone === null && visitor.phone !== undefined) {
    throw invalid({ field: "phone", message: "N’est pas un numéro de téléphone." });
  }
  const id = w.newId();
  const no = await insertContact(w.db, {
    id,
    site_no: site.no,
    name: shortText("name", visitor.name, MAX_NAME),
    email,
    phone,
    external_id: null,
    segment: null,
    created_at: w.at,
  });
  return { no, id };
}

/**
 * Writing first to a customer, by SMS or by e-mail (contract: messagerie §3 `start_conversation`, §11). Everything is
 * checked before anything is written.
 * @module
 */
import type { Kysely } from "kysely";
import {
  completeContact,
  type ContactRow,
  findContact,
  findContactByAddress,
  insertContact,
} from "../../store/messagerie/contacts.ts";
import { countConversation } from "../../store/messagerie/contact_counters.ts";
import { findResumable, insertConversation } from "../../store/messagerie/conversations.ts";
import { findInbox, firstInboxOf, firstSite } from "../../store/messagerie/inboxes.ts";
import type { DeskSchema } from "../../store/messagerie/schema.ts";
import { type Actor, reaches, scopeOf } from "./actor.ts";
import { isPhoneShaped, normalizeEmail, normalizePhone } from "./addresses.ts";
import { alreadyWritten } from "./already_written.ts";
import { conversationAfter, type ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import type { StartConversationInput } from "./inputs.ts";
import { MAX_FIRST_MESSAGE, MAX_NAME, RESUME_WITHIN_MS } from "./limits.ts";
import { checkLength, messageText, plainText } from "./plain_text.ts";
import { reachedConversation } from "./reached_conversation.ts";
import { invalid, refuse } from "./refusals.ts";
import { reply } from "./send_reply.ts";
import type { ConversationView } from "./views.ts";
import { mayWrite, type Write, write } from "./write.ts";

/**
 * Starts a conversation, or goes on with the contact's own on that channel unless it was resolved more than a day ago.
 * The contact is the given one, else the one of that number or address that the actor reaches, else a new one: a contact
 * that is not reached is never told apart from one that does not exist.
 * @throws {Refusal} in this order: `TOKEN_READ_ONLY`; `INVALID_REQUEST`; `EMPTY_MESSAGE`; `CONTACT_NOT_FOUND`;
 * `INVALID_REQUEST` (no destination); `SITE_NOT_FOUND`; `INBOX_NOT_FOUND`; `NUMBER_UNAVAILABLE` or `MAIL_UNAVAILABLE`
 */
export async function startConversation(
  desk: Desk,
  actor: Actor,
  input: StartConversationInput,
  page?: ThreadPage,
): Promise<ConversationView> {
  mayWrite(actor);
  const asked = checkArguments(input);
  return await write(desk, async (w) => {
    const known = await alreadyWritten(w, actor, input.clientKey);
    if (known !== undefined) return await conversationAfter(w.db, actor, known.conversationId, page);
    const plan = await checkDesk(w, actor, asked);
    const conversationId = plan.resumedId ?? await open(w, asked, plan);
    if (plan.contact !== undefined && plan.contact[plan.kind] === null) {
      await completeContact(w.db, plan.contact, plan.destination, w.at);
    }
    const conversation = await reachedConversation(w.db, actor, conversationId);
    await reply(w, actor, conversation, {
      text: asked.text,
      resolve: false,
      recipient: plan.address,
      clientKey: input.clientKey,
    });
    return await conversationAfter(w.db, actor, conversationId, page);
  });
}

interface Asked {
  readonly channel: "sms" | "email";
  readonly text: string;
  readonly contactId: string | undefined;
  /** The number or address as typed, of the kind that the channel takes. */
  readonly typed: string | undefined;
  readonly name: string | undefined;
}

/** What can be told from the arguments alone. Blank optional arguments count as absent. */
function checkArguments(input: StartConversationInput): Asked {
  const text = plainText(input.text);
  checkLength("text", text, MAX_FIRST_MESSAGE);
  const name = plainText(input.name ?? "");
  checkLength("name", name, MAX_NAME);
  const typed = plainText((input.channel === "sms" ? input.phone : input.email) ?? "");
  if (typed !== "" && input.channel === "sms" && !isPhoneShaped(typed)) throw invalid(BAD_PHONE);
  if (typed !== "" && input.channel === "email" && normalizeEmail(typed) === null) throw invalid(BAD_EMAIL);
  if (typed === "" && input.contactId === undefined) throw noDestination(input.channel);
  return {
    channel: input.channel,
    text: messageText(text, MAX_FIRST_MESSAGE),
    contactId: input.contactId,
    typed: typed || undefined,
    name: name || undefined,
  };
}

const BAD_PHONE = { field: "phone", message: "N’est pas un numéro de téléphone : écrivez +33612345678." };
const BAD_EMAIL = { field: "email", message: "N’est pas une adresse e-mail." };

function noDestination(channel: "sms" | "email") {
  return channel === "sms"
    ? invalid({ field: "phone", message: "Donnez un numéro, ou un contact qui en a un." })
    : invalid({ field: "email", message: "Donnez une adresse, ou un contact qui en a une." });
}

/** All that the writes need, checked. */
interface Plan {
  readonly contact: ContactRow | undefined;
  readonly kind: "phone" | "email";
  /** Where this message goes. */
  readonly address: string;
  /** The same, as a column of the contact. */
  readonly destination: { readonly phone: string } | { readonly email: string };
  readonly siteNo: number;
  readonly resumedId: string | undefined;
  /** Of a new conversation. */
  readonly inboxNo: number;
}

/** What only the desk can tell; nothing is written yet. */
async function checkDesk(w: Write, actor: Actor, asked: Asked): Promise<Plan> {
  const { channel } = asked;
  const scope = scopeOf(actor.reach);
  let contact: ContactRow | undefined;
  if (asked.contactId !== undefined) {
    contact = await findContact(w.db, asked.contactId.toLowerCase(), scope);
    if (contact === undefined) throw refuse("CONTACT_NOT_FOUND");
  }
  const first = contact === undefined ? await firstSite(w.db) : undefined;
  const kind = channel === "sms" ? "phone" : "email";
  const typed = asked.typed ?? contact?.[kind] ?? "";
  if (typed === "") throw noDestination(channel);
  const address = kind === "phone"
    ? normalizePhone(typed, contact?.site_country ?? first?.country ?? "")
    : normalizeEmail(typed);
  if (address === null) throw invalid(kind === "phone" ? BAD_PHONE : BAD_EMAIL);
  const destination = kind === "phone" ? { phone: address } : { email: address };
  contact ??= await findContactByAddress(w.db, destination, scope);
  const siteNo = contact?.site_no ?? first?.no;
  if (siteNo === undefined) throw refuse("SITE_NOT_FOUND");
  const resumedId = contact && await findResumable(w.db, {
    contactNo: contact.no,
    channel,
    scope,
    since: w.at - RESUME_WITHIN_MS,
  });
  const inboxNo = resumedId === undefined ? await channelInbox(w, actor, channel, siteNo) : 0;
  if (!w.desk.channels[channel].available) {
    throw refuse(channel === "sms" ? "NUMBER_UNAVAILABLE" : "MAIL_UNAVAILABLE");
  }
  return { contact, kind, address, destination, siteNo, resumedId, inboxNo };
}

/** The inbox of a channel's new conversations: that of the settings, else the site's first, else none (0). */
async function channelInbox(
  w: { readonly db: Kysely<DeskSchema>; readonly desk: Desk },
  actor: Actor,
  channel: "sms" | "email",
  siteNo: number,
): Promise<number> {
  const { inboxId } = w.desk.channels[channel];
  const inbox = inboxId === null
    ? await firstInboxOf(w.db, siteNo) ?? { no: 0 }
    : await findInbox(w.db, inboxId.toLowerCase());
  if (inbox === undefined || !reaches(actor.reach, inbox.no)) throw refuse("INBOX_NOT_FOUND");
  return inbox.no;
}

/** A new conversation, of a new contact where there is none; gives its id. */
async function open(w: Write, asked: Asked, plan: Plan): Promise<string> {
  const contactNo = plan.contact?.no ?? await insertContact(w.db, {
    id: w.newId(),
    site_no: plan.siteNo,
    name: asked.name ?? plan.address,
    email: null,
    phone: null,
    ...plan.destination,
    external_id: null,
    segment: null,
    created_at: w.at,
  });
  const id = w.newId();
  await insertConversation(w.db, {
    id,
    contact_no: contactNo,
    site_no: plan.siteNo,
    inbox_no: plan.inboxNo,
    channel: asked.channel,
    status: "open",
    assignee_no: null,
    sentiment: null,
    intent: null,
    summary: null,
    snoozed_until: null,
    resolved_at: null,
    last_message_at: w.at,
    last_from: null,
    created_at: w.at,
  });
  await countConversation(w.db, { contactNo, inboxNo: plan.inboxNo, at: w.at });
  return id;
}

/**
 * A visitor's message through a widget: the first one starts a conversation. One transaction holds the browser, its contact,
 * the message, its files and its key, so that a retry finds what was done and never does it twice (issue 5, point 5).
 * @module
 */
import { attachUploads } from "../../../store/messagerie/widget/uploads.ts";
import { visitorConversations, visitorMessage } from "../../../store/messagerie/widget/visitor_thread.ts";
import { findSent, setVisitorContact } from "../../../store/messagerie/widget/visitors.ts";
import { findContact } from "../../../store/messagerie/contacts.ts";
import { findConversation } from "../../../store/messagerie/conversations.ts";
import type { Desk } from "../desk.ts";
import { MAX_FILES, MAX_MESSAGE } from "../limits.ts";
import { checkLength, messageText, plainText } from "../plain_text.ts";
import { invalid, refuse } from "../refusals.ts";
import type { CheckedMessage } from "../visitor.ts";
import { startWithin } from "../visitor_starts.ts";
import { writeWithin } from "../visitor_writes.ts";
import { type Write, write } from "../write.ts";
import { mergeData } from "./contact_data.ts";
import type { VisitorSentView } from "./views.ts";
import { visitorConversationView, visitorMessageView } from "./visitor_view.ts";
import { knownVisitor, type VisitorActor } from "./visitor_actor.ts";

/** What a page sends. */
export interface VisitorSends {
  /** Made by the page, one a message: a retry brings the same. */
  readonly key: string;
  /** Absent: a new conversation. */
  readonly conversationId?: string | undefined;
  readonly text: string;
  /** Files that were uploaded before, in order. */
  readonly files?: readonly string[] | undefined;
  /** Metadata of the contact, told by the page and vouched for by nobody. */
  readonly data?: unknown;
}

/**
 * Sends it.
 * @throws {Refusal} `INVALID_REQUEST`, `EMPTY_MESSAGE`, `CONVERSATION_NOT_FOUND`, `FILE_NOT_FOUND`
 */
export async function sendVisitorMessage(
  desk: Desk,
  actor: VisitorActor,
  input: VisitorSends,
): Promise<VisitorSentView> {
  const files = [...new Set(input.files ?? [])];
  const message = { ...checked(input.text, files), key: input.key };
  return await write(desk, async (w) => {
    const visitor = await knownVisitor(w, actor);
    const earlier = visitor.contact && await findSent(w.db, visitor.contact.no, input.key);
    if (earlier !== undefined) return await sentView(w, earlier.conversation_id, earlier.message_id);
    const sent = input.conversationId === undefined
      ? await startWithin(
        w,
        visitor.contact === undefined ? somebody(w) : { contactId: visitor.contact.id },
        {
          siteId: actor.site.id,
          inboxId: actor.site.inboxId ?? undefined,
        },
        message,
      )
      : await writeWithin(w, contactOf(visitor).id, input.conversationId, message, "web");
    const conversation = await findConversation(w.db, sent.conversationId);
    const contact = await findContact(w.db, sent.contactId, null);
    if (conversation === undefined || contact === undefined) throw refuse("CONVERSATION_NOT_FOUND");
    if (visitor.contact === undefined) await setVisitorContact(w.db, visitor.no, contact.no);
    if (files.length > 0) {
      const attached = await attachUploads(w.db, {
        messageId: sent.messageId,
        visitorNo: visitor.no,
        ids: files,
      });
      if (attached !== files.length) throw refuse("FILE_NOT_FOUND");
    }
    if (input.data !== undefined) await mergeData(w, contact, input.data);
    return await sentView(w, sent.conversationId, sent.messageId);
  });
}

/** Blank text is fine beside files. */
function checked(text: string, files: readonly string[]): CheckedMessage {
  if (files.length === 0) return { text: messageText(text, MAX_MESSAGE), files: [] };
  if (files.length > MAX_FILES) throw invalid({ field: "files", message: `${MAX_FILES} fichiers au plus.` });
  const plain = plainText(text);
  checkLength("text", plain, MAX_MESSAGE);
  return { text: plain, files: [] };
}

/** A new contact's name: four letters of its id's random end tell two visitors apart in a list. */
function somebody(w: Write): { readonly name: string } {
  return { name: `Visiteur ${w.newId().slice(-4).toUpperCase()}` };
}

function contactOf<Contact>(visitor: { readonly contact: Contact | undefined }): Contact {
  if (visitor.contact === undefined) throw refuse("CONVERSATION_NOT_FOUND");
  return visitor.contact;
}

async function sentView(w: Write, conversationId: string, messageId: string): Promise<VisitorSentView> {
  const conversation = await findConversation(w.db, conversationId);
  if (conversation === undefined) throw refuse("CONVERSATION_NOT_FOUND");
  const [line] = await visitorConversations(w.db, conversation.contact_no, { limit: 1, conversationId });
  const message = await visitorMessage(w.db, conversation.no, messageId);
  if (line === undefined || message === undefined) throw refuse("CONVERSATION_NOT_FOUND");
  return { conversation: visitorConversationView(line), message: visitorMessageView(message) };
}

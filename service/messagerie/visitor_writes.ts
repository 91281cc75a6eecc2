/**
 * A visitor's message in a conversation of theirs (contract: messagerie §6 "Visitor writes").
 * @module
 */
import { findConversation } from "../../store/messagerie/conversations.ts";
import type { Channel } from "../../store/messagerie/schema.ts";
import type { Desk } from "./desk.ts";
import { refuse } from "./refusals.ts";
import {
  addVisitorMessage,
  type CheckedMessage,
  checkVisitorMessage,
  type VisitorMessage,
  type VisitorReceipt,
} from "./visitor.ts";
import { type Write, write } from "./write.ts";

/**
 * Adds it. `contactId` is who the visitor was shown to be; the conversation must be that contact's.
 * @throws {Refusal} `INVALID_REQUEST`, `EMPTY_MESSAGE`, `CONVERSATION_NOT_FOUND`
 */
export async function visitorWrites(
  desk: Desk,
  contactId: string,
  input: VisitorMessage & { readonly conversationId: string },
): Promise<VisitorReceipt> {
  const message = checkVisitorMessage(desk, input);
  return await write(desk, (w) => writeWithin(w, contactId, input.conversationId, message));
}

/** The same, within a write. `channel`: the conversation must be one of it. */
export async function writeWithin(
  w: Write,
  contactId: string,
  conversationId: string,
  message: CheckedMessage,
  channel?: Channel,
): Promise<VisitorReceipt> {
  const conversation = await findConversation(w.db, conversationId.toLowerCase());
  if (
    conversation === undefined || conversation.contact_id !== contactId.toLowerCase() ||
    (channel !== undefined && conversation.channel !== channel)
  ) {
    throw refuse("CONVERSATION_NOT_FOUND");
  }
  return {
    ...await addVisitorMessage(w, conversation, message),
    contactId: conversation.contact_id,
    conversationId: conversation.id,
    channel: conversation.channel,
  };
}

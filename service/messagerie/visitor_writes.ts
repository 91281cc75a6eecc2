/**
 * A visitor's message in a conversation of theirs (contract: messagerie §6 "Visitor writes").
 * @module
 */
import { findConversation } from "../../store/messagerie/conversations.ts";
import type { Desk } from "./desk.ts";
import { refuse } from "./refusals.ts";
import {
  addVisitorMessage,
  checkVisitorMessage,
  type VisitorMessage,
  type VisitorReceipt,
} from "./visitor.ts";
import { write } from "./write.ts";

/**
 * Adds it. `contactId` is who the visitor was shown to be; the conversation must be that contact's.
 * @throws {Refusal} `INVALID_REQUEST`, `EMPTY_MESSAGE`, `CONVERSATION_NOT_FOUND`
 */
export async function visitorWrites(
  desk: Desk,
  contactId: string,
  input: VisitorMessage & { readonly conversationId: string },
): Promise<VisitorReceipt> {
  const message = checkVisitorMessage(input);
  return await write(desk, async (w) => {
    const conversation = await findConversation(w.db, input.conversationId.toLowerCase());
    if (conversation === undefined || conversation.contact_id !== contactId.toLowerCase()) {
      throw refuse("CONVERSATION_NOT_FOUND");
    }
    return {
      ...await addVisitorMessage(w, conversation, message),
      contactId: conversation.contact_id,
      conversationId: conversation.id,
      channel: conversation.channel,
    };
  });
}

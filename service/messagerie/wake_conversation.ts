/**
 * Ending a snooze before its time (contract: messagerie §11 "Events"; issue 5, point 2).
 * @module
 */
import { updateConversation } from "../../store/messagerie/conversations.ts";
import { type Actor, signatureOf } from "./actor.ts";
import type { ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import { addEvent, tellConversation } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { mayWrite } from "./write.ts";
import { writeConversation } from "./write_conversation.ts";

/**
 * Opens a conversation that is on hold; any other stays as it is.
 * @throws {Refusal} `TOKEN_READ_ONLY`, `CONVERSATION_NOT_FOUND`
 */
export async function wakeConversation(
  desk: Desk,
  actor: Actor,
  input: { readonly conversationId: string },
  page?: ThreadPage,
): Promise<ConversationView> {
  mayWrite(actor);
  return await writeConversation(desk, actor, input.conversationId, page, async (w, conversation) => {
    if (conversation.status === "pending") {
      await updateConversation(w.db, conversation.no, { status: "open", snoozed_until: null });
      await addEvent(w, conversation, { type: "woke", agent: signatureOf(actor) });
      await tellConversation(w, conversation);
    }
  });
}

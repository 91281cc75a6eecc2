/**
 * Ending a snooze before its time (contract: messagerie §11 "Events"; issue 5, point 2).
 * @module
 */
import { updateConversation } from "../../store/messagerie/conversations.ts";
import { type Actor, signatureOf } from "./actor.ts";
import { conversationAfter, type ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import { reachedConversation } from "./reached_conversation.ts";
import { addEvent, tellConversation } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { mayWrite, write } from "./write.ts";

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
  return await write(desk, async (w) => {
    const conversation = await reachedConversation(w.db, actor, input.conversationId);
    if (conversation.status === "pending") {
      await updateConversation(w.db, conversation.no, { status: "open", snoozed_until: null });
      await addEvent(w, conversation, { type: "woke", agent: signatureOf(actor) });
      await tellConversation(w, conversation);
    }
    return await conversationAfter(w.db, actor, conversation.id, page);
  });
}

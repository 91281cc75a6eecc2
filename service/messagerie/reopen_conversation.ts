/**
 * Opening a resolved conversation again, without a word to the visitor (contract: messagerie §11 "Events"; issue 5, point 2).
 * @module
 */
import { findWaitingSince, updateConversation } from "../../store/messagerie/conversations.ts";
import { type Actor, signatureOf } from "./actor.ts";
import type { ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import { addEvent, tellConversation } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { mayWrite } from "./write.ts";
import { writeConversation } from "./write_conversation.ts";

/**
 * Reopens; the assignee stays. What is not resolved stays as it is. A visitor whose last text nobody answered waits again.
 * @throws {Refusal} `TOKEN_READ_ONLY`, `CONVERSATION_NOT_FOUND`
 */
export async function reopenConversation(
  desk: Desk,
  actor: Actor,
  input: { readonly conversationId: string },
  page?: ThreadPage,
): Promise<ConversationView> {
  mayWrite(actor);
  return await writeConversation(desk, actor, input.conversationId, page, async (w, conversation) => {
    if (conversation.status === "resolved") {
      await updateConversation(w.db, conversation.no, {
        status: "open",
        resolved_at: null,
        waiting_since: await findWaitingSince(w.db, conversation.no),
      });
      await addEvent(w, conversation, { type: "reopened", agent: signatureOf(actor) });
      await tellConversation(w, conversation);
    }
  });
}

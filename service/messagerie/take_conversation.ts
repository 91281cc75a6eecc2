/**
 * Taking a conversation over, from the AI, from the queue or from a colleague (contract: messagerie §11 "Events"; issue 5,
 * point 2). Only people do: a program never becomes an assignee.
 * @module
 */
import { updateConversation } from "../../store/messagerie/conversations.ts";
import { type PersonActor, signatureOf } from "./actor.ts";
import type { ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import { addEvent, tellConversation } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { writeConversation } from "./write_conversation.ts";

/**
 * Makes it the actor's; the AI's is then open. What is theirs already and not the AI's stays as it is. A resolved one stays
 * resolved, and one on hold stays on hold.
 * @throws {Refusal} `CONVERSATION_NOT_FOUND`
 */
export async function takeConversation(
  desk: Desk,
  actor: PersonActor,
  input: { readonly conversationId: string },
  page?: ThreadPage,
): Promise<ConversationView> {
  return await writeConversation(desk, actor, input.conversationId, page, async (w, conversation) => {
    if (conversation.status === "ai" || conversation.assignee_no !== actor.agentNo) {
      await updateConversation(w.db, conversation.no, {
        assignee_no: actor.agentNo,
        ...(conversation.status === "ai" ? { status: "open" } : {}),
      });
      await addEvent(w, conversation, { type: "takeover", agent: signatureOf(actor) });
      await tellConversation(w, conversation);
    }
  });
}

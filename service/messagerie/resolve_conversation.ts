/**
 * Marking a conversation as resolved (contract: messagerie §3 `resolve_conversation`).
 * @module
 */
import { updateConversation } from "../../store/messagerie/conversations.ts";
import { type Actor, signatureOf } from "./actor.ts";
import type { ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import type { ResolveConversationInput } from "./inputs.ts";
import { addEvent, tellConversation } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { mayWrite } from "./write.ts";
import { writeConversation } from "./write_conversation.ts";

/**
 * Resolves; the assignee stays. What is resolved already stays as it is: no second event, no new date.
 * @throws {Refusal} `TOKEN_READ_ONLY`, `CONVERSATION_NOT_FOUND`
 */
export async function resolveConversation(
  desk: Desk,
  actor: Actor,
  input: ResolveConversationInput,
  page?: ThreadPage,
): Promise<ConversationView> {
  mayWrite(actor);
  return await writeConversation(desk, actor, input.conversationId, page, async (w, conversation) => {
    const wasResolved = conversation.status === "resolved";
    if (!wasResolved || conversation.unread === 1 || conversation.snoozed_until !== null) {
      await updateConversation(w.db, conversation.no, {
        status: "resolved",
        unread: false,
        snoozed_until: null,
        waiting_since: null,
        ...(wasResolved ? {} : { resolved_at: w.at }),
      });
      if (!wasResolved) await addEvent(w, conversation, { type: "resolved", agent: signatureOf(actor) });
      await tellConversation(w, conversation);
    }
  });
}

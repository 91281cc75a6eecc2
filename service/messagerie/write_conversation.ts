/**
 * What is written in one conversation: reached, changed and read again in one transaction.
 * @module
 */
import type { ConversationRow } from "../../store/messagerie/conversations.ts";
import type { Actor } from "./actor.ts";
import { conversationAfter, type ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import { reachedConversation } from "./reached_conversation.ts";
import type { ConversationView } from "./views.ts";
import { type Write, write } from "./write.ts";

/**
 * Runs `work` on a conversation that `actor` reaches, and answers the conversation as it is afterwards.
 * @throws {Refusal} `CONVERSATION_NOT_FOUND`; what `work` throws, and nothing is written
 */
export async function writeConversation(
  desk: Desk,
  actor: Actor,
  conversationId: string,
  page: ThreadPage | undefined,
  work: (w: Write, conversation: ConversationRow) => Promise<void>,
): Promise<ConversationView> {
  return await write(desk, async (w) => {
    const conversation = await reachedConversation(w.db, actor, conversationId);
    await work(w, conversation);
    return await conversationAfter(w.db, actor, conversation.id, page);
  });
}

/**
 * A conversation and its messages (contract: messagerie §3 `get_conversation`, §11). Reading changes nothing.
 * @module
 */
import { findSeq } from "../../store/messagerie/messages.ts";
import type { Actor } from "./actor.ts";
import { conversationView } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import type { GetConversationInput } from "./inputs.ts";
import { MAX_THREAD_PAGE } from "./limits.ts";
import { checkLimit } from "./page_limit.ts";
import { reachedConversation } from "./reached_conversation.ts";
import { invalid } from "./refusals.ts";
import type { ConversationView } from "./views.ts";

/**
 * All messages, oldest first; with `limit`, the newest that many; with `before`, those that come before it.
 * @throws {Refusal} `INVALID_REQUEST` (also when `before` is no message of the thread), `CONVERSATION_NOT_FOUND`
 */
export async function getConversation(
  desk: Desk,
  actor: Actor,
  input: GetConversationInput,
): Promise<ConversationView> {
  checkLimit(input.limit, MAX_THREAD_PAGE);
  return await desk.store.snapshot(async (db) => {
    const conversation = await reachedConversation(db, actor, input.conversationId);
    let beforeSeq: number | undefined;
    if (input.before !== undefined) {
      beforeSeq = await findSeq(db, conversation.no, input.before.toLowerCase());
      if (beforeSeq === undefined) {
        throw invalid({ field: "before", message: "N’est pas un message de cette conversation." });
      }
    }
    return await conversationView(db, actor, conversation, { limit: input.limit, beforeSeq });
  });
}

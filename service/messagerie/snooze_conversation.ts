/**
 * Setting a conversation aside until a date (contract: messagerie §3 "Writes", §11 "Events").
 * @module
 */
import { updateConversation } from "../../store/messagerie/conversations.ts";
import { type Actor, signatureOf } from "./actor.ts";
import { conversationAfter, type ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import { isoDate } from "./message_view.ts";
import { reachedConversation } from "./reached_conversation.ts";
import { invalid } from "./refusals.ts";
import { addEvent, tellConversation } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { mayWrite, write } from "./write.ts";

/** The last date that ISO 8601 writes with four digits of year. */
const LAST_DATE = Date.UTC(9999, 11, 31);

/**
 * Snoozes until `until` (milliseconds since the epoch); a reply, a visitor's message or the date itself wakes it.
 * To the date that it has already: nothing happens.
 * @throws {Refusal} `TOKEN_READ_ONLY`; `INVALID_REQUEST` on `until` when it is not to come, on `conversationId` when the
 * conversation is resolved; `CONVERSATION_NOT_FOUND`
 */
export async function snoozeConversation(
  desk: Desk,
  actor: Actor,
  input: { readonly conversationId: string; readonly until: number },
  page?: ThreadPage,
): Promise<ConversationView> {
  mayWrite(actor);
  return await write(desk, async (w) => {
    const { until } = input;
    if (!(Number.isInteger(until) && until > w.at && until <= LAST_DATE)) {
      throw invalid({ field: "until", message: "Une date à venir." });
    }
    const conversation = await reachedConversation(w.db, actor, input.conversationId);
    if (conversation.status === "resolved") {
      throw invalid({ field: "conversationId", message: "Cette conversation est résolue." });
    }
    if (conversation.status !== "pending" || conversation.snoozed_until !== until) {
      await updateConversation(w.db, conversation.no, { status: "pending", snoozed_until: until });
      await addEvent(w, conversation, {
        type: "snoozed",
        agent: signatureOf(actor),
        until: isoDate(until),
      });
      await tellConversation(w, conversation);
    }
    return await conversationAfter(w.db, actor, conversation.id, page);
  });
}

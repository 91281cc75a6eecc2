/**
 * Deleting a message for all (contract: messagerie §3 `get_conversation`, §11). People do it, on the pages: no tool deletes.
 * @module
 */
import { findWaitingSince, updateConversation } from "../../store/messagerie/conversations.ts";
import { eraseMessage, findLastText, findMessage, lastTextColumns } from "../../store/messagerie/messages.ts";
import type { PersonActor } from "./actor.ts";
import type { ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import { invalid } from "./refusals.ts";
import { tellConversation, tellMessage } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { writeConversation } from "./write_conversation.ts";

/**
 * Empties a text or a note for good, its files and its place in the search too; its id and date stay in the thread, and
 * the conversation's date does not move back. What still waits in the outbound queue no longer leaves.
 * @throws {Refusal} `CONVERSATION_NOT_FOUND`; `INVALID_REQUEST` on `messageId` when it is no text or note of the thread.
 */
export async function deleteMessage(
  desk: Desk,
  actor: PersonActor,
  input: { readonly conversationId: string; readonly messageId: string },
  page?: ThreadPage,
): Promise<ConversationView> {
  return await writeConversation(desk, actor, input.conversationId, page, async (w, conversation) => {
    const message = await findMessage(w.db, conversation.no, input.messageId.toLowerCase());
    if (message === undefined) {
      throw invalid({ field: "messageId", message: "N’est pas un message de cette conversation." });
    }
    if (message.deleted_at === null) {
      await eraseMessage(w.db, message, w.at);
      await updateConversation(w.db, conversation.no, {
        ...lastTextColumns(await findLastText(w.db, conversation.no)),
        waiting_since: conversation.status === "resolved"
          ? null
          : await findWaitingSince(w.db, conversation.no),
      });
      await tellMessage(w, conversation, message.id);
      await tellConversation(w, conversation);
    }
  });
}

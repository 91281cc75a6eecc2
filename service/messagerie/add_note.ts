/**
 * A note that only the team sees (contract: messagerie §3 `add_note`).
 * @module
 */
import type { ConversationRow } from "../../store/messagerie/conversations.ts";
import { insertMessage } from "../../store/messagerie/messages.ts";
import { MESSAGE_KIND } from "../../store/messagerie/schema.ts";
import type { Actor } from "./actor.ts";
import { isNew } from "./already_written.ts";
import type { ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import type { AddNoteInput } from "./inputs.ts";
import { MAX_MESSAGE } from "./limits.ts";
import { messageText } from "./plain_text.ts";
import { authorship, tellMessage } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { mayWrite, type Write } from "./write.ts";
import { writeConversation } from "./write_conversation.ts";

/**
 * Adds a note at the end of the thread; status, dates, unread and assignee stay as they are.
 * @throws {Refusal} `TOKEN_READ_ONLY`, `INVALID_REQUEST`, `EMPTY_MESSAGE`, `CONVERSATION_NOT_FOUND`
 */
export async function addNote(
  desk: Desk,
  actor: Actor,
  input: AddNoteInput,
  page?: ThreadPage,
): Promise<ConversationView> {
  mayWrite(actor);
  const body = messageText(input.text, MAX_MESSAGE);
  return await writeConversation(desk, actor, input.conversationId, page, async (w, conversation) => {
    if (await isNew(w, actor, input)) await note(w, actor, conversation, body, input.clientKey);
  });
}

async function note(
  w: Write,
  actor: Actor,
  conversation: ConversationRow,
  body: string,
  clientKey: string | undefined,
): Promise<void> {
  const id = w.newId();
  await insertMessage(w.db, {
    id,
    conversationNo: conversation.no,
    inboxNo: conversation.inbox_no,
    kind: MESSAGE_KIND.note,
    ...authorship(actor),
    body,
    clientKey,
    at: w.at,
  });
  await tellMessage(w, conversation, id);
}

/**
 * Answering the visitor (contract: messagerie §3 `send_reply`, §11 "Events").
 * @module
 */
import type { ConversationRow } from "../../store/messagerie/conversations.ts";
import { insertAttachments, type NewAttachment } from "../../store/messagerie/messages.ts";
import { type Actor, signatureOf } from "./actor.ts";
import { isNew } from "./already_written.ts";
import type { ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import type { SendReplyInput } from "./inputs.ts";
import { MAX_MESSAGE } from "./limits.ts";
import { messageText } from "./plain_text.ts";
import { queueText } from "./queue_text.ts";
import { addEvent, addText, authorship, tellConversation } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { mayWrite, type Write } from "./write.ts";
import { writeConversation } from "./write_conversation.ts";

/**
 * Sends a reply. A resolved conversation is reopened first, a snoozed one wakes; `resolve` resolves it with the reply.
 * A person takes what they reply to, a program does not. An SMS or e-mail waits in the outbound queue.
 * @throws {Refusal} `TOKEN_READ_ONLY`, `INVALID_REQUEST`, `EMPTY_MESSAGE`, `CONVERSATION_NOT_FOUND`
 */
export async function sendReply(
  desk: Desk,
  actor: Actor,
  input: SendReplyInput,
  page?: ThreadPage,
): Promise<ConversationView> {
  mayWrite(actor);
  const text = messageText(input.text, MAX_MESSAGE);
  return await writeConversation(desk, actor, input.conversationId, page, async (w, conversation) => {
    if (await isNew(w, actor, input)) {
      await reply(w, actor, conversation, {
        text,
        resolve: input.resolve === true,
        clientKey: input.clientKey,
      });
    }
  });
}

/** The reply itself, within a write. `recipient`: an address for this message instead of the contact's own. */
export async function reply(
  w: Write,
  actor: Actor,
  conversation: ConversationRow,
  wanted: {
    readonly text: string;
    readonly resolve: boolean;
    readonly recipient?: string;
    readonly clientKey?: string | undefined;
    readonly files?: readonly NewAttachment[];
  },
): Promise<void> {
  const agent = signatureOf(actor);
  if (conversation.status === "resolved") await addEvent(w, conversation, { type: "reopened", agent });
  if (conversation.status === "pending") await addEvent(w, conversation, { type: "woke", agent });
  const takes = actor.kind === "person" &&
    (conversation.status === "ai" || conversation.assignee_no !== actor.agentNo);
  if (takes) await addEvent(w, conversation, { type: "takeover", agent });
  const messageId = await addText(w, conversation, {
    ...authorship(actor),
    body: wanted.text,
    clientKey: wanted.clientKey,
  }, {
    status: wanted.resolve ? "resolved" : "open",
    resolved_at: wanted.resolve ? w.at : null,
    snoozed_until: null,
    unread: false,
    ...(takes ? { assignee_no: actor.agentNo } : {}),
  });
  await insertAttachments(w.db, messageId, wanted.files ?? []);
  await queueText(w, conversation, { messageId, body: wanted.text, recipient: wanted.recipient });
  if (wanted.resolve) await addEvent(w, conversation, { type: "resolved", agent });
  await tellConversation(w, conversation);
}

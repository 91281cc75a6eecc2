/**
 * Moving a conversation to another inbox (contract: messagerie §11 "Events", "More").
 * @module
 */
import { findActiveAgent } from "../../store/messagerie/agents.ts";
import { countTransfer } from "../../store/messagerie/contact_counters.ts";
import { type ConversationRow, updateConversation } from "../../store/messagerie/conversations.ts";
import { findInbox } from "../../store/messagerie/inboxes.ts";
import { moveMessages } from "../../store/messagerie/search/mod.ts";
import { type Actor, reaches, signatureOf } from "./actor.ts";
import { unassign } from "./assign_conversation.ts";
import type { ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import { refuse } from "./refusals.ts";
import { addEvent, tellConversation } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { mayWrite, type Write } from "./write.ts";
import { writeConversation } from "./write_conversation.ts";

/**
 * Transfers; null: to no inbox, where everybody reaches it. An assignee who does not serve the new inbox loses the
 * conversation to the queue: nobody keeps what they cannot see. To its own inbox: nothing happens.
 * @throws {Refusal} `TOKEN_READ_ONLY`, `CONVERSATION_NOT_FOUND`, `INBOX_NOT_FOUND`
 */
export async function transferConversation(
  desk: Desk,
  actor: Actor,
  input: { readonly conversationId: string; readonly inboxId: string | null },
  page?: ThreadPage,
): Promise<ConversationView> {
  mayWrite(actor);
  return await writeConversation(desk, actor, input.conversationId, page, async (w, conversation) => {
    const inbox = input.inboxId === null ? NO_INBOX : await findInbox(w.db, input.inboxId.toLowerCase());
    if (inbox === undefined || !reaches(actor.reach, inbox.no)) throw refuse("INBOX_NOT_FOUND");
    if (inbox.no !== conversation.inbox_no) await transfer(w, actor, conversation, inbox);
  });
}

const NO_INBOX = { no: 0, id: null, name: null };

async function transfer(
  w: Write,
  actor: Actor,
  conversation: ConversationRow,
  inbox: { readonly no: number; readonly id: string | null; readonly name: string | null },
): Promise<void> {
  const moved = { ...conversation, inbox_no: inbox.no };
  await updateConversation(w.db, conversation.no, { inbox_no: inbox.no });
  await moveMessages(w.db, conversation.no, inbox.no);
  await countTransfer(w.db, {
    contactNo: conversation.contact_no,
    fromInboxNo: conversation.inbox_no,
    inboxNo: inbox.no,
    at: conversation.last_message_at,
  });
  await addEvent(w, moved, {
    type: "transferred",
    inbox: inbox.name,
    inboxId: inbox.id,
    by: signatureOf(actor),
  });
  if (conversation.assignee_id !== null) {
    const assignee = await findActiveAgent(w.db, conversation.assignee_id, inbox.no);
    if (assignee?.serves !== 1) await unassign(w, actor, moved);
  }
  // Those who follow the inbox that it left must see it go.
  await tellConversation(w, conversation);
  await tellConversation(w, moved);
}

/**
 * What the team marks on a conversation without an event in its thread: read or unread, how urgent (issue 5, point 2).
 * @module
 */
import { updateConversation } from "../../store/messagerie/conversations.ts";
import { readNotifications } from "../../store/messagerie/notifications.ts";
import type { Priority } from "../../store/messagerie/schema.ts";
import type { PersonActor } from "./actor.ts";
import type { Desk } from "./desk.ts";
import { reachedConversation } from "./reached_conversation.ts";
import { tellConversation } from "./thread.ts";
import { write } from "./write.ts";

/**
 * Marks a conversation as read or unread, for the whole team: one unread message is everybody's. Whoever has read it has
 * read what their bell says about it, too.
 * @throws {Refusal} `CONVERSATION_NOT_FOUND`
 */
export async function markRead(
  desk: Desk,
  actor: PersonActor,
  input: { readonly conversationId: string; readonly read: boolean },
): Promise<void> {
  await write(desk, async (w) => {
    const conversation = await reachedConversation(w.db, actor, input.conversationId);
    if ((conversation.unread === 1) === input.read) {
      await updateConversation(w.db, conversation.no, { unread: !input.read });
      await tellConversation(w, conversation);
    }
    if (!input.read) return;
    await readNotifications(w.db, { agentNo: actor.agentNo, conversationNo: conversation.no }, w.at);
  });
}

/**
 * Says how urgent a conversation is.
 * @throws {Refusal} `CONVERSATION_NOT_FOUND`
 */
export async function setPriority(
  desk: Desk,
  actor: PersonActor,
  input: { readonly conversationId: string; readonly priority: Priority },
): Promise<void> {
  await write(desk, async (w) => {
    const conversation = await reachedConversation(w.db, actor, input.conversationId);
    if (conversation.priority === input.priority) return;
    await updateConversation(w.db, conversation.no, { priority: input.priority });
    await tellConversation(w, conversation);
  });
}

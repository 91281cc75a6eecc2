/**
 * Labels on a conversation (contract: messagerie §3 `add_tag`, `remove_tag`, §11 "Tags"). They make no event.
 * @module
 */
import { deleteTag, findTagDefinition, insertTag, tagIdentity } from "../../store/messagerie/tags.ts";
import type { Actor } from "./actor.ts";
import { conversationAfter, type ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import type { TagInput } from "./inputs.ts";
import { MAX_TAG } from "./limits.ts";
import { shortText } from "./plain_text.ts";
import { reachedConversation } from "./reached_conversation.ts";
import { tellConversation } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { mayWrite, write } from "./write.ts";

/** Of a label that nobody declared. */
export const UNDECLARED_COLOR = "#64748b";

/**
 * Adds a label: under its declared name and colour when one of that name was declared, case aside; else as typed.
 * A label that is there already, case aside, stays as it is.
 * @throws {Refusal} `TOKEN_READ_ONLY`, `INVALID_REQUEST`, `CONVERSATION_NOT_FOUND`
 */
export async function addTag(
  desk: Desk,
  actor: Actor,
  input: TagInput,
  page?: ThreadPage,
): Promise<ConversationView> {
  mayWrite(actor);
  const label = shortText("label", input.label, MAX_TAG);
  return await write(desk, async (w) => {
    const conversation = await reachedConversation(w.db, actor, input.conversationId);
    const declared = await findTagDefinition(w.db, tagIdentity(label));
    const added = await insertTag(w.db, conversation.no, {
      label: declared?.name ?? label,
      color: declared?.color ?? UNDECLARED_COLOR,
    });
    if (added) await tellConversation(w, conversation);
    return await conversationAfter(w.db, actor, conversation.id, page);
  });
}

/**
 * Removes a label, case aside; one that is not there is no error.
 * @throws {Refusal} `TOKEN_READ_ONLY`, `INVALID_REQUEST`, `CONVERSATION_NOT_FOUND`
 */
export async function removeTag(
  desk: Desk,
  actor: Actor,
  input: TagInput,
  page?: ThreadPage,
): Promise<ConversationView> {
  mayWrite(actor);
  const label = shortText("label", input.label, MAX_TAG);
  return await write(desk, async (w) => {
    const conversation = await reachedConversation(w.db, actor, input.conversationId);
    const removed = await deleteTag(w.db, conversation.no, tagIdentity(label));
    if (removed) await tellConversation(w, conversation);
    return await conversationAfter(w.db, actor, conversation.id, page);
  });
}

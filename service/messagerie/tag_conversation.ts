/**
 * Labels on a conversation (contract: messagerie §3 `add_tag`, `remove_tag`, §11 "Tags"). They make no event.
 * @module
 */
import { deleteTag, findTagDefinition, insertTag, tagIdentity } from "../../store/messagerie/tags.ts";
import type { Actor } from "./actor.ts";
import type { ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import type { TagInput } from "./inputs.ts";
import { MAX_TAG } from "./limits.ts";
import { shortText } from "./plain_text.ts";
import { tellConversation } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { mayWrite } from "./write.ts";
import { writeConversation } from "./write_conversation.ts";

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
  return await writeConversation(desk, actor, input.conversationId, page, async (w, conversation) => {
    const declared = await findTagDefinition(w.db, tagIdentity(label));
    const added = await insertTag(w.db, conversation.no, {
      label: declared?.name ?? label,
      color: declared?.color ?? UNDECLARED_COLOR,
    });
    if (added) await tellConversation(w, conversation);
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
  return await writeConversation(desk, actor, input.conversationId, page, async (w, conversation) => {
    const removed = await deleteTag(w.db, conversation.no, tagIdentity(label));
    if (removed) await tellConversation(w, conversation);
  });
}

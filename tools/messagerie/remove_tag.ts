/**
 * Taking a tag off a conversation.
 * @module
 */
import * as z from "zod";
import { MAX_TAG } from "../../service/messagerie/limits.ts";
import { removeTag } from "../../service/messagerie/mod.ts";
import { defineDeskTool, SETS } from "./context.ts";
import { conversationId, text } from "./fields.ts";
import { conversation } from "./wire.ts";

/** Takes a tag off; one that is not there is no fault. */
export const removeTagTool = defineDeskTool({
  name: "remove_tag",
  title: "Retirer une étiquette",
  description:
    "Ôte une étiquette d’une conversation (noms : champ tags) ; sans effet si elle n’y est pas. Rend la conversation.",
  input: z.object({
    conversation_id: conversationId(),
    label: text("Nom de l’étiquette.", MAX_TAG, 1),
  }),
  hints: SETS,
  access: "write",
  run: async ({ desk, actor }, input) =>
    conversation(await removeTag(desk, actor, { conversationId: input.conversation_id, label: input.label })),
});

/**
 * Putting a tag on a conversation.
 * @module
 */
import * as z from "zod";
import { MAX_TAG } from "../../service/messagerie/limits.ts";
import { addTag } from "../../service/messagerie/mod.ts";
import { defineDeskTool, SETS } from "./context.ts";
import { conversationId, text } from "./fields.ts";
import { conversation } from "./wire.ts";

/** Tags a conversation; a tag that is there already stays as it is. */
export const addTagTool = defineDeskTool({
  name: "add_tag",
  title: "Étiqueter",
  description:
    "Étiquette une conversation ; sans effet si elle porte déjà ce nom, à la casse près. Rend la conversation.",
  input: z.object({
    conversation_id: conversationId(),
    label: text("Nom de l’étiquette.", MAX_TAG, 1),
  }),
  hints: SETS,
  access: "write",
  run: async ({ desk, actor }, input) =>
    conversation(await addTag(desk, actor, { conversationId: input.conversation_id, label: input.label })),
});

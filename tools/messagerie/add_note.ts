/**
 * Notes for the team.
 * @module
 */
import * as z from "zod";
import { MAX_MESSAGE } from "../../service/messagerie/limits.ts";
import { addNote } from "../../service/messagerie/mod.ts";
import { ADDS, defineDeskTool } from "./context.ts";
import { conversationId, text } from "./fields.ts";
import { conversation } from "./wire.ts";

/** A note, which the visitor never sees. */
export const addNoteTool = defineDeskTool({
  name: "add_note",
  title: "Note interne",
  description:
    "Ajoute au fil une note réservée à l’équipe ; le visiteur ne la verra pas. Rend la conversation.",
  input: z.object({
    conversation_id: conversationId(),
    text: text("Texte de la note.", MAX_MESSAGE),
  }),
  hints: ADDS,
  access: "write",
  run: async ({ desk, actor }, input) =>
    conversation(await addNote(desk, actor, { conversationId: input.conversation_id, text: input.text })),
});

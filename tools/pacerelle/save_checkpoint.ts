/**
 * Keeping how far the work is.
 * @module
 */
import * as z from "zod";
import { MAX_NEXT_ACTION, MAX_SUMMARY } from "../../service/pacerelle/limits.ts";
import { saveCheckpoint } from "../../service/pacerelle/mod.ts";
import { defineInboxTool, SETS } from "./context.ts";
import { sourceMessageId, text } from "./fields.ts";

/** A note to the next session. */
export const saveCheckpointTool = defineInboxTool({
  name: "save_checkpoint",
  title: "Enregistrer l’avancement",
  description:
    "Enregistre où en est une demande, avant une interruption ; le suivant pour la même demande le remplace, et " +
    "mark_processed l’efface. Seul ce que vous écrivez ici est gardé : n’y mettez aucun secret.",
  input: z.object({
    sourceMessageId: sourceMessageId(),
    summary: text("Ce qui est fait.", MAX_SUMMARY),
    nextAction: text("La prochaine chose à faire.", MAX_NEXT_ACTION),
  }),
  hints: SETS,
  access: "write",
  run: async (context, input) => await saveCheckpoint(await context.open(), input),
});

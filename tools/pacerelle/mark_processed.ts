/**
 * Being done with requests.
 * @module
 */
import * as z from "zod";
import { MAX_MARKED } from "../../service/pacerelle/limits.ts";
import { markProcessed } from "../../service/pacerelle/mod.ts";
import { defineInboxTool, SETS } from "./context.ts";
import { messageId } from "./fields.ts";

/** Takes requests off the list. */
export const markProcessedTool = defineInboxTool({
  name: "mark_processed",
  title: "Marquer comme traitée",
  description:
    "Marque une demande (messageId) ou plusieurs (messageIds) comme traitées, une fois le travail fini et la réponse " +
    "envoyée ; leurs checkpoints s’effacent et la personne le voit. Répéter ne change rien.",
  input: z.object({
    messageId: messageId("Id d’une demande, donné par wait_for_messages.").optional(),
    messageIds: z.array(messageId("Id d’une demande.")).min(1).max(MAX_MARKED)
      .meta({ description: "Plusieurs ids, donnés par wait_for_messages." }).optional(),
  }),
  hints: SETS,
  access: "write",
  run: async (context, input) => await markProcessed(await context.open(), input),
});

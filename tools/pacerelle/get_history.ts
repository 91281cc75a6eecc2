/**
 * Looking back.
 * @module
 */
import * as z from "zod";
import { DEFAULT_HISTORY_PAGE, MAX_HISTORY_PAGE } from "../../service/pacerelle/limits.ts";
import { getHistory } from "../../service/pacerelle/mod.ts";
import { defineInboxTool, READS } from "./context.ts";
import { count, messageId } from "./fields.ts";

/** What was asked and what was answered. */
export const getHistoryTool = defineInboxTool({
  name: "get_history",
  title: "Historique récent",
  description:
    "Demandes et réponses récentes conservées ici, la plus récente en dernier, avec leur état (pending, processed ; queued, " +
    "uncertain, submitted, delivered, read, refused). Si hasMore, rappelez avec before = l’id de la première.",
  input: z.object({
    limit: count(`Entrées par réponse ; ${DEFAULT_HISTORY_PAGE} par défaut.`, MAX_HISTORY_PAGE).optional(),
    before: messageId("Id d’une entrée de get_history : seulement ce qui la précède.").optional(),
    conversationId: messageId("conversationId d’une demande : seulement cette conversation.").optional(),
  }),
  hints: READS,
  access: "read",
  run: async (context, input) => getHistory(await context.open(), input),
});

/**
 * Looking back.
 * @module
 */
import * as z from "zod";
import { DEFAULT_HISTORY_PAGE, MAX_HISTORY_PAGE } from "../../service/pacerelle/limits.ts";
import { getHistory, saveAttachments } from "../../service/pacerelle/mod.ts";
import { MAX_ATTACHMENTS } from "../../wire/limits.ts";
import { defineInboxTool, SETS } from "./context.ts";
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
    saveAttachments: z.array(messageId("Id d’une pièce jointe.")).max(MAX_ATTACHMENTS).meta({
      description:
        "Ids d’attachments reçus, à enregistrer dans le dossier permis par la personne ; saved dit où ils sont. Sans lui, " +
        "rien n’est enregistré.",
    }).optional(),
  }),
  // It may save files where it is asked to.
  hints: SETS,
  access: "write",
  run: async (context, { saveAttachments: ids = [], ...page }, call) => {
    const inbox = await context.open();
    const saved = ids.length === 0 ? {} : { saved: await saveAttachments(inbox, ids, call) };
    return { ...saved, ...getHistory(inbox, page) };
  },
});

/**
 * Answering in words.
 * @module
 */
import * as z from "zod";
import { sendMessage } from "../../service/pacerelle/mod.ts";
import { MAX_PATH } from "../../service/pacerelle/limits.ts";
import { MAX_ATTACHMENTS, MAX_TEXT } from "../../wire/limits.ts";
import { defineInboxTool, SENDS } from "./context.ts";
import { sourceMessageId } from "./fields.ts";

/** An answer, which goes to every device of the person. */
export const sendMessageTool = defineInboxTool({
  name: "send_message",
  title: "Répondre à la personne",
  description:
    "Envoie une réponse chiffrée à une demande en attente, avant de la marquer traitée. status : submitted (le relais l’a ; " +
    "ne dit pas qu’elle est lue), queued (partira dès que le relais répond), uncertain (remise, sans réponse : voyez " +
    "get_status). Répéter le même texte ne l’envoie pas deux fois.",
  input: z.object({
    sourceMessageId: sourceMessageId(),
    // Its length is the service's to refuse, under a code of its own.
    text: z.string().meta({ maxLength: MAX_TEXT, description: "Le texte de la réponse." }),
    // Their number is the service's to refuse too, with what may be done.
    attachments: z.array(z.string().min(1).max(MAX_PATH)).meta({
      description:
        `Chemins de fichiers à joindre, ${MAX_ATTACHMENTS} au plus, dans le dossier permis par la personne (PACERELLE_FILES_DIR).`,
    }).optional(),
  }),
  hints: SENDS,
  access: "write",
  run: async (context, input, { signal }) => await sendMessage(await context.open(), input, signal),
});

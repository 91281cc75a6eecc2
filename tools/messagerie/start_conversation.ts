/**
 * Writing first to a customer.
 * @module
 */
import * as z from "zod";
import { MAX_EMAIL, MAX_FIRST_MESSAGE, MAX_NAME } from "../../service/messagerie/limits.ts";
import { startConversation } from "../../service/messagerie/mod.ts";
import { defineDeskTool, SENDS } from "./context.ts";
import { choice, text, uuid } from "./fields.ts";
import { conversation } from "./wire.ts";

/** Longest telephone number that is looked at, however it is spaced. */
export const MAX_PHONE = 40;
/** What a first message can leave by. */
export const FIRST_CHANNELS = ["sms", "email"] as const;

/** A first message by SMS or e-mail. */
export const startConversationTool = defineDeskTool({
  name: "start_conversation",
  title: "Écrire en premier",
  description:
    "Envoie un premier message par SMS ou e-mail : il part pour de bon, relisez-le. Destinataire : contact_id, sinon " +
    "phone (SMS) ou email (e-mail). Reprend la conversation en cours avec ce contact sur ce canal s’il y en a une. " +
    "Rend la conversation.",
  input: z.object({
    channel: choice("Par où le message part.", FIRST_CHANNELS),
    text: text("Le message à envoyer.", MAX_FIRST_MESSAGE),
    contact_id: uuid("UUID d’un contact connu (list_contacts).").optional(),
    phone: text("Numéro pour un SMS, ex. +33612345678.", MAX_PHONE).optional(),
    email: text("Adresse pour un e-mail.", MAX_EMAIL).optional(),
    name: text("Nom à donner si le contact est nouveau.", MAX_NAME).optional(),
  }),
  hints: SENDS,
  access: "write",
  run: async ({ desk, actor }, input) =>
    conversation(
      await startConversation(desk, actor, {
        channel: input.channel,
        text: input.text,
        contactId: input.contact_id,
        phone: input.phone,
        email: input.email,
        name: input.name,
      }),
    ),
});

/**
 * Answering the visitor.
 * @module
 */
import * as z from "zod";
import { MAX_MESSAGE } from "../../service/messagerie/limits.ts";
import { sendReply } from "../../service/messagerie/mod.ts";
import { defineDeskTool, SENDS } from "./context.ts";
import { conversationId, flag, text } from "./fields.ts";
import { conversation } from "./wire.ts";

/** A reply, which goes out to the visitor. */
export const sendReplyTool = defineDeskTool({
  name: "send_reply",
  title: "Répondre au visiteur",
  description:
    "Répond au visiteur, sous le nom du jeton : le message part aussitôt, relisez-le avant. Rouvre une conversation " +
    "résolue et relaie l’IA. Markdown léger rendu : gras, italique, listes, liens. Rend la conversation.",
  input: z.object({
    conversation_id: conversationId(),
    text: text("Le message au visiteur.", MAX_MESSAGE),
    resolve: flag("true : résoudre aussi la conversation.").optional(),
  }),
  hints: SENDS,
  access: "write",
  run: async ({ desk, actor }, input) =>
    conversation(
      await sendReply(desk, actor, {
        conversationId: input.conversation_id,
        text: input.text,
        resolve: input.resolve,
      }),
    ),
});

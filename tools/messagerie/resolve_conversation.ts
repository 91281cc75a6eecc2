/**
 * Closing a conversation.
 * @module
 */
import * as z from "zod";
import { resolveConversation } from "../../service/messagerie/mod.ts";
import { defineDeskTool, SETS } from "./context.ts";
import { conversationId } from "./fields.ts";
import { conversation } from "./wire.ts";

/** Resolves a conversation; once resolved, nothing more happens. */
export const resolveConversationTool = defineDeskTool({
  name: "resolve_conversation",
  title: "Résoudre",
  description:
    "Clôt une conversation, qui garde son conseiller ; sans effet si c’est déjà fait. Rend la conversation.",
  input: z.object({ conversation_id: conversationId() }),
  hints: SETS,
  access: "write",
  run: async ({ desk, actor }, input) =>
    conversation(await resolveConversation(desk, actor, { conversationId: input.conversation_id })),
});

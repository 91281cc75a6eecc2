/**
 * Giving a conversation to somebody, or back to the queue.
 * @module
 */
import * as z from "zod";
import { assignConversation } from "../../service/messagerie/mod.ts";
import { defineDeskTool, SETS } from "./context.ts";
import { conversationId, uuid } from "./fields.ts";
import { conversation } from "./wire.ts";

/** An advisor, or nobody: the key must be there, so that forgetting it does not empty the assignment. */
export const assignConversationTool = defineDeskTool({
  name: "assign_conversation",
  title: "Affecter",
  description:
    "Affecte une conversation à un conseiller, prévenu dans l’inbox ; agent_id null la rend à la file d’attente. Rend " +
    "la conversation.",
  input: z.object({
    conversation_id: conversationId(),
    agent_id: uuid("UUID, de list_agents.").nullable(),
  }),
  hints: SETS,
  access: "write",
  run: async ({ desk, actor }, input) =>
    conversation(
      await assignConversation(desk, actor, {
        conversationId: input.conversation_id,
        agentId: input.agent_id,
      }),
    ),
});

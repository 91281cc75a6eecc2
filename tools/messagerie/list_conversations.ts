/**
 * The conversations that the token reaches, latest first.
 * @module
 */
import * as z from "zod";
import { listConversations } from "../../service/messagerie/mod.ts";
import { DEFAULT_CONVERSATIONS, MAX_CONVERSATIONS } from "../../service/messagerie/limits.ts";
import { defineDeskTool, READS } from "./context.ts";
import { choice, count, filterId, uuid } from "./fields.ts";
import { conversationItem } from "./wire.ts";

/** What `status` may ask for. */
export const STATUS_FILTERS = ["unresolved", "ai", "open", "pending", "resolved", "all"] as const;

/** One page of conversations. */
export const listConversationsTool = defineDeskTool({
  name: "list_conversations",
  title: "Conversations",
  description:
    "Liste les conversations, la plus récente en tête : contact, état, conseiller, étiquettes, dernier message. " +
    "Pour la suite d’une liste, rappeler avec before = id de la dernière ligne reçue.",
  input: z.object({
    status: choice(
      "unresolved si absent. ai : l’IA répond ; open : à traiter ; pending : en veille.",
      STATUS_FILTERS,
    ).optional(),
    inbox_id: filterId("Une seule boîte (id de list_inboxes).").optional(),
    assignee_id: filterId("Un conseiller (id de list_agents), ou none : sans conseiller.").optional(),
    limit: count(`${DEFAULT_CONVERSATIONS} si absent.`, MAX_CONVERSATIONS).optional(),
    before: uuid("Reprendre après cette conversation.").optional(),
  }),
  hints: READS,
  access: "read",
  run: async ({ desk, actor }, input) =>
    (await listConversations(desk, actor, {
      status: input.status,
      inboxId: input.inbox_id,
      assigneeId: input.assignee_id,
      limit: input.limit,
      before: input.before,
    })).map(conversationItem),
});

/**
 * The people a conversation can be given to.
 * @module
 */
import * as z from "zod";
import { listAgents } from "../../service/messagerie/mod.ts";
import { defineDeskTool, READS } from "./context.ts";

/** The active advisors, by name. */
export const listAgentsTool = defineDeskTool({
  name: "list_agents",
  title: "Conseillers",
  description:
    "Liste les conseillers en activité, par nom : id, nom, rôle (agent ou supervisor). Leur id sert à " +
    "assign_conversation et à list_conversations.",
  input: z.object({}),
  hints: READS,
  access: "read",
  run: ({ desk, actor }) => listAgents(desk, actor),
});

/**
 * The people to whom a conversation may be given (contract: messagerie §3 `list_agents`).
 * @module
 */
import { activeAgents } from "../../store/messagerie/agents.ts";
import type { Actor } from "./actor.ts";
import type { Desk } from "./desk.ts";
import type { AgentView } from "./views.ts";

const FRENCH = new Intl.Collator("fr");

/** Active people, by name in French order; namesakes by id, descending. */
export async function listAgents(desk: Desk, _actor: Actor): Promise<readonly AgentView[]> {
  const agents = await activeAgents(desk.store.read);
  return agents.toSorted((a, b) => FRENCH.compare(a.name, b.name) || (a.id < b.id ? 1 : -1));
}

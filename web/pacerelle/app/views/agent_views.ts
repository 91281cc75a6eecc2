/**
 * Agents as pages show them: what this device knows, what the relay said last, and what sealed receipts say of both.
 * @module
 */
import type { ListedAgent } from "../../../../service/pacerelle/chat/agents.ts";
import type { ChatState } from "../../../../service/pacerelle/chat/chat_state.ts";
import type { Presence } from "../../../../wire/live.ts";
import type { AgentView, PresenceView } from "../state_types.ts";

/** How long an agent that is there may take to receive what the relay has for it. */
export const SILENT_MS = 60_000;

/** What is known beside the state. */
export interface AgentFacts {
  readonly isConnected: boolean;
  readonly now: number;
  /** As the live connection tells, by agent. */
  readonly presences: ReadonlyMap<string, Presence>;
}

/** Since when the relay has something for the agent that no sealed receipt has come for. */
function waitingSince(state: ChatState, agent: string): number | undefined {
  if (state.log.count(agent, ["submitted"]) === 0) return undefined;
  for (const entry of state.log.of(agent)) {
    if (entry.state === "submitted") return state.endpoint.outbox.recipient(entry.id, agent)?.at;
  }
  return undefined;
}

function presenceView(state: ChatState, agent: ListedAgent, facts: AgentFacts): PresenceView {
  const live = facts.presences.get(agent.id);
  const since = live?.since ?? agent.since;
  if (!facts.isConnected) return { state: "unknown", since: null, by: null };
  if (agent.presence === "missing") return { state: "missing", since: null, by: null };
  const seen = live?.state ?? (agent.presence === "never" ? "offline" : agent.presence);
  if (!agent.isPinned && seen !== "online" && agent.presence !== "deaf") {
    return { state: "never", since: null, by: null };
  }
  if (seen === null) return { state: "unknown", since: null, by: null };
  if (seen === "deaf") return { state: "deaf", since, by: "relay" };
  if (seen === "offline") return { state: "offline", since, by: null };
  const waiting = waitingSince(state, agent.id);
  const silentSince = waiting === undefined ? undefined : Math.max(waiting, since ?? 0);
  if (silentSince !== undefined && facts.now - silentSince >= SILENT_MS) {
    return { state: "deaf", since: silentSince, by: "receipts" };
  }
  return { state: "online", since, by: null };
}

/** "Agent 2" before "Agent 10". */
const byName = new Intl.Collator(undefined, { numeric: true });

/** The agents, by name. `agents`: what this device knows put together with what the relay listed. */
export function agentViews(
  state: ChatState,
  agents: readonly ListedAgent[],
  facts: AgentFacts,
): AgentView[] {
  return agents.map((agent) => ({
    id: agent.id,
    name: agent.name,
    createdAt: agent.createdAt,
    isVerified: agent.isPinned,
    presence: presenceView(state, agent, facts),
  })).toSorted((a, b) => byName.compare(a.name ?? "", b.name ?? "") || (a.id < b.id ? -1 : 1));
}

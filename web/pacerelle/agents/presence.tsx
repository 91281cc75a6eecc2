/**
 * Whether an agent is there, by a colour and in words.
 * @module
 */
import { formatMoment } from "../../kit/format.ts";
import type { AgentView } from "../app/state_types.ts";
import { words } from "./words.ts";

/** The words, no more than what the relay and the agent's receipts say. */
function presenceText({ presence: { state, since, by } }: AgentView): string {
  const t = words.value;
  switch (state) {
    case "never":
      return t.never;
    case "online":
      return t.online;
    case "offline":
      return since === null ? t.offline : t.offlineSince(formatMoment(since));
    case "deaf":
      return by === "receipts" ? t.deafByReceipts : t.deafByRelay;
    case "missing":
      return t.missing;
    case "unknown":
      return t.unknown;
  }
}

/** Dot and words. */
export function Presence({ agent }: { readonly agent: AgentView }) {
  const isUnverified = agent.presence.state === "online" && !agent.isVerified;
  return (
    <span class="presence">
      <span class="presence-dot" data-state={agent.presence.state} aria-hidden="true" />
      <span>
        {presenceText(agent)}
        {isUnverified && ` · ${words.value.unverified}`}
      </span>
    </span>
  );
}

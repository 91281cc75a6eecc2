/**
 * Why nothing comes back, above where one writes: an agent that never came, does not answer, or is gone.
 * @module
 */
import { Info } from "lucide";
import { Icon } from "../../kit/icon.tsx";
import type { AgentView } from "../app/state_types.ts";
import { words } from "./words.ts";

/** The line; none for an agent that is there, or merely away: its messages say where they are. */
export function PresenceNotice({ agent }: { readonly agent: AgentView | undefined }) {
  const text = noticeOf(agent);
  if (text === undefined) return null;
  return (
    <p class="presence-notice" role="status">
      <Icon of={Info} />
      <span>{text}</span>
    </p>
  );
}

function noticeOf(agent: AgentView | undefined): string | undefined {
  const t = words.value;
  switch (agent?.presence.state) {
    case "never":
      return t.agentNever;
    case "deaf":
      return t.agentDeaf;
    case "missing":
      return t.agentMissing;
    default:
      return undefined;
  }
}

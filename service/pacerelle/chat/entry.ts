/**
 * One entry of a conversation between a person and an agent, as one of the person's devices keeps it. Values only.
 * @module
 */
import type { SendState } from "../../../wire/endpoint/api.ts";
import type { HistoryEntry } from "../../../wire/payload.ts";

/**
 * - a {@linkcode SendState}: written on this device, and how far it came
 * - `copied`: written on another device of the account, which alone is told how far it came until the agent says
 *   `processed`
 * - `arrived`, `seen`: the agent's, not yet shown and shown
 */
export type EntryState = SendState | "copied" | "arrived" | "seen";

type WithState<Entry> = Entry extends unknown ? Entry & {
    readonly state: EntryState;
    /** Why it was refused. */
    readonly code?: string;
  }
  : never;

/**
 * A message, a widget or an answer. `id` is the message id; `from` the endpoint that wrote it; `at` when, by its own
 * clock; `re` the message that it answers. A progress widget's body is as of its last update.
 */
export type Entry = WithState<HistoryEntry>;

/** How a person is told where an own message stands (contract: pacerelle §7). */
export type PersonState = "waiting" | "received" | "processed" | "refused" | "elsewhere";

/** Null for what the agent wrote. */
export function personState(entry: Pick<Entry, "state">): PersonState | null {
  switch (entry.state) {
    case "queued":
    case "uncertain":
    case "submitted":
      return "waiting";
    case "delivered":
      return "received";
    case "processed":
    case "read":
      return "processed";
    case "refused":
      return "refused";
    case "copied":
      return "elsewhere";
    default:
      return null;
  }
}

/** Whether the agent wrote it. */
export function isAgents(entry: Pick<Entry, "from" | "agent">): boolean {
  return entry.from === entry.agent;
}

/**
 * Finding where an earlier session stopped.
 * @module
 */
import type { Checkpoint } from "./inbox/entries.ts";
import type { Inbox } from "./inbox/inbox.ts";
import { isoTime } from "./views.ts";

/** A checkpoint as tools show it. */
export interface CheckpointView {
  readonly sourceMessageId: string;
  readonly summary: string;
  readonly nextAction: string;
  readonly at: string;
}

/** Every checkpoint, oldest first. */
export function getCheckpoints(inbox: Inbox): { readonly checkpoints: readonly CheckpointView[] } {
  return { checkpoints: [...inbox.state.checkpoints.values()].map(checkpointView) };
}

/** One checkpoint: what the assistant saved, never the request's text. */
export function checkpointView({ sourceMessageId, summary, nextAction, at }: Checkpoint): CheckpointView {
  return { sourceMessageId, summary, nextAction, at: isoTime(at) };
}

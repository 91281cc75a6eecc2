/**
 * Keeping how far the work on a request is, for whoever goes on with it.
 * @module
 */
import type { Inbox } from "./inbox/inbox.ts";
import type { Checkpoint } from "./inbox/entries.ts";
import { type CheckpointView, checkpointView } from "./get_checkpoints.ts";
import { pendingRequest } from "./views.ts";

/**
 * Saves a checkpoint; a later one for the same request takes its place. It holds what the assistant gives and no more.
 * @throws {Refusal} MESSAGE_NOT_FOUND, ALREADY_PROCESSED
 */
export async function saveCheckpoint(inbox: Inbox, input: Omit<Checkpoint, "at">): Promise<CheckpointView> {
  const { sourceMessageId, summary, nextAction } = input;
  pendingRequest(inbox.state, sourceMessageId);
  const checkpoint = { sourceMessageId, summary, nextAction, at: inbox.env.now() };
  await inbox.store.append([{ t: "checkpoint", checkpoint }]);
  return checkpointView(checkpoint);
}

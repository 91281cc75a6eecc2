/**
 * A file of a thread, to whoever reaches the conversation (issue 5, points 2 and 5).
 * @module
 */
import { findFile } from "../../../store/messagerie/attachments.ts";
import { type PersonActor, reaches } from "../actor.ts";
import type { Desk } from "../desk.ts";
import { refuse } from "../refusals.ts";

/**
 * The file with its content.
 * @throws {Refusal} `UNKNOWN_ITEM`, also when it is out of reach, deleted, or only its name is known
 */
export async function readFile(
  desk: Desk,
  actor: PersonActor,
  fileId: string,
): Promise<{ readonly name: string; readonly type: string; readonly content: Uint8Array }> {
  const file = await findFile(desk.store.read, fileId.toLowerCase());
  if (file === undefined || file.content === null || !reaches(actor.reach, file.inboxNo)) {
    throw refuse("UNKNOWN_ITEM");
  }
  return { name: file.name, type: file.type, content: file.content };
}

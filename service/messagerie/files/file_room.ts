/**
 * How much room files have. They are kept in the database, beside everything else: without a bound, whoever attaches files
 * fills the disk for all. Files that wait for their message give way to others; those of messages stay.
 * @module
 */
import { keptFileBytes } from "../../../store/messagerie/attachments.ts";
import { dropOldestUploads, waitingUploadBytes } from "../../../store/messagerie/widget/uploads.ts";
import type { Desk } from "../desk.ts";
import { MAX_FILES_BYTES } from "../limits.ts";
import { refuse } from "../refusals.ts";
import { MAX_WAITING_BYTES } from "../widget/limits.ts";
import type { Write } from "../write.ts";

/** What files take, and the most that they may. */
export interface FileRoom {
  readonly bytes: number;
  /** Of these, what waits for its message, and gives way to others. */
  readonly waitingBytes: number;
  readonly maxBytes: number;
}

/** What files take now, those that wait for their message included. */
export async function readFileRoom(
  { store, filesMaxBytes = MAX_FILES_BYTES }: Pick<Desk, "store" | "filesMaxBytes">,
): Promise<FileRoom> {
  return await store.snapshot(async (db) => {
    const waitingBytes = await waitingUploadBytes(db);
    return { bytes: await keptFileBytes(db) + waitingBytes, waitingBytes, maxBytes: filesMaxBytes };
  });
}

/**
 * Makes room for a file of so many bytes, in the transaction that keeps it.
 * @throws {Refusal} `FILES_FULL` when the files of messages leave none
 */
export async function makeRoom({ db, desk }: Write, bytes: number): Promise<void> {
  const room = (desk.filesMaxBytes ?? MAX_FILES_BYTES) - await keptFileBytes(db);
  if (bytes > room) {
    desk.log.warn("files_full", { bytes });
    throw refuse("FILES_FULL");
  }
  // Whoever fills the room takes it from what has waited longest, their own above all: nobody is kept from sending.
  await dropOldestUploads(db, Math.min(MAX_WAITING_BYTES, room) - bytes);
}

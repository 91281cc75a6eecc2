/**
 * Opens an agent's journal, or makes it (contract: pacerelle §2). The caller holds the lock.
 * @module
 */
import { Refusal } from "../../base/refusal.ts";
import { readFully, writeFully } from "./file_io.ts";
import { FrameSealer } from "./frame_sealer.ts";
import type { Journal, JournalOptions } from "./journal.ts";
import type { MasterKey } from "./key_file.ts";
import type { MailboxFile, MailboxFs } from "./mailbox_fs.ts";
import { mailboxRefusal } from "./mailbox_refusal.ts";
import { nodeFs } from "./node_fs.ts";
import { SealedJournal } from "./sealed_journal.ts";
import { finishMaking, lookInto, makeState, readKey, type StateFolder, stateFolder } from "./state_folder.ts";
import { readState, type StateFacts } from "./state_reader.ts";

/**
 * Replays the stored records through `apply`, cuts a torn tail and is ready for more.
 * @throws {Refusal} KEY_MISSING or STATE_UNREADABLE; `details.reason` tells which (mailbox_refusal.ts). Records that
 *   `apply` has seen before count for nothing then.
 */
export async function openJournal<Value>(options: JournalOptions<Value>): Promise<Journal<Value>> {
  const fs = options.fs ?? nodeFs;
  const folder = stateFolder(options.root, options.name);
  try {
    await prepare(fs, folder, options);
    const master = await readKey(fs, folder, folder.key);
    const file = await fs.open(folder.state, "update");
    try {
      return await replay(fs, folder, master, file, options);
    } catch (error) {
      await file.close().catch(() => {});
      throw error;
    }
  } catch (error) {
    throw error instanceof Refusal ? error : mailboxRefusal("open-failed", folder.path, error);
  }
}

/** What a look at the state tells. */
export type Inspection = Pick<StateFacts, "generation" | "sequence" | "size"> & {
  /** Bytes of a torn tail; the next opening cuts them. */
  readonly tornBytes: number;
};

/**
 * Reads and checks everything and changes nothing, for `doctor`. Safe beside a holder, which may be writing: a tail
 * that is being written looks torn.
 * @throws {Refusal} as {@linkcode openJournal}; `nothing-there` when there is neither key nor state
 */
export async function inspectJournal(
  options: Pick<JournalOptions<never>, "root" | "name" | "ownerId" | "fs">,
): Promise<Inspection> {
  const fs = options.fs ?? nodeFs;
  const folder = stateFolder(options.root, options.name);
  try {
    const content = await lookInto(fs, folder);
    if (content === "nothing") throw mailboxRefusal("nothing-there", folder.path);
    const master = await readKey(fs, folder, content === "both" ? folder.key : folder.newKey);
    const file = await fs.open(folder.state, "read");
    try {
      const facts = await readState(file, master, options.ownerId, () => {});
      if (typeof facts === "string") throw mailboxRefusal(facts, folder.path);
      const { generation, sequence, size, end } = facts;
      return { generation, sequence, size, tornBytes: size - end };
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof Refusal ? error : mailboxRefusal("open-failed", folder.path, error);
  }
}

/** Leaves a folder that holds key and state, for nobody's eyes but the owner's. */
async function prepare<Value>(
  fs: MailboxFs,
  folder: StateFolder,
  options: JournalOptions<Value>,
): Promise<void> {
  const content = await lookInto(fs, folder);
  if (content === "nothing") {
    if (!options.create) throw mailboxRefusal("nothing-there", folder.path);
    await makeState(fs, folder, options.ownerId, options.env);
  } else if (content === "unfinished") {
    await finishMaking(fs, folder, options.ownerId);
  }
  // A backup that was put back may have lost its modes.
  await fs.restrict(folder.path, 0o700);
  await fs.restrict(folder.key, 0o600);
  await fs.restrict(folder.state, 0o600);
}

async function replay<Value>(
  fs: MailboxFs,
  folder: StateFolder,
  master: MasterKey,
  file: MailboxFile,
  options: JournalOptions<Value>,
): Promise<Journal<Value>> {
  const { env, log, guard, ownerId, apply } = options;
  const facts = await readState(file, master, ownerId, (record) => apply(record as Value));
  if (typeof facts === "string") throw mailboxRefusal(facts, folder.path);
  const { generation, snapshotEnd, end, size, lastWriteAt, link, sequence } = facts;
  guard?.();
  if (end < size) {
    log?.warn("mailbox.tail_cut", { bytes: size - end });
    await file.truncate(end);
  }
  // The last write may be in the kernel's memory alone: its writer was killed before the fsync, or the fsync failed
  // and the kernel took the pages for clean. The same bytes written again are dirty again, and this fsync counts.
  if (lastWriteAt !== undefined) {
    await writeFully(file, lastWriteAt, await readFully(file, lastWriteAt, end - lastWriteAt));
  }
  await file.sync();
  await fs.remove(folder.newState);
  // So may the names: a rename whose writer was killed before it could sync the folder.
  await fs.syncFolder(folder.path);
  await fs.syncFolder(options.root);
  // From here on under a new salt: see frame_sealer.ts.
  const live = { file, sealer: new FrameSealer(master.key, env, link), generation, snapshotEnd };
  return new SealedJournal(options, fs, folder, master, live, { end, sequence });
}

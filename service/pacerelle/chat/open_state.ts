/**
 * The client's own folder: lock, then journal (contract: pacerelle §2, §7). One command at a time holds it; another one
 * waits a little, since commands are short. One that goes on for long looks whether it is wanted, and steps aside.
 * @module
 */
import { access, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "../../../base/env.ts";
import type { Logger } from "../../../base/log.ts";
import { FolderShelf } from "../../../store/mailbox/folder_shelf.ts";
import { SingleHolder } from "../../../store/mailbox/lock/single_holder.ts";
import { openJournal } from "../../../store/mailbox/open_journal.ts";
import { ChatState } from "./chat_state.ts";
import { LOCK_WAIT_MS } from "./limits.ts";
import type { JournalRecord } from "./records.ts";
import { refuse } from "./refusals.ts";
import type { OpenState } from "./state_opening.ts";

/** The folder under the root. One root holds one account: another account takes another root. */
const FOLDER_NAME = "device";
/** Whose journal it is; the device's own id stands in it. */
const OWNER = "pacerelle-chat";
/** How often a command that waits looks again. */
const RETRY_MS = 100;
/** Name of an empty file under the root that asks the holder to step aside. */
const WANTED = "wanted";

/** Where the state is and who opens it. */
export interface StateOptions {
  /** PACERELLE_CHAT_ROOT. */
  readonly root: string;
  readonly env: Env;
  readonly log: Logger;
  /** Which program this is, for whoever finds the state in use. */
  readonly app: string;
  /** May begin a new state where there is none. */
  readonly create: boolean;
  /** Waits for the state until then, and asks nobody to step aside: one that has stepped aside itself. */
  readonly patience?: AbortSignal | undefined;
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens the state. Nothing is made on disk when there is none and `create` is false.
 * @throws {Refusal} NOT_SIGNED_IN, STATE_IN_USE, and what `openJournal` throws; the reason of `patience` when it ends
 */
export async function openState(options: StateOptions): Promise<OpenState> {
  const { root, env, log, app, create } = options;
  const folder = join(root, FOLDER_NAME);
  const isThere = await exists(join(folder, "state")) || await exists(join(folder, "key"));
  if (!create && !isThere) throw refuse("NOT_SIGNED_IN");
  const holder = new SingleHolder({ folder, app, env, log });
  try {
    const guard = await take(holder, options);
    const state = new ChatState();
    const journal = await openJournal<JournalRecord>({
      root,
      name: FOLDER_NAME,
      ownerId: OWNER,
      env,
      log,
      create,
      guard,
      apply: (record) => state.apply(record),
      snapshot: () => state.snapshot(),
    });
    return {
      state,
      shelf: new FolderShelf({ folder: join(folder, "outgoing"), guard }),
      append: (records) => journal.append(records),
      // Another command waits for it.
      isWanted: () => exists(join(root, WANTED)),
      close: async () => {
        await journal.close();
        await holder.release();
      },
    };
  } catch (error) {
    await holder.release();
    throw error;
  }
}

async function take(holder: SingleHolder, { root, env, patience }: StateOptions): Promise<() => void> {
  const deadline = env.monotonic() + (patience ? Infinity : LOCK_WAIT_MS);
  const wanted = join(root, WANTED);
  let hasAsked = false;
  try {
    for (;;) {
      const lock = await holder.acquire();
      if (lock.held) return lock.guard;
      patience?.throwIfAborted();
      if (env.monotonic() >= deadline) {
        throw refuse("STATE_IN_USE", lock.heldBy ? { ...lock.heldBy } : undefined);
      }
      // Again each time: another one that waited may have taken the file away with the state.
      if (!patience) {
        await writeFile(wanted, "", { mode: 0o600 });
        hasAsked = true;
      }
      await env.sleep(RETRY_MS);
    }
  } finally {
    if (hasAsked) await rm(wanted, { force: true });
  }
}

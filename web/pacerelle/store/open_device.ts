/**
 * A device's state in a browser: the database, the journal in it, the identity's key. The counterpart of the terminal
 * client's folder (`service/pacerelle/chat/open_state.ts`).
 * @module
 */
import type { Env } from "../../../base/env.ts";
import { ChatState } from "../../../service/pacerelle/chat/chat_state.ts";
import type { JournalRecord } from "../../../service/pacerelle/chat/records.ts";
import { refuse } from "../../../service/pacerelle/chat/refusals.ts";
import type { OpenState } from "../../../service/pacerelle/chat/state_opening.ts";
import { databaseShelf } from "./database_shelf.ts";
import { deleteDatabase, emptyDatabase, inTransaction, openDatabase } from "./database.ts";
import type { Compaction } from "./device_journal.ts";
import { identityVault } from "./identity_vault.ts";
import { readHead } from "./journal_head.ts";
import { openJournal } from "./open_journal.ts";
import { refuseStorage } from "./storage_refusals.ts";

/** The database's name; a test or a second relay on one origin takes another. */
export const DATABASE = "pacerelle";

/**
 * Remembers, outside the database, that there was a device here: what the browser clears is then told as lost instead of
 * being taken for a browser that has never been used. Holds nothing else.
 */
export interface DeviceMarker {
  get(): boolean;
  set(isThere: boolean): void;
}

/** Where the state is. */
export interface DeviceOptions {
  readonly env: Env;
  readonly factory: IDBFactory | undefined;
  readonly name?: string;
  readonly marker: DeviceMarker;
  /** May begin a state where there is none. */
  readonly create: boolean;
  /** Whether the platform has Ed25519, so that the identity's key need never be read. */
  readonly hasVault: boolean;
  readonly compaction?: Compaction;
  /** The browser closed the database, or a write failed: nothing more can be promised. */
  readonly onBroken?: (error: unknown) => void;
}

/**
 * Opens the state and fences off whoever had it open before.
 * @throws {Refusal} NOT_SIGNED_IN where there is none and `create` is false; STORAGE_CLEARED where there was one; the
 *   storage's others
 */
export async function openDevice(options: DeviceOptions): Promise<OpenState> {
  const { env, factory, name = DATABASE, marker, create, hasVault, compaction, onBroken } = options;
  const state = new ChatState();
  let broken = () => {};
  const database = await openDatabase(factory, name, () => broken());
  try {
    const isCleared = marker.get();
    const journal = await openJournal<JournalRecord>({
      env,
      database,
      create: create && !isCleared,
      apply: (record) => state.apply(record),
      snapshot: () => state.snapshot(),
      compaction,
      onBroken,
    });
    // A journal without an identity is as good as none: the attempt to sign in went no further.
    if (isCleared && state.endpoint.self === undefined) throw refuseStorage("STORAGE_CLEARED");
    if (!journal) throw refuse("NOT_SIGNED_IN");
    broken = () => journal.fail(refuseStorage("STORAGE_CLOSED"));
    const vault = identityVault(database, journal.holder);
    const isKept = state.endpoint.self !== undefined && state.endpoint.seed === null;
    if (isKept && !(await vault.load())) throw refuseStorage("STORAGE_KEY_MISSING");
    let isMarked = isCleared;
    return {
      state,
      vault: isKept || hasVault ? vault : undefined,
      shelf: databaseShelf(database),
      append: async (records) => {
        await journal.append(records);
        if (!isMarked && state.endpoint.self !== undefined) {
          marker.set(true);
          isMarked = true;
        }
      },
      // Another tab that wants it waits for its lock, or has taken it already and fenced this one off.
      isWanted: async () => {
        const head = await inTransaction(database, "readonly", readHead);
        return head?.holder !== journal.holder;
      },
      close: async () => {
        await journal.close();
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Gives up all that a device kept here. The database is emptied rather than deleted: deleting waits for every tab that has it
 * open, and a frozen one answers nobody.
 * @throws {Refusal}
 */
export async function eraseDevice(
  { factory, name = DATABASE, marker }: Pick<DeviceOptions, "factory" | "name" | "marker">,
): Promise<void> {
  // What cannot be opened or written any more can still be deleted.
  await emptyDatabase(factory, name).catch(() => deleteDatabase(factory, name));
  marker.set(false);
}

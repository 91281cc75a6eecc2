/**
 * How a device's state is opened, wherever it is kept: in a folder by the terminal client (`open_state.ts`), in IndexedDB by
 * a browser. The same chat stands on either.
 * @module
 */
import type { Identity } from "../../../wire/identity.ts";
import type { FileShelf } from "../../../wire/file/file_shelf.ts";
import type { ChatState } from "./chat_state.ts";
import type { JournalRecord } from "./records.ts";

/** Keeps the identity's private key outside the journal, where no code can read it. */
export interface IdentityVault {
  /** Makes a key, durably; one that was made before and named by no record is replaced. */
  make(): Promise<void>;
  /** The identity of the key that was made; undefined when there is none. */
  load(): Promise<Identity | undefined>;
}

/** An open state, held by nobody else. */
export interface OpenState {
  readonly state: ChatState;
  /** Absent where the seed of the identity is a record of the journal. */
  readonly vault?: IdentityVault | undefined;
  /** Keeps sealed files until the relay has them; without it no files are sent or fetched. */
  readonly shelf?: FileShelf | undefined;
  /** Resolves when the records are durable and in `state`, in order, with nothing in between; all of them or none. */
  append(records: readonly JournalRecord[]): Promise<void>;
  /** Whether somebody else waits for the state. */
  isWanted(): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens the state. @throws {Refusal} when another one holds it, when there is none, or what is wrong with it */
export type StateOpener = () => Promise<OpenState>;

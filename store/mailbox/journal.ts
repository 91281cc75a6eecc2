/**
 * The sealed journal as those above see it: one encrypted file of JSON records and its key, held by one process at a
 * time (contract: pacerelle §2; bytes: docs/state-file.md). It knows no message and no tool: what a record means
 * belongs to the floor above, which gives a reducer and a snapshot.
 *
 * Always true: what {@linkcode Journal.append} has resolved is on disk; a batch is there whole or not at all; nothing
 * of it is ever on disk in plain text.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { Logger } from "../../base/log.ts";
import type { MailboxFs } from "./mailbox_fs.ts";

/** How to open a journal. `Value` is any JSON value; it comes back as `JSON.parse` gives it. */
export interface JournalOptions<Value> {
  /** The store's root (PACERELLE_STORE_ROOT). Made 0700 when `create` is true and it is not there. */
  readonly root: string;
  /** Name of the agent's folder under the root: letters, digits, `_` and `-`, at most 100. */
  readonly name: string;
  /** The agent's id. Only its hash is written; another agent's file is refused. */
  readonly ownerId: string;
  readonly env: Env;
  /** The real file system when left out. */
  readonly fs?: MailboxFs;
  /** May make key and state when neither is there. Never makes one beside the other. */
  readonly create: boolean;
  /**
   * Takes one record into the caller's memory. Called for each stored record while opening, in order, and for each
   * record of a batch once the batch is on disk, before its `append` resolves. It must not throw. So the memory that
   * it builds is exactly what the disk holds: never ahead of it, never behind.
   */
  readonly apply: (record: Value) => void;
  /**
   * The shortest list of records that rebuilds what `apply` has built. Called once per compaction, between two
   * batches; the list is read afterwards in slices while batches go on, so it must not change with them: copy an
   * array of immutable values.
   */
  readonly snapshot: () => Iterable<Value>;
  /** Called before each write; throws when this process does not hold the lock any more. */
  readonly guard?: () => void;
  readonly log?: Logger;
  /** When to compact without being asked; see {@linkcode CompactionRule}. */
  readonly compaction?: CompactionRule;
}

/** Compaction starts when the bytes after the snapshot pass both numbers. */
export interface CompactionRule {
  /** Bytes after the snapshot for each byte of it: an upper bound of dead for each live one. */
  readonly ratio: number;
  /** No compaction while fewer bytes than this follow the snapshot. */
  readonly floorBytes: number;
}

/** An open journal. Only its owner may have one open: take the lock first. */
export interface Journal<Value> {
  /** The agent's folder: state file, key file, lock folder. */
  readonly folder: string;
  /** Counts the rewrites of the file; only grows. */
  readonly generation: number;
  /** Records ever appended, over all generations; only grows. With the relay's mark it shows a restored backup. */
  readonly sequence: number;
  /** Size of the state file. */
  readonly bytes: number;
  /**
   * Stores a batch: all of it or, after a crash, none. Resolves when it is on disk (fsync); concurrent batches share
   * one write, in the order of the calls. After a failed write every later call is refused until the journal is
   * opened again; whether the failed batch is there is known only then.
   * @throws {Refusal} STATE_UNREADABLE (reason `write-failed`, `closed`), or what `guard` threw
   * @throws {TypeError | RangeError} a value that is not JSON, or a batch above {@linkcode MAX_BATCH_BYTES}
   */
  append(records: readonly Value[]): Promise<void>;
  /** Rewrites the file from `snapshot` as a new generation while batches go on. One at a time; joins a running one. */
  compact(): Promise<void>;
  /** Waits for running batches, gives up a running compaction, closes the file. Later calls are refused. */
  close(): Promise<void>;
}

/** The largest batch, as UTF-8 JSON: far above any message (256 KiB envelope), far below what memory stands. */
export const MAX_BATCH_BYTES = 16 * 1024 * 1024;

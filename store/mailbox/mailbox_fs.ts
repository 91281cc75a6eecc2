/**
 * The little that the journal asks of a file system, so that tests can own it: every call can fail, be cut short, or
 * be the last one before a crash.
 * @module
 */

/** An open file. Positions and sizes in bytes. */
export interface MailboxFile {
  /** Reads at `position` into `target`; the number of bytes read, 0 at the end. May read fewer than asked. */
  read(target: Uint8Array, position: number): Promise<number>;
  /** Writes at `position`; the number of bytes written. May write fewer than asked. */
  write(source: Uint8Array, position: number): Promise<number>;
  size(): Promise<number>;
  truncate(size: number): Promise<void>;
  /** Resolves when content and size are on the disk (fsync). */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Paths are absolute. Errors carry `code` as node:fs does. */
export interface MailboxFs {
  /** `read`: must exist. `update`: must exist, for reading and writing. `create`: must not exist, made 0600. */
  open(path: string, mode: "read" | "update" | "create"): Promise<MailboxFile>;
  exists(path: string): Promise<boolean>;
  /** Makes the folder and those above it, 0700; does nothing when it is there. */
  makeFolder(path: string): Promise<void>;
  /** Takes away what group and others may do; does nothing where there are no modes. */
  restrict(path: string, mode: number): Promise<void>;
  /** Replaces `to` at once, never leaving neither. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file; does nothing when it is not there. */
  remove(path: string): Promise<void>;
  /** Names in a folder; none when it is not there. */
  list(path: string): Promise<string[]>;
  /** Resolves when the folder's names are on the disk. Does nothing where folders cannot be synced. */
  syncFolder(path: string): Promise<void>;
}

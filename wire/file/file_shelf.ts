/**
 * Sealed chunks on this side until the relay has them: what leaves, and leaves again after a crash, is these very bytes. The
 * platform keeps them: files in the state's folder, a store of IndexedDB. They are sealed, so they are safe at rest.
 * @module
 */
import type { Bytes } from "../bytes.ts";

/** Chunks of one file have one length. Only one process uses a shelf. */
export interface FileShelf {
  put(file: string, index: number, sealed: Bytes): Promise<void>;
  /** Resolves when everything that was put of `file` is durable. */
  keep(file: string): Promise<void>;
  /** Undefined when it is not there, or is not `length` bytes long. */
  get(file: string, index: number, length: number): Promise<Bytes | undefined>;
  /** Does nothing when it is not there. */
  remove(file: string): Promise<void>;
  /** Files of which there is something. */
  list(): Promise<readonly string[]>;
}

/**
 * Sealed files on their way out, in a folder beside the state: one file for each, its chunks one after the other. They are
 * sealed already; their keys are in the journal. Only the holder of the state uses it.
 * @module
 */
import { join } from "node:path";
import type { Bytes } from "../../wire/bytes.ts";
import type { FileShelf } from "../../wire/file/file_shelf.ts";
import { readFully, writeFully } from "./file_io.ts";
import type { MailboxFile, MailboxFs } from "./mailbox_fs.ts";
import { nodeFs } from "./node_fs.ts";

/** Names are ids of files; anything else in the folder is not ours. */
const NAME = /^[0-9a-f]{32}$/;

/** Where and over what. */
export interface FolderShelfOptions {
  readonly folder: string;
  /** Throws when the lock of the state is lost: nothing is written then. */
  readonly guard: () => void;
  readonly fs?: MailboxFs | undefined;
}

/** The shelf in a folder. */
export class FolderShelf implements FileShelf {
  readonly #folder: string;
  readonly #guard: () => void;
  readonly #fs: MailboxFs;
  /** Being written. */
  readonly #open = new Map<string, MailboxFile>();

  constructor({ folder, guard, fs = nodeFs }: FolderShelfOptions) {
    this.#folder = folder;
    this.#guard = guard;
    this.#fs = fs;
  }

  async put(file: string, index: number, sealed: Bytes): Promise<void> {
    this.#guard();
    let handle = this.#open.get(file);
    if (!handle) {
      await this.#fs.makeFolder(this.#folder);
      handle = await this.#fs.open(this.#path(file), "create");
      this.#open.set(file, handle);
    }
    await writeFully(handle, index * sealed.length, sealed);
  }

  async keep(file: string): Promise<void> {
    const handle = this.#open.get(file);
    if (!handle) return;
    await handle.sync();
    await this.#close(file);
    await this.#fs.syncFolder(this.#folder);
  }

  async get(file: string, index: number, length: number): Promise<Bytes | undefined> {
    const path = this.#path(file);
    if (!(await this.#fs.exists(path))) return undefined;
    const handle = await this.#fs.open(path, "read");
    try {
      const sealed = await readFully(handle, index * length, length);
      return sealed.length === length ? sealed : undefined;
    } finally {
      await handle.close();
    }
  }

  async remove(file: string): Promise<void> {
    await this.#close(file);
    await this.#fs.remove(this.#path(file));
  }

  async list(): Promise<readonly string[]> {
    return (await this.#fs.list(this.#folder)).filter((name) => NAME.test(name));
  }

  async #close(file: string): Promise<void> {
    const handle = this.#open.get(file);
    this.#open.delete(file);
    await handle?.close();
  }

  #path(file: string): string {
    if (!NAME.test(file)) throw new TypeError("not a file's id");
    return join(this.#folder, file);
  }
}

/**
 * A disk in memory that knows what is written and what is only remembered. A crash keeps what was synced and a random
 * part of the rest, in order: whole operations, a cut one, or a length without its content. Every call can be made to
 * fail. A failed fsync behaves as on Linux: the content stays readable, and is never written unless it is written again.
 * @module
 */
import { basename, dirname } from "node:path";
import type { MailboxFile, MailboxFs } from "../../../store/mailbox/mailbox_fs.ts";

export type Random = () => number;
/** What happens to one call. `short`: half of a write is taken. */
export type Fault = "EIO" | "ENOSPC" | "short" | "crash-before" | "crash-after" | undefined;

type Write = { readonly at: number; readonly bytes: Uint8Array } | { readonly truncate: number };

interface Inode {
  durable: Uint8Array;
  content: Uint8Array;
  pending: Write[];
}

interface NameChange {
  readonly path: string;
  readonly inode: Inode | undefined;
  /** The old name, which a rename takes away in the same instant. */
  readonly from?: string;
}

/** Thrown by every call from the crash on. */
export class Crash extends Error {
  override readonly name = "Crash";
}

/** A repeatable source of numbers in [0, 1). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export class MemoryFs implements MailboxFs {
  readonly #names = new Map<string, Inode>();
  readonly #durableNames = new Map<string, Inode>();
  #changes: NameChange[] = [];
  readonly folders = new Set<string>();
  readonly modes = new Map<string, number>();
  /** Decides about each call; `calls` counts them. */
  fault: (call: number, operation: string, path: string) => Fault = () => undefined;
  calls = 0;
  crashed = false;

  async #step<T>(operation: string, path: string, work: (fault: Fault) => T): Promise<T> {
    await Promise.resolve();
    if (this.crashed) throw new Crash();
    const fault = this.fault(this.calls++, operation, path);
    if (fault === "crash-before") {
      this.crashed = true;
      throw new Crash();
    }
    if (fault === "EIO" || fault === "ENOSPC") {
      if (operation === "write" && fault === "ENOSPC") work("short");
      if (operation === "sync") work(fault);
      throw Object.assign(new Error(fault), { code: fault });
    }
    const result = work(fault);
    if (fault === "crash-after") {
      this.crashed = true;
      throw new Crash();
    }
    return result;
  }

  open(path: string, mode: "read" | "update" | "create"): Promise<MailboxFile> {
    return this.#step("open", path, () => {
      let inode = this.#names.get(path);
      if (mode === "create") {
        if (inode !== undefined) throw Object.assign(new Error("EEXIST"), { code: "EEXIST" });
        inode = { durable: new Uint8Array(), content: new Uint8Array(), pending: [] };
        this.#name(path, inode);
      }
      if (inode === undefined) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
      return this.#file(path, inode);
    });
  }

  #file(path: string, inode: Inode): MailboxFile {
    return {
      read: (target, position) =>
        this.#step("read", path, () => {
          const part = inode.content.subarray(position, position + target.length);
          target.set(part);
          return part.length;
        }),
      write: (source, position) =>
        this.#step("write", path, (fault) => {
          const bytes = source.slice(0, fault === "short" ? Math.ceil(source.length / 2) : source.length);
          const write = { at: position, bytes };
          inode.content = applied(inode.content, write);
          inode.pending.push(write);
          return bytes.length;
        }),
      size: () => this.#step("size", path, () => inode.content.length),
      truncate: (size) =>
        this.#step("truncate", path, () => {
          inode.content = applied(inode.content, { truncate: size });
          inode.pending.push({ truncate: size });
        }),
      sync: () =>
        this.#step("sync", path, (fault) => {
          if (fault === undefined || fault === "crash-after" || fault === "short") {
            inode.durable = inode.pending.reduce(applied, inode.durable);
          }
          inode.pending = [];
        }),
      close: () => this.#step("close", path, () => {}),
    };
  }

  #name(path: string, inode: Inode | undefined): void {
    if (inode === undefined) this.#names.delete(path);
    else this.#names.set(path, inode);
    this.#changes.push({ path, inode });
  }

  exists(path: string): Promise<boolean> {
    return this.#step("exists", path, () => this.#names.has(path));
  }

  makeFolder(path: string): Promise<void> {
    return this.#step("makeFolder", path, () => {
      this.folders.add(path);
    });
  }

  restrict(path: string, mode: number): Promise<void> {
    return this.#step("restrict", path, () => {
      this.modes.set(path, mode);
    });
  }

  rename(from: string, to: string): Promise<void> {
    return this.#step("rename", from, () => {
      const inode = this.#names.get(from);
      if (inode === undefined) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
      this.#names.delete(from);
      this.#names.set(to, inode);
      this.#changes.push({ path: to, inode, from });
    });
  }

  remove(path: string): Promise<void> {
    return this.#step("remove", path, () => {
      if (this.#names.has(path)) this.#name(path, undefined);
    });
  }

  list(path: string): Promise<string[]> {
    return this.#step(
      "list",
      path,
      () => [...this.#names.keys()].filter((name) => dirname(name) === path).map((name) => basename(name)),
    );
  }

  syncFolder(path: string): Promise<void> {
    return this.#step("syncFolder", path, () => {
      for (const change of this.#changes) if (dirname(change.path) === path) this.#keep(change);
      this.#changes = this.#changes.filter((change) => dirname(change.path) !== path);
    });
  }

  #keep({ path, inode, from }: NameChange): void {
    if (from !== undefined) this.#durableNames.delete(from);
    if (inode === undefined) this.#durableNames.delete(path);
    else this.#durableNames.set(path, inode);
  }

  /** The disk that the machine finds after a crash. */
  afterCrash(random: Random): MemoryFs {
    const next = new MemoryFs();
    // Names reach the disk in any order; only what happens to one name stays in its order.
    const held = new Set<string>();
    for (const change of this.#changes) {
      const touched = change.from === undefined ? [change.path] : [change.path, change.from];
      if (random() < 0.5 || touched.some((path) => held.has(path))) touched.forEach((path) => held.add(path));
      else this.#keep(change);
    }
    for (const [path, inode] of this.#durableNames) next.put(path, survivor(inode, random));
    return next;
  }

  /** The same disk without a crash, as the next process finds it: nothing is lost, and nothing more is synced. */
  afterKill(): MemoryFs {
    this.crashed = false;
    this.fault = () => undefined;
    return this;
  }

  get(path: string): Uint8Array<ArrayBuffer> | undefined {
    const inode = this.#names.get(path);
    return inode && new Uint8Array(inode.content);
  }

  /** Puts a file there, on the disk. */
  put(path: string, bytes: Uint8Array | undefined): void {
    this.#changes = this.#changes.filter((change) => change.path !== path);
    const inode = bytes && { durable: bytes.slice(), content: bytes.slice(), pending: [] };
    if (inode === undefined) this.#names.delete(path);
    else this.#names.set(path, inode);
    this.#keep({ path, inode });
  }

  get paths(): readonly string[] {
    return [...this.#names.keys()].sort();
  }
}

function applied(content: Uint8Array, write: Write): Uint8Array {
  if ("truncate" in write) {
    const cut = new Uint8Array(write.truncate);
    cut.set(content.subarray(0, write.truncate));
    return cut;
  }
  const grown = new Uint8Array(Math.max(content.length, write.at + write.bytes.length));
  grown.set(content);
  grown.set(write.bytes, write.at);
  return grown;
}

const SECTOR = 512;

function survivor({ durable, pending }: Inode, random: Random): Uint8Array {
  const whole = Math.floor(random() * (pending.length + 1));
  const content = pending.slice(0, whole).reduce(applied, durable);
  const cut = pending[whole];
  if (cut === undefined || "truncate" in cut) return content;
  const kept = Math.floor(random() * (cut.bytes.length + 1));
  if (random() < 0.5) return applied(content, { at: cut.at, bytes: cut.bytes.slice(0, kept) });
  // The size came to the disk before the last sectors did; a sector is written whole or not at all.
  const sectorEnd = Math.floor((cut.at + kept) / SECTOR) * SECTOR;
  const bytes = cut.bytes.slice();
  const from = Math.max(0, sectorEnd - cut.at);
  if (cut.at + from < content.length) return content;
  return applied(content, { at: cut.at, bytes: bytes.fill(0, from) });
}

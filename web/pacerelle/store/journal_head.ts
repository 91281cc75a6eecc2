/**
 * The head of a device's journal: which rows are its own, and who may write. Read and written in each transaction that adds a
 * row, so that a tab which was frozen and lost the state meanwhile cannot write a single row when it wakes.
 * @module
 */
import type { Bytes } from "../../../wire/bytes.ts";
import { resultOf, type StoreName } from "./database.ts";
import { refuseStorage } from "./storage_refusals.ts";

/** Version of the rows' layout. */
export const FORMAT = 1;

export interface JournalHead {
  readonly format: number;
  /** Counts the rewrites. */
  readonly generation: number;
  /** Rows of this generation. */
  readonly count: number;
  /** Sealed bytes of all rows, and of the snapshot's. */
  readonly bytes: number;
  readonly snapshotBytes: number;
  /** The tag of the last row. */
  readonly link: Bytes;
  /** Which opening of which tab writes; random. */
  readonly holder: string;
}

type Stores = (name: StoreName) => IDBObjectStore;

const KEY = "head";

export async function readHead(store: Stores): Promise<JournalHead | undefined> {
  const head = await resultOf(store("head").get(KEY)) as JournalHead | undefined;
  if (head && head.format > FORMAT) throw refuseStorage("STORAGE_NEWER", { format: head.format });
  return head;
}

export function writeHead(store: Stores, head: JournalHead): void {
  store("head").put(head, KEY);
}

/** @throws {Refusal} STORAGE_TAKEN when another opening writes now, STORAGE_INCOMPLETE when there is none any more */
export async function checkHolder(store: Stores, holder: string): Promise<JournalHead> {
  const head = await readHead(store);
  if (!head) throw refuseStorage("STORAGE_INCOMPLETE");
  if (head.holder !== holder) throw refuseStorage("STORAGE_TAKEN");
  return head;
}

/** The same, and the rows are where this opening left them. @throws {Refusal} STORAGE_DAMAGED otherwise */
export async function checkHead(store: Stores, own: JournalHead): Promise<void> {
  const head = await checkHolder(store, own.holder);
  if (head.generation !== own.generation || head.count !== own.count) throw refuseStorage("STORAGE_DAMAGED");
}

/** The rows of a generation from `first` on, in order. Keys are arrays, which IndexedDB orders part by part. */
export function rowsOf(generation: number, first = 0): IDBKeyRange {
  return IDBKeyRange.bound([generation, first], [generation, Infinity]);
}

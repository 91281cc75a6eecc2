/**
 * Opens a device's journal, or makes one where there is nothing at all. Whatever is there and cannot be read is told and left
 * as it is: with the keys goes the device.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import { newShortId } from "../../../wire/ids.ts";
import { inTransaction, resultOf, type StoreName } from "./database.ts";
import { type Compaction, DeviceJournal } from "./device_journal.ts";
import { checkHolder, FORMAT, type JournalHead, readHead, writeHead } from "./journal_head.ts";
import { FIRST_LINK, linkOf, makeSealKey, openRow, type SealedRow } from "./row_seal.ts";
import { refuseStorage } from "./storage_refusals.ts";

/** Names in the store of keys. */
export const KEY_NAMES = { seal: "seal", identity: "identity" } as const;
/** Rows that are read at once. */
const READ_ROWS = 64;

export interface OpenJournalOptions<Value> {
  readonly env: Pick<Env, "randomBytes">;
  readonly database: IDBDatabase;
  /** May begin a journal where there is none. */
  readonly create: boolean;
  readonly apply: (record: Value) => void;
  readonly snapshot: () => readonly Value[];
  readonly compaction?: Compaction | undefined;
  readonly onBroken?: ((error: unknown) => void) | undefined;
}

interface Found {
  readonly key: CryptoKey;
  readonly head: JournalHead;
}

/**
 * Replays the rows through `apply`. From then on this opening writes, and any other one is fenced off.
 * @returns undefined where there is nothing and `create` is false
 * @throws {Refusal} STORAGE_KEY_MISSING, STORAGE_INCOMPLETE, STORAGE_DAMAGED, STORAGE_NEWER and those of the database
 */
export async function openJournal<Value>(
  options: OpenJournalOptions<Value>,
): Promise<DeviceJournal<Value> | undefined> {
  const { env, database, create, apply } = options;
  const holder = newShortId(env);
  const fresh = create ? await makeSealKey() : undefined;
  const found = await inTransaction(
    database,
    "readwrite",
    (store) => take(store, holder, fresh),
  );
  if (!found) return undefined;
  await replay(database, found, (record) => apply(record as Value));
  return new DeviceJournal({ ...options, ...found });
}

/** What is there, under this opening's name; or a new beginning, key and head in one. */
async function take(
  store: (name: StoreName) => IDBObjectStore,
  holder: string,
  fresh: CryptoKey | undefined,
): Promise<Found | undefined> {
  const head = await readHead(store);
  const key = await resultOf(store("keys").get(KEY_NAMES.seal)) as CryptoKey | undefined;
  if (head && !key) throw refuseStorage("STORAGE_KEY_MISSING");
  if (head && key) {
    const own = { ...head, holder };
    writeHead(store, own);
    return { key, head: own };
  }
  const rest = await resultOf(store("rows").count()) + await resultOf(store("keys").count());
  if (rest > 0) throw refuseStorage("STORAGE_INCOMPLETE");
  if (!fresh) return undefined;
  const first: JournalHead = {
    format: FORMAT,
    generation: 1,
    count: 0,
    bytes: 0,
    snapshotBytes: 0,
    link: FIRST_LINK,
    holder,
  };
  store("keys").put(fresh, KEY_NAMES.seal);
  writeHead(store, first);
  return { key: fresh, head: first };
}

/** Reads every row of the generation, in order, and lets go what a rewrite that was cut off left of another one. */
async function replay(
  database: IDBDatabase,
  { key, head }: Found,
  apply: (record: unknown) => void,
): Promise<void> {
  const { generation, count } = head;
  let link = FIRST_LINK;
  for (let index = 0; index < count;) {
    const range = IDBKeyRange.bound([generation, index], [generation, index + READ_ROWS - 1]);
    const rows = await inTransaction(
      database,
      "readonly",
      (store) => resultOf(store("rows").getAll(range)) as Promise<SealedRow[]>,
    );
    const expected = Math.min(READ_ROWS, count - index);
    if (rows.length < expected) throw refuseStorage("STORAGE_INCOMPLETE");
    if (rows.length > expected) throw refuseStorage("STORAGE_DAMAGED");
    for (const row of rows) {
      const records = JSON.parse(await openRow(key, { generation, index, link }, row)) as unknown[];
      records.forEach(apply);
      link = linkOf(row);
      index++;
    }
  }
  await inTransaction(database, "readwrite", async (store) => {
    await checkHolder(store, head.holder);
    store("rows").delete(IDBKeyRange.upperBound([generation, 0], true));
    store("rows").delete(IDBKeyRange.lowerBound([generation, Infinity], true));
  });
}

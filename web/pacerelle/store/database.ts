/**
 * IndexedDB with promises, and what its failures mean. One database holds all of a device: the keys, the head of the journal
 * and its rows, sealed files on their way out, so that what belongs together changes in one transaction.
 * @module
 */
import { Refusal } from "../../../base/refusal.ts";
import { refuseStorage, type StorageCode } from "./storage_refusals.ts";

/** Version of the database's layout. */
const VERSION = 1;

/** The object stores. */
const STORES = ["keys", "head", "rows", "files"] as const;
export type StoreName = typeof STORES[number];

/** The names of exceptions that say something of their own. */
const CODES: Readonly<Record<string, StorageCode>> = {
  QuotaExceededError: "STORAGE_FULL",
  VersionError: "STORAGE_NEWER",
  InvalidStateError: "STORAGE_CLOSED",
  SecurityError: "STORAGE_UNAVAILABLE",
  NotSupportedError: "STORAGE_UNAVAILABLE",
  NotReadableError: "STORAGE_DAMAGED",
  DataError: "STORAGE_DAMAGED",
};

/** The refusal that an exception of IndexedDB is, with its name as detail; `fallback` where its name says nothing. */
function storageRefusal(error: unknown, fallback: StorageCode = "STORAGE_FAILED"): Refusal {
  if (error instanceof Refusal) return error;
  const name = error instanceof Error || error instanceof DOMException ? error.name : typeof error;
  return refuseStorage(CODES[name] ?? fallback, { cause: name });
}

/** The result of a request. */
export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * Opens the database, made empty where there is none. `onLost` is told when the browser closes it under us: storage cleared,
 * disk gone, or another tab that erases it or brings a newer layout.
 * @throws {Refusal} STORAGE_UNAVAILABLE, STORAGE_NEWER, STORAGE_FULL, STORAGE_FAILED
 */
export async function openDatabase(
  factory: IDBFactory | undefined,
  name: string,
  onLost: () => void,
): Promise<IDBDatabase> {
  if (!factory) throw refuseStorage("STORAGE_UNAVAILABLE");
  try {
    const request = factory.open(name, VERSION);
    request.onupgradeneeded = () => {
      for (const store of STORES) request.result.createObjectStore(store);
    };
    const database = await resultOf(request);
    database.onclose = onLost;
    database.onversionchange = () => {
      database.close();
      onLost();
    };
    return database;
  } catch (error) {
    // Private windows of some browsers refuse like this.
    throw storageRefusal(
      error,
      error instanceof DOMException && error.name === "InvalidStateError"
        ? "STORAGE_UNAVAILABLE"
        : "STORAGE_FAILED",
    );
  }
}

/** Clears every store of the database, whoever else has it open. @throws {Refusal} */
export async function emptyDatabase(factory: IDBFactory | undefined, name: string): Promise<void> {
  const database = await openDatabase(factory, name, () => {});
  try {
    await inTransaction(database, "readwrite", (store) => {
      for (const each of STORES) store(each).clear();
      return Promise.resolve();
    });
  } finally {
    database.close();
  }
}

/** Deletes the database with all that is in it; waits until every connection to it is closed. @throws {Refusal} */
export async function deleteDatabase(factory: IDBFactory | undefined, name: string): Promise<void> {
  if (!factory) throw refuseStorage("STORAGE_UNAVAILABLE");
  try {
    await resultOf(factory.deleteDatabase(name));
  } catch (error) {
    throw storageRefusal(error);
  }
}

/**
 * One transaction: `work` makes its requests without waiting for anything but them. Resolves when the browser says that it
 * is on the disk; otherwise nothing of it is kept.
 * @throws {Refusal} what `work` threw, or what the browser refused with
 */
export async function inTransaction<Result>(
  database: IDBDatabase,
  mode: "readonly" | "readwrite",
  work: (store: (name: StoreName) => IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  let transaction: IDBTransaction;
  try {
    transaction = database.transaction(STORES, mode, { durability: "strict" });
  } catch (error) {
    throw storageRefusal(error, "STORAGE_CLOSED");
  }
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? refuseStorage("STORAGE_CLOSED"));
  });
  done.catch(() => {});
  try {
    const result = await work((name) => transaction.objectStore(name));
    await done;
    return result;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // It has ended already.
    }
    const refusal = storageRefusal(error);
    // A database that the browser closes fails first what is under way, under a name that says nothing of it.
    throw refusal.code === "STORAGE_FAILED" && await isClosed(database)
      ? refuseStorage("STORAGE_CLOSED", refusal.details)
      : refusal;
  }
}

/** Whether not even a look into the database succeeds any more. */
async function isClosed(database: IDBDatabase): Promise<boolean> {
  try {
    await resultOf(database.transaction("head").objectStore("head").count());
    return false;
  } catch {
    return true;
  }
}

/**
 * A browser's storage for unit tests: IndexedDB in memory, and ways to make it fail.
 * @module
 */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { systemEnv } from "../../../../base/env.ts";
import type { OpenState } from "../../../../service/pacerelle/chat/state_opening.ts";
import { type DeviceOptions, openDevice } from "../../../../web/pacerelle/store/open_device.ts";

/** One browser profile. */
export class FakeBrowser {
  readonly factory = new IDBFactory();
  isMarked = false;
  readonly marker = { get: () => this.isMarked, set: (isThere: boolean) => void (this.isMarked = isThere) };

  open(given: Partial<DeviceOptions> = {}): Promise<OpenState> {
    return openDevice({
      env: systemEnv,
      factory: this.factory,
      marker: this.marker,
      create: true,
      hasVault: true,
      ...given,
    });
  }

  /** The database itself, opened beside whoever holds it. */
  async raw<Result>(
    work: (store: (name: string) => IDBObjectStore) => Promise<Result> | Result,
  ): Promise<Result> {
    const database = await done(this.factory.open("pacerelle"));
    try {
      const transaction = database.transaction(["keys", "head", "rows"], "readwrite");
      const result = await work((name) => transaction.objectStore(name));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      return result;
    } finally {
      database.close();
    }
  }
}

/** The result of a request. */
export function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

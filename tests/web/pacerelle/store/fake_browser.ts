/**
 * A browser's storage for unit tests: IndexedDB in memory, and ways to make it fail.
 * @module
 */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { systemEnv } from "../../../../base/env.ts";
import type { OpenState } from "../../../../service/pacerelle/chat/state_opening.ts";
import { type DeviceOptions, openDevice } from "../../../../web/pacerelle/store/open_device.ts";

type Factory = NonNullable<DeviceOptions["factory"]>;

/** One browser profile. */
export class FakeBrowser {
  readonly factory = new IDBFactory() as unknown as Factory;
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
    work: (store: (name: string) => RawStore) => Promise<Result> | Result,
  ): Promise<Result> {
    // deno-lint-ignore no-explicit-any -- the shapes of IndexedDB are a browser's, whose types stand in web/ alone
    const database = await done((this.factory as any).open("pacerelle")) as any;
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

// deno-lint-ignore no-explicit-any -- as above
export type RawStore = any;

/** The result of a request. */
export function done(request: RawStore): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

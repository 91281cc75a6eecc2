/**
 * A small desk in a file of its own, for the store's tests.
 * @module
 */
import { systemEnv } from "../../../base/env.ts";
import type { StatementObserver } from "../../../store/libsql/connection.ts";
import { type DeskStore, openDeskStore } from "../../../store/messagerie/open.ts";
import { placeDesk } from "../../place_desk.ts";

/** A new desk with one site and inboxes 1 to `inboxes`, and how to be rid of it. */
export async function temporaryDesk(
  options: { readonly inboxes?: number; readonly onStatement?: StatementObserver } = {},
): Promise<{ readonly store: DeskStore; readonly path: string; [Symbol.asyncDispose](): Promise<void> }> {
  const place = await placeDesk();
  const store = await openDeskStore({
    url: place.url,
    env: systemEnv,
    onStatement: options.onStatement,
  });
  await store.write(async (trx) => {
    await trx.insertInto("site").values({ no: 1, id: "site-1", name: "Boutique", created_at: 1 }).execute();
    for (let no = 1; no <= (options.inboxes ?? 3); no++) {
      await trx.insertInto("inbox").values({ no, id: `inbox-${no}`, name: `Boîte ${no}`, created_at: no })
        .execute();
    }
  });
  return {
    store,
    path: place.path,
    async [Symbol.asyncDispose]() {
      await store.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

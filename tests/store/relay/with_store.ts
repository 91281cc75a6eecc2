/**
 * A relay's database in a folder of its own, for one test.
 * @module
 */
import { systemEnv as env } from "../../../base/env.ts";
import { openRelayStore, type RelayStore } from "../../../store/relay/open.ts";

export async function withStore(work: (store: RelayStore) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "relay-store-" });
  const store = await openRelayStore({ url: `file:${folder}/relay.db`, env });
  try {
    await work(store);
  } finally {
    await store.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * The identity's private key where no script can read it: an unextractable Ed25519 key in the database. Browsers without
 * Ed25519 have none of this; there the seed stands in the sealed journal, as in the terminal client's.
 * @module
 */
import type { IdentityVault } from "../../../service/pacerelle/chat/state_opening.ts";
import { identityFromKeyPair } from "../../../wire/identity.ts";
import { inTransaction, resultOf } from "./database.ts";
import { checkHolder } from "./journal_head.ts";
import { KEY_NAMES } from "./open_journal.ts";

/** The vault in a device's database. `holder`: the opening whose it is; one that lost the state must not change its key. */
export function identityVault(database: IDBDatabase, holder: string): IdentityVault {
  return {
    async make() {
      const pair = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
      await inTransaction(database, "readwrite", async (store) => {
        await checkHolder(store, holder);
        store("keys").put(pair, KEY_NAMES.identity);
      });
    },
    async load() {
      const pair = await inTransaction(
        database,
        "readonly",
        (store) => resultOf(store("keys").get(KEY_NAMES.identity)) as Promise<CryptoKeyPair | undefined>,
      );
      return pair && await identityFromKeyPair(pair);
    },
  };
}

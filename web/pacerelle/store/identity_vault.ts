/**
 * The identity's private key where no script can read it: an unextractable Ed25519 key in the database. Browsers without
 * Ed25519 have none of this; there the seed stands in the sealed journal, as in the terminal client's.
 * @module
 */
import type { IdentityVault } from "../../../service/pacerelle/chat/state_opening.ts";
import { identityFromKeyPair } from "../../../wire/identity.ts";
import { inTransaction, resultOf } from "./database.ts";
import { KEY_NAMES } from "./open_journal.ts";

/** The vault in a device's database. */
export function identityVault(database: IDBDatabase): IdentityVault {
  return {
    async make() {
      const pair = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
      await inTransaction(database, "readwrite", (store) => {
        store("keys").put(pair, KEY_NAMES.identity);
        return Promise.resolve();
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

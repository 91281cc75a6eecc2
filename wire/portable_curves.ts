/**
 * The curves in portable code, for browsers that lack them: `@hpke/dhkem-x25519` and `@noble/ed25519`. Loaded only there, in a
 * file of its own. Slower than the platform's, and JavaScript cannot promise constant time as well as it does.
 * @module
 */
import { DhkemX25519HkdfSha256 } from "@hpke/dhkem-x25519";
import { getPublicKeyAsync, signAsync, verifyAsync } from "@noble/ed25519";
import type { Bytes } from "./bytes.ts";
import type { Curves } from "./curves.ts";

export const portableCurves: Curves = Object.freeze({
  kem: new DhkemX25519HkdfSha256(),
  async signer(seed: Bytes) {
    return {
      key: new Uint8Array(await getPublicKeyAsync(seed)),
      sign: async (message: Bytes) => new Uint8Array(await signAsync(message, seed)),
    };
  },
  // Strict, as RFC 8032 and Web Crypto have it, so that all endpoints agree about every signature.
  verify: (key: Bytes, signature: Bytes, message: Bytes) =>
    verifyAsync(signature, message, key, { zip215: false }),
});

/**
 * The two curves of the channel, X25519 and Ed25519: the platform's own (Web Crypto), or another implementation where a
 * browser lacks them (contract: channel, suite 1). Which one is settled once, before anything else is done.
 * @module
 */
import { DhkemX25519HkdfSha256, type KemInterface } from "@hpke/core";
import { type Bytes, concat, fromBase64url } from "./bytes.ts";

/** Signs with the key of one seed. */
export interface CurveSigner {
  /** The public key, 32 bytes. */
  readonly key: Bytes;
  sign(message: Bytes): Promise<Bytes>;
}

/** An implementation. */
export interface Curves {
  /** DHKEM(X25519, HKDF-SHA256). */
  readonly kem: KemInterface;
  /** Ed25519 with the key of a 32-byte seed (RFC 8032). */
  signer(seed: Bytes): Promise<CurveSigner>;
  /** Whether `signature` is `key`'s over `message`; false or a rejection for what is malformed. */
  verify(key: Bytes, signature: Bytes, message: Bytes): Promise<boolean>;
}

// RFC 8410: what stands before the 32 bytes of a seed in PKCS #8.
const PKCS8_PREFIX = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

/** Web Crypto's. */
export const platformCurves: Curves = Object.freeze({
  kem: new DhkemX25519HkdfSha256(),
  async signer(seed: Bytes) {
    const pkcs8 = concat(PKCS8_PREFIX, seed);
    // Web Crypto gives the public half of a private key only through JWK.
    const readable = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
    const { x } = await crypto.subtle.exportKey("jwk", readable);
    const privateKey = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
    return {
      key: fromBase64url(x ?? ""),
      sign: async (message: Bytes) =>
        new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, message)),
    };
  },
  async verify(key: Bytes, signature: Bytes, message: Bytes) {
    const publicKey = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", publicKey, signature, message);
  },
});

let current: Curves = platformCurves;

/** The implementation that everything uses. */
export function curves(): Curves {
  return current;
}

/** Uses another implementation from here on. */
export function useCurves(given: Curves): void {
  current = given;
}

/** Whether this platform has both curves. Browsers came to them one at a time. */
export async function hasPlatformCurves(): Promise<boolean> {
  try {
    await crypto.subtle.generateKey("X25519", false, ["deriveBits"]);
    await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Identity keys: Ed25519 (RFC 8032), one for each device and agent, never leaving it. Public keys travel as base64url.
 * @module
 */
import { z } from "zod";
import type { Env } from "../base/env.ts";
import { type Bytes, concat, fromBase64url, toBase64url } from "./bytes.ts";

/** A string of exactly `bytes` bytes in base64url, as `toBase64url` writes it. */
export function base64urlOf(bytes: number): z.ZodString {
  const whole = Math.floor(bytes / 3) * 4;
  // The low bits of a last group of one or two bytes are zero: one text per value.
  const tail = ["", "[A-Za-z0-9_-][AQgw]", "[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]"][bytes % 3] ?? "";
  return z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${whole}}${tail}$`), `not ${bytes} bytes in base64url`);
}

/** An Ed25519 public key. */
export const PublicKey = base64urlOf(32);
/** An Ed25519 signature. */
export const Signature = base64urlOf(64);

/** Signs in the name of a device or agent. */
export interface Identity {
  /** Public key, base64url. */
  readonly key: string;
  /** A signature of `message`, base64url. */
  sign(message: Bytes): Promise<string>;
}

// RFC 8410: what stands before the 32 bytes of a seed in PKCS #8.
const PKCS8_PREFIX = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

/** An identity over keys that may be unextractable (a browser keeps such in IndexedDB). */
export async function identityFromKeyPair(pair: CryptoKeyPair): Promise<Identity> {
  const key = toBase64url(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
  return Object.freeze({
    key,
    sign: async (message: Bytes) =>
      toBase64url(new Uint8Array(await crypto.subtle.sign("Ed25519", pair.privateKey, message))),
  });
}

/** The identity of a 32-byte seed (an agent's state, a recovery key on paper). */
export async function identityFromSeed(seed: Bytes): Promise<Identity> {
  if (seed.length !== 32) throw new RangeError("an Ed25519 seed has 32 bytes");
  const pkcs8 = concat(PKCS8_PREFIX, seed);
  // Web Crypto gives the public half of a private key only through JWK.
  const readable = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
  const { x } = await crypto.subtle.exportKey("jwk", readable);
  const publicKey = await importPublicKey(x ?? "", true);
  const privateKey = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
  return identityFromKeyPair({ publicKey, privateKey });
}

/** A new identity and the seed to keep secret. */
export async function makeIdentity(
  env: Pick<Env, "randomBytes">,
): Promise<{ readonly identity: Identity; readonly seed: Bytes }> {
  const seed = env.randomBytes(32);
  return { identity: await identityFromSeed(seed), seed };
}

function importPublicKey(key: string, extractable = false): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", fromBase64url(key), "Ed25519", extractable, ["verify"]);
}

/** Whether `signature` is `key`'s over `message`; false too for a malformed key or signature. */
export async function verifySignature(key: string, signature: string, message: Bytes): Promise<boolean> {
  try {
    return await crypto.subtle.verify(
      "Ed25519",
      await importPublicKey(key),
      fromBase64url(signature),
      message,
    );
  } catch {
    return false;
  }
}

/**
 * Identity keys: Ed25519 (RFC 8032), one for each device and agent, never leaving it. Public keys travel as base64url.
 * @module
 */
import * as z from "zod/mini";
import type { Env } from "../base/env.ts";
import { type Bytes, fromBase64url, toBase64url } from "./bytes.ts";
import { curves } from "./curves.ts";

/** A string of exactly `bytes` bytes in base64url, as `toBase64url` writes it. */
export function base64urlOf(bytes: number): z.ZodMiniString {
  const whole = Math.floor(bytes / 3) * 4;
  // The low bits of a last group of one or two bytes are zero: one text per value.
  const tail = ["", "[A-Za-z0-9_-][AQgw]", "[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048]"][bytes % 3] ?? "";
  return z.string().check(
    z.regex(new RegExp(`^[A-Za-z0-9_-]{${whole}}${tail}$`), `not ${bytes} bytes in base64url`),
  );
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
  const signer = await curves().signer(seed);
  return Object.freeze({
    key: toBase64url(signer.key),
    sign: async (message: Bytes) => toBase64url(await signer.sign(message)),
  });
}

/** A new identity and the seed to keep secret. */
export async function makeIdentity(
  env: Pick<Env, "randomBytes">,
): Promise<{ readonly identity: Identity; readonly seed: Bytes }> {
  const seed = env.randomBytes(32);
  return { identity: await identityFromSeed(seed), seed };
}

/** Whether `signature` is `key`'s over `message`; false too for a malformed key or signature. */
export async function verifySignature(key: string, signature: string, message: Bytes): Promise<boolean> {
  try {
    return await curves().verify(fromBase64url(key), fromBase64url(signature), message);
  } catch {
    return false;
  }
}

/**
 * Suite 1: HPKE (RFC 9180) base mode with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM. Suite 2 will be a
 * post-quantum hybrid; the suite stands in every header and prekey.
 * @module
 */
import { Aes256Gcm, CipherSuite, HkdfSha256, type KemInterface } from "@hpke/core";
import type { Env } from "../base/env.ts";
import { type Bytes, concat } from "./bytes.ts";
import { curves } from "./curves.ts";

/** The suite of this version. */
export const SUITE = 1;
/** AES-GCM's tag. */
export const TAG_BYTES = 16;

const suites = new WeakMap<KemInterface, CipherSuite>();

/** The suite over the curves in use. */
function suiteInUse(): { readonly kem: KemInterface; readonly suite: CipherSuite } {
  const { kem } = curves();
  let suite = suites.get(kem);
  if (!suite) suites.set(kem, suite = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes256Gcm() }));
  return { kem, suite };
}

/** A receiver's keys, 32 bytes each. */
export interface HpkeKeyPair {
  readonly publicKey: Bytes;
  readonly privateKey: Bytes;
}

/** A new key pair, derived from fresh random bytes (RFC 9180 §7.1.3). */
export async function makeHpkeKeyPair(env: Pick<Env, "randomBytes">): Promise<HpkeKeyPair> {
  const { kem } = suiteInUse();
  const pair = await kem.deriveKeyPair(env.randomBytes(32).buffer);
  return {
    publicKey: new Uint8Array(await kem.serializePublicKey(pair.publicKey)),
    privateKey: new Uint8Array(await kem.serializePrivateKey(pair.privateKey)),
  };
}

/**
 * Seals `plaintext`; a fresh key for each call.
 * @throws when the public key is no X25519 key, or one of small order.
 */
export async function hpkeSeal(
  input: { readonly publicKey: Bytes; readonly info: Bytes; readonly aad: Bytes; readonly plaintext: Bytes },
): Promise<{ readonly enc: Bytes; readonly ciphertext: Bytes }> {
  const { kem, suite } = suiteInUse();
  const recipientPublicKey = await kem.deserializePublicKey(input.publicKey);
  const { ct, enc } = await suite.seal({ recipientPublicKey, info: input.info }, input.plaintext, input.aad);
  return { enc: new Uint8Array(enc), ciphertext: new Uint8Array(ct) };
}

/** @throws when a single bit of key, info, aad, enc or ciphertext is not the one that was sealed with. */
export async function hpkeOpen(
  input: {
    readonly privateKey: Bytes;
    readonly enc: Bytes;
    readonly info: Bytes;
    readonly aad: Bytes;
    readonly ciphertext: Bytes;
  },
): Promise<Bytes> {
  const { kem, suite } = suiteInUse();
  // Copies: a view's own buffer may be larger than the view.
  const recipientKey = await kem.deserializePrivateKey(concat(input.privateKey));
  const plaintext = await suite.open(
    { recipientKey, enc: concat(input.enc), info: input.info },
    input.ciphertext,
    input.aad,
  );
  return new Uint8Array(plaintext);
}

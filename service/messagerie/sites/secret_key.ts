/**
 * Seals the secrets that the desk must be able to read back: AES-256-GCM under a key that is not in the database, so that
 * who reads the database or a backup of it learns none (docs/threat-model.md).
 * @module
 */
import { Buffer } from "node:buffer";
import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Env } from "../../../base/env.ts";

/** Bytes of a key. */
export const SECRET_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key, where there is one. */
export type SecretKey = Uint8Array;

/**
 * Nonce, ciphertext and tag, in this order. `place` is where it is kept: sealed text that is moved elsewhere does not open.
 */
export function sealSecret(
  key: SecretKey,
  env: Pick<Env, "randomBytes">,
  sealed: { readonly secret: string; readonly place: string },
): Uint8Array {
  const nonce = env.randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(sealed.place));
  return Buffer.concat([nonce, cipher.update(sealed.secret, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** The secret; undefined when it was sealed under another key, elsewhere, or was changed. */
export function openSecret(
  key: SecretKey,
  kept: { readonly sealed: Uint8Array; readonly place: string },
): string | undefined {
  const { sealed, place } = kept;
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const end = sealed.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(end));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()]).toString(
      "utf8",
    );
  } catch {
    return undefined;
  }
}

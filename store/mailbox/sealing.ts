/**
 * The cryptography of the file, all of it Web Crypto: HKDF-SHA-256 with a purpose, AES-256-GCM (suite 1).
 *
 * Always true: a subkey is derived from a salt that was drawn for it, and each nonce under it is used once. Nothing
 * here remembers a nonce across runs; a new run draws a new salt instead, so that neither a tail that was cut nor a
 * backup that was put back can bring a nonce back under its key (contract: pacerelle §2).
 * @module
 */
import { type Bytes, concat, utf8 } from "./bytes.ts";

/** HKDF-SHA-256 and AES-256-GCM. */
export const SUITE = 1;
/** Bytes of a GCM tag. */
export const TAG_BYTES = 16;
/** Bytes of a salt. */
export const SALT_BYTES = 32;

const PURPOSES = {
  header: utf8("pacerelle/mailbox/1/header"),
  segment: utf8("pacerelle/mailbox/1/segment"),
} as const;

/** Takes the 32 bytes of the key file in; what comes out can only derive. */
export function importMasterKey(raw: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", raw, "HKDF", false, ["deriveKey"]);
}

/** A subkey that does one thing only. */
export function deriveSubkey(
  master: CryptoKey,
  salt: Bytes,
  purpose: keyof typeof PURPOSES,
): Promise<CryptoKey> {
  return crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt, info: PURPOSES[purpose] },
    master,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
}

/** Ciphertext followed by its tag. */
export async function seal(key: CryptoKey, iv: Bytes, plain: Bytes, additionalData: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, key, plain));
}

/** The plaintext, or undefined when it does not authenticate. */
export async function unseal(
  key: CryptoKey,
  iv: Bytes,
  sealed: Bytes,
  additionalData: Bytes,
): Promise<Bytes | undefined> {
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData }, key, sealed));
  } catch {
    return undefined;
  }
}

/** A tag over `data` alone. */
export function authenticate(key: CryptoKey, iv: Bytes, ...data: readonly Bytes[]): Promise<Bytes> {
  return seal(key, iv, new Uint8Array(0), concat(...data));
}

/** Whether `tag` is the one that {@linkcode authenticate} gives. */
export async function authenticates(
  key: CryptoKey,
  iv: Bytes,
  tag: Bytes,
  ...data: readonly Bytes[]
): Promise<boolean> {
  return await unseal(key, iv, tag, concat(...data)) !== undefined;
}

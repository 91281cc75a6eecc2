/**
 * SHA-256, HKDF-SHA256 (RFC 5869) and HMAC-SHA256 (RFC 2104), by Web Crypto.
 * @module
 */
import type { Bytes } from "./bytes.ts";

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** `length` bytes (32 by default) derived from `secret`. */
export async function hkdf(secret: Bytes, salt: Bytes, info: Bytes, length = 32): Promise<Bytes> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, length * 8),
  );
}

const importMacKey = (key: Bytes, use: "sign" | "verify") =>
  crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, [use]);

export async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", await importMacKey(key, "sign"), message));
}

/** Whether `mac` is that of `message`; compares in constant time. */
export async function verifyHmac(key: Bytes, mac: Bytes, message: Bytes): Promise<boolean> {
  return await crypto.subtle.verify("HMAC", await importMacKey(key, "verify"), mac, message);
}

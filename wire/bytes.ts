/**
 * Bytes and their texts: strict base64url and hexadecimal (one text per value, nothing else is read), UTF-8 that refuses
 * what it cannot give back, comparison in constant time. Runs on Deno, Node 20 and in browsers; imports nothing.
 * @module
 */

/** Bytes that own their buffer, as Web Crypto takes them. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * UTF-8 of `text`.
 * @throws {RangeError} for a lone surrogate, which UTF-8 cannot carry: two texts would get the same bytes.
 */
export function utf8(text: string): Bytes {
  if (!text.isWellFormed()) throw new RangeError("text holds a lone surrogate");
  return encoder.encode(text);
}

/** @throws {TypeError} when `bytes` are not UTF-8. */
export function fromUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** All of `parts`, one after the other. */
export function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Whether two byte strings are equal; the time depends on their lengths alone. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return difference === 0;
}

/** How many bytes `String.fromCharCode` takes at once: far below every engine's limit of arguments. */
const CHUNK = 0x2000;

/** base64url without padding (RFC 4648 §5). */
export function toBase64url(bytes: Uint8Array): string {
  let binary = "";
  for (let offset = 0; offset < bytes.length; offset += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(offset, offset + CHUNK));
  }
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Reads what {@linkcode toBase64url} writes, and only that: padding, blanks and stray trailing bits are refused.
 * @throws {SyntaxError}
 */
export function fromBase64url(text: string): Bytes {
  const tail = text.length % 4;
  // Of a last group of two or three characters, the 4 or 2 low bits carry nothing and must be zero.
  if (
    tail === 1 || !/^[A-Za-z0-9_-]*$/.test(text) || (tail === 2 && !/[AQgw]$/.test(text)) ||
    (tail === 3 && !/[AEIMQUYcgkosw048]$/.test(text))
  ) throw new SyntaxError("not base64url");
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Reads what {@linkcode toHex} writes, and only that.
 * @throws {SyntaxError}
 */
export function fromHex(text: string): Bytes {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) throw new SyntaxError("not hexadecimal");
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}

/**
 * UUID version 7 (RFC 9562, section 5.7): ids that sort by creation time.
 * @module
 */
import type { Env } from "./env.ts";

/** The canonical textual form, any version, any case. */
export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new UUIDv7 in lower case: 48 bits of milliseconds, then 74 random bits. */
export function uuidv7(env: Pick<Env, "now" | "randomBytes">, at: number = env.now()): string {
  const bytes = env.randomBytes(16);
  const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
  const ms = Math.max(0, Math.floor(at));
  view.setUint32(0, Math.floor(ms / 0x10000));
  view.setUint16(4, ms % 0x10000);
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70);
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

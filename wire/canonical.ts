/**
 * The one encoding of everything that is signed or MACed. A record is its tag, then its fields in a fixed order:
 * - text and bytes: length as 4 bytes, big-endian, then the bytes (text in UTF-8)
 * - unsigned integers: 8 bytes, big-endian
 * - lists: number of items as 8 bytes, then each item's fields
 *
 * The tag fixes the fields and each says its own length, so two different records never have the same bytes
 * (docs/channel.md lists every record).
 * @module
 */
import { type Bytes, concat, utf8 } from "./bytes.ts";

/** A field: text, bytes, or an integer from 0 to 2^53 − 1. */
export type CanonicalField = string | Uint8Array | number;

function encodeField(field: CanonicalField): Bytes {
  if (typeof field === "number") {
    if (!Number.isSafeInteger(field) || field < 0) throw new RangeError("not an unsigned integer");
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(field));
    return bytes;
  }
  const content = typeof field === "string" ? utf8(field) : field;
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, content.length);
  return concat(length, content);
}

/**
 * The bytes of a record. `tag` names its type and version, such as `pacerelle/card/1`.
 * @throws {RangeError} for a negative, fractional or too large number, and for text with a lone surrogate.
 */
export function canonical(tag: string, ...fields: readonly CanonicalField[]): Bytes {
  return concat(encodeField(tag), ...fields.map(encodeField));
}

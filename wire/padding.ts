/**
 * Payloads are padded to 256 · 2^k bytes, so that the relay sees a size class and no more: length as 4 bytes, big-endian,
 * the content, then zeros. Each content has one padded form.
 * @module
 */
import type { Bytes } from "./bytes.ts";
import { ChannelFault } from "./fault.ts";
import { MAX_PADDED_BYTES, MIN_PADDED_BYTES } from "./limits.ts";

const LENGTH_BYTES = 4;

function paddedSize(length: number): number {
  let size = MIN_PADDED_BYTES;
  while (size < length + LENGTH_BYTES) size *= 2;
  return size;
}

/** @throws {ChannelFault} TOO_LARGE above 128 KiB − 4 bytes. */
export function pad(content: Uint8Array): Bytes {
  const size = paddedSize(content.length);
  if (size > MAX_PADDED_BYTES) throw new ChannelFault("TOO_LARGE");
  const padded = new Uint8Array(size);
  new DataView(padded.buffer).setUint32(0, content.length);
  padded.set(content, LENGTH_BYTES);
  return padded;
}

/** @throws {ChannelFault} PAYLOAD_INVALID for anything that {@linkcode pad} does not make. */
export function unpad(padded: Bytes): Bytes {
  if (padded.length < MIN_PADDED_BYTES || padded.length > MAX_PADDED_BYTES) {
    throw new ChannelFault("PAYLOAD_INVALID");
  }
  const length = new DataView(padded.buffer, padded.byteOffset).getUint32(0);
  const end = LENGTH_BYTES + length;
  if (paddedSize(length) !== padded.length || padded.subarray(end).some((byte) => byte !== 0)) {
    throw new ChannelFault("PAYLOAD_INVALID");
  }
  return padded.slice(LENGTH_BYTES, end);
}

/**
 * Local stand-in for `jsr:@std/crypto/timing-safe-equal`, used where JSR is out of reach (docs/architecture.md). Same
 * name, signature and documented behaviour, written over `node:crypto`. Holds only what this project uses.
 * @module
 */
import { timingSafeEqual as nodeTimingSafeEqual } from "node:crypto";

function bytesOf(value: ArrayBufferView | ArrayBufferLike | DataView): Uint8Array {
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value);
}

/**
 * Compares two byte sequences without telling by its duration where they differ.
 * @throws {TypeError} when the lengths differ: hash both sides first where lengths may vary.
 */
export function timingSafeEqual(
  a: ArrayBufferView | ArrayBufferLike | DataView,
  b: ArrayBufferView | ArrayBufferLike | DataView,
): boolean {
  const left = bytesOf(a);
  const right = bytesOf(b);
  if (left.byteLength !== right.byteLength) throw new TypeError("Cannot compare: the byte lengths differ");
  return nodeTimingSafeEqual(left, right);
}

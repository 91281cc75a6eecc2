/**
 * How a frame lies in the file (bytes: docs/state-file.md). A frame is what one write puts there: a batch of records, a
 * slice of a snapshot, the end of one, or the start of a segment, which brings the salt of the subkey that seals what
 * follows. Frames lie on a grid, so that a disk sector that was never written shows as a whole run of zeros.
 * @module
 */
import { type Bytes, viewOf } from "./bytes.ts";
import { TAG_BYTES } from "./sealing.ts";

/** Frames begin and end on multiples of this; it divides a disk sector. */
export const GRID_BYTES = 64;
/** Size in grid units (4), kind (4). */
export const HEAD_BYTES = 8;
/** Where the body begins, or a segment's salt. */
export const BODY_AT = HEAD_BYTES + TAG_BYTES;
/** What a frame adds to its text before it is padded. */
export const FRAME_OVERHEAD = BODY_AT + TAG_BYTES;

/** What a frame holds. */
export const FRAME_KINDS = Object.freeze({ segment: 1, snapshot: 2, snapshotEnd: 3, batch: 4 });
/** A kind that has a body. */
export type BodyKind = Exclude<keyof typeof FRAME_KINDS, "segment">;

/** The first 8 bytes of a frame of `size` bytes. */
export function makeHead(size: number, kind: keyof typeof FRAME_KINDS): Bytes {
  const head = new Uint8Array(HEAD_BYTES);
  const view = viewOf(head);
  view.setUint32(0, size / GRID_BYTES);
  view.setUint32(4, FRAME_KINDS[kind]);
  return head;
}

/** What a head says, believed or not. */
export function readHead(bytes: Bytes, at: number): { readonly size: number; readonly kind: number } {
  const view = viewOf(bytes);
  return { size: view.getUint32(at) * GRID_BYTES, kind: view.getUint32(at + 4) };
}

/** The nonce of the nth frame of a segment: its head and its body have one each. */
export function nonceOf(part: "head" | "body", counter: number): Bytes {
  const nonce = new Uint8Array(12);
  const view = viewOf(nonce);
  view.setUint32(0, part === "head" ? 0 : 1);
  view.setBigUint64(4, BigInt(counter));
  return nonce;
}

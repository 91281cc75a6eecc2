/**
 * How a file lies in chunks. Its size shows in their number and length alone, and these are steps: up to one chunk 256 · 2^k
 * bytes, as payloads are padded; above, whole chunks, as many as have three significant bits (…, 8, 10, 12, 14, 16, 20, …):
 * a quarter more at most.
 * @module
 */
import { FILE_CHUNK_BYTES, MIN_PADDED_BYTES } from "../limits.ts";
import { TAG_BYTES } from "../hpke.ts";

/** Chunks are numbered from 0; each has `chunkBytes` of content and padding, and is `sealedBytes` long when sealed. */
export interface FileLayout {
  readonly chunks: number;
  readonly chunkBytes: number;
  readonly sealedBytes: number;
}

function step(count: number): number {
  const unit = 2 ** Math.max(0, Math.floor(Math.log2(count)) - 2);
  return Math.ceil(count / unit) * unit;
}

/** The layout of a file of `size` bytes. */
export function fileLayout(size: number): FileLayout {
  if (size > FILE_CHUNK_BYTES) {
    const chunks = step(Math.ceil(size / FILE_CHUNK_BYTES));
    return { chunks, chunkBytes: FILE_CHUNK_BYTES, sealedBytes: FILE_CHUNK_BYTES + TAG_BYTES };
  }
  let chunkBytes = MIN_PADDED_BYTES;
  while (chunkBytes < size) chunkBytes *= 2;
  return { chunks: 1, chunkBytes, sealedBytes: chunkBytes + TAG_BYTES };
}

/**
 * Sealed chunks on their way to the relay and back: bytes, not JSON.
 * @module
 */
import type { Bytes } from "../bytes.ts";
import { FILE_CHUNK_BYTES } from "../limits.ts";
import { TAG_BYTES } from "../hpke.ts";
import { type RelayCallOptions, requestRelay } from "../relay_call.ts";

/** Where a chunk is put and fetched. */
export function chunkPath(file: string, index: number): string {
  return `/v1/files/${file}/${index}`;
}

/** What {@linkcode chunkPath} makes. */
export const CHUNK_PATH = /^\/v1\/files\/([0-9a-f]{32})\/(0|[1-9]\d{0,4})$/;

/** Longest chunk. */
export const MAX_SEALED_BYTES = FILE_CHUNK_BYTES + TAG_BYTES;

/** A chunk on a slow line: 128 KiB in a minute is the least that is worth waiting for. */
const CHUNK_MS = 60_000;

/** Puts and fetches chunks; both throw what `callRelay` throws. */
export interface ChunkCaller {
  /** Resolves when the relay has it durably. The same chunk again changes nothing. */
  put(file: string, index: number, sealed: Bytes): Promise<void>;
  /** Refused with NOT_FOUND when the file is not there, or not whole. */
  get(file: string, index: number, signal?: AbortSignal): Promise<Bytes>;
}

/** Chunks over HTTP. */
export function chunkCaller(options: RelayCallOptions): ChunkCaller {
  const request = (method: "GET" | "PUT", file: string, index: number, body?: Bytes, signal?: AbortSignal) =>
    requestRelay(
      { timeoutMs: CHUNK_MS, ...options, signal: signal ?? options.signal },
      chunkPath(file, index),
      body === undefined
        ? { method }
        : { method, body, headers: { "content-type": "application/octet-stream" } },
      MAX_SEALED_BYTES,
    );
  return {
    put: async (file, index, sealed) => void await request("PUT", file, index, sealed),
    get: async (file, index, signal) => await request("GET", file, index, undefined, signal),
  };
}

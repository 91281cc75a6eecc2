/**
 * What the relay is told of a file: a random name, its layout, whom it is for.
 * @module
 */
import * as z from "zod/mini";
import { EndpointId, ShortId } from "../ids.ts";
import { TAG_BYTES } from "../hpke.ts";
import { FILE_CHUNK_BYTES, MAX_DEVICES, MAX_FILE_CHUNKS, MIN_PADDED_BYTES } from "../limits.ts";

/** `sealedBytes`: length of each chunk. Announced again it may name more recipients, and nothing else may differ. */
export const FileAnnouncement = z.object({
  file: ShortId,
  chunks: z.int().check(z.gte(1), z.lte(MAX_FILE_CHUNKS)),
  sealedBytes: z.int().check(z.gte(MIN_PADDED_BYTES + TAG_BYTES), z.lte(FILE_CHUNK_BYTES + TAG_BYTES)),
  // An agent and the account's devices.
  recipients: z.array(EndpointId).check(z.minLength(1), z.maxLength(MAX_DEVICES + 1)),
});
export type FileAnnouncement = z.output<typeof FileAnnouncement>;

/** Chunks that the relay does not have yet, ascending. None: it has the whole file, until `until` at most. */
export const MissingChunks = z.object({
  missing: z.array(z.int().check(z.gte(0))).check(z.maxLength(MAX_FILE_CHUNKS)),
  until: z.int().check(z.gte(0)),
});

/**
 * A file from the relay, opened as it comes.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { Attachment } from "../attachment.ts";
import type { Bytes } from "../bytes.ts";
import { RelayRefusal, RelayUnreachable } from "../relay_call.ts";
import type { ChunkCaller } from "./chunk_call.ts";
import { fileLayout } from "./layout.ts";
import { openFile } from "./seal_file.ts";

/** Chunks asked for at once: keeps a line with a long way busy. */
const AHEAD = 4;
/** Pauses before a chunk that did not come is asked for again. */
const PAUSES_MS = [500, 2_000, 5_000];

/** What fetching stands on. */
export interface FetchContext {
  readonly env: Pick<Env, "sleep">;
  readonly chunks: ChunkCaller;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The content of a file, chunk by chunk; see `openFile` for when it counts.
 * @throws {ChannelFault} FILE_ALTERED
 * @throws {RelayRefusal} NOT_FOUND when the relay has it no more
 * @throws {RelayUnreachable}
 */
export async function* fetchFile(context: FetchContext, attachment: Attachment): AsyncGenerator<Bytes, void> {
  const { chunks } = fileLayout(attachment.size);
  const coming = new Map<number, Promise<Bytes>>();
  const ask = (index: number) => {
    if (index >= chunks || coming.has(index)) return;
    const chunk = getChunk(context, attachment.id, index);
    // Awaited when its turn comes, or never.
    chunk.catch(() => {});
    coming.set(index, chunk);
  };
  yield* openFile(attachment, async (index) => {
    for (let ahead = 0; ahead < AHEAD; ahead++) ask(index + ahead);
    const chunk = await coming.get(index);
    coming.delete(index);
    return chunk ?? new Uint8Array();
  });
}

async function getChunk({ env, chunks, signal }: FetchContext, file: string, index: number): Promise<Bytes> {
  for (let failures = 0;; failures++) {
    try {
      return await chunks.get(file, index, signal);
    } catch (error) {
      const pause = PAUSES_MS[failures];
      const isPassing = error instanceof RelayUnreachable ||
        (error instanceof RelayRefusal && (error.code === "RATE_LIMITED" || error.code === "UNAVAILABLE"));
      if (!isPassing || pause === undefined || signal?.aborted) throw error;
      const asked = error instanceof RelayRefusal ? Number(error.details.retryAfterMs ?? 0) : 0;
      await env.sleep(Math.min(Math.max(asked, pause), 10_000), signal);
    }
  }
}

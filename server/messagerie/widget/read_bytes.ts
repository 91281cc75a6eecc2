/**
 * Reads a body that comes from anybody: of so many bytes at most, never holding more than that and one chunk, and within so
 * much time, so that a sender who trickles holds nothing for long.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import { Refusal } from "../../../base/refusal.ts";
import { refuse } from "../../../service/messagerie/refusals.ts";

/** How much, and how fast. */
export interface Allowance {
  readonly maxBytes: number;
  /** Between two chunks. */
  readonly idleMs: number;
  /** For the whole body. */
  readonly totalMs: number;
  /** What a body that is too large is refused with. */
  readonly tooLarge: () => Refusal;
}

/**
 * The body.
 * @throws {Refusal} `tooLarge`; `TOO_SLOW`; `INVALID_REQUEST` when it breaks off
 */
export async function readBytes(
  request: Request,
  { maxBytes, idleMs, totalMs, tooLarge }: Allowance,
  env: Pick<Env, "monotonic" | "sleep">,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const end = env.monotonic() + totalMs;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const chunk = await withinTime(reader.read(), Math.min(idleMs, end - env.monotonic()), env);
      if (chunk.done) return joined(chunks, length);
      length += chunk.value.length;
      if (length > maxBytes) throw tooLarge();
      chunks.push(chunk.value);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error instanceof Refusal ? error : refuse("INVALID_REQUEST");
  }
}

async function withinTime<Value>(work: Promise<Value>, ms: number, env: Pick<Env, "sleep">): Promise<Value> {
  const done = new AbortController();
  const late = env.sleep(Math.max(0, ms), done.signal).then(() => {
    throw refuse("TOO_SLOW");
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    done.abort();
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * Reads the body of a request, bounded in size and time.
 * @module
 */
import { Refusal } from "../../base/refusal.ts";
import type { Bytes } from "../../wire/bytes.ts";
import { refuse } from "./refusals.ts";

/** How long a body may take to arrive. */
const BODY_MS = 15_000;

/**
 * All bytes of a body.
 * @throws {Refusal} TOO_LARGE, INVALID_REQUEST, TOO_SLOW
 */
export async function readBody(request: Request, maxBytes: number, withinMs = BODY_MS): Promise<Bytes> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw refuse("TOO_LARGE");
  const reader = request.body?.getReader();
  if (!reader) throw refuse("INVALID_REQUEST");
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.cancel().catch(() => {});
  }, withinMs);
  // One place for all: a body that comes byte by byte costs no more than another.
  const bytes = new Uint8Array(maxBytes);
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (late) throw refuse("TOO_SLOW");
      if (done) return bytes.slice(0, size);
      if (size + value.length > maxBytes) throw refuse("TOO_LARGE");
      bytes.set(value, size);
      size += value.length;
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error instanceof Refusal ? error : refuse("INVALID_REQUEST");
  } finally {
    clearTimeout(timer);
  }
}

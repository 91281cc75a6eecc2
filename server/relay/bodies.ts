/**
 * Bodies that are on their way in: bounded in all and for each caller, since one that comes slowly holds its memory for as
 * long as it may take.
 * @module
 */
import type { Bytes } from "../../wire/bytes.ts";
import { readBody } from "./body.ts";
import { MAX_BODIES_EACH, MAX_BODY_BYTES } from "./limits.ts";
import { refuse } from "./refusals.ts";

/** How soon a caller is told to come back. */
const AGAIN_MS = 1_000;

/** The room for them. */
export class Bodies {
  readonly #callers = new Map<string, number>();
  #bytes = 0;

  /**
   * Reads a body of at most `maxBytes` for `caller`, an endpoint or an address.
   * @throws {Refusal} RATE_LIMITED for a caller with too many at once, UNAVAILABLE when there is no room, and what `readBody`
   *   throws
   */
  async read(request: Request, caller: string, maxBytes: number, withinMs?: number): Promise<Bytes> {
    const own = this.#callers.get(caller) ?? 0;
    if (own >= MAX_BODIES_EACH) throw refuse("RATE_LIMITED", { retryAfterMs: AGAIN_MS });
    if (this.#bytes + maxBytes > MAX_BODY_BYTES) throw refuse("UNAVAILABLE", { retryAfterMs: AGAIN_MS });
    this.#callers.set(caller, own + 1);
    this.#bytes += maxBytes;
    try {
      return await readBody(request, maxBytes, withinMs);
    } finally {
      this.#bytes -= maxBytes;
      const left = (this.#callers.get(caller) ?? 1) - 1;
      if (left > 0) this.#callers.set(caller, left);
      else this.#callers.delete(caller);
    }
  }
}

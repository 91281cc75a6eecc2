/**
 * 240 requests per sliding minute and token; MCP and REST count apart, refused requests not at all (contract: messagerie
 * §2 check 3). A process alone counts in memory. While several serve one database, they count in it together.
 * @module
 */
import type { Env } from "../../base/env.ts";
import { errorName, type Logger } from "../../base/log.ts";
import type { Surface } from "../../service/messagerie/actor.ts";
import { RATE_LIMIT, RATE_WINDOW_MS } from "../../service/messagerie/limits.ts";
import { SlidingWindow } from "./sliding_window.ts";

/** Counts that all processes on a database share. */
export interface SharedCounts {
  /**
   * Whether other processes count too; told from memory, so that it costs a process alone nothing. True until a whole
   * window after the last of them was seen, so that nothing counted together is forgotten.
   */
  readonly active: boolean;
  /** Takes one under `key`, at most `limit` within `windowMs` for all processes: 0; or the milliseconds to wait. */
  take(key: string, limit: number, windowMs: number): Promise<number>;
}

/** Decides on each request of a token that was let in. */
export interface Limiter {
  /** Takes one: 0; or the milliseconds until one can be taken. Waits for nothing while this process is alone. */
  take(surface: Surface, tokenId: string): number | Promise<number>;
  /** What this process let pass within the window, by the key that `SharedCounts` counts it under. */
  recent(): Iterable<{ readonly key: string; readonly ages: readonly number[] }>;
}

/** Makes the limiter. `shared` is asked for at each request: it may come later than the limiter. */
export function createLimiter(
  options: {
    readonly env: Pick<Env, "monotonic">;
    readonly log: Logger;
    readonly shared?: () => SharedCounts | undefined;
  },
): Limiter {
  const { env, log, shared } = options;
  const own = new SlidingWindow({ limit: RATE_LIMIT, windowMs: RATE_WINDOW_MS, env });

  async function takeShared(counts: SharedCounts, key: string): Promise<number> {
    let wait: number;
    try {
      wait = await counts.take(key, RATE_LIMIT, RATE_WINDOW_MS);
    } catch (error) {
      // Better to count alone than to refuse everybody: the token itself was read from the same database just now.
      log.warn("shared_count_failed", { error: errorName(error) });
      return own.take(key);
    }
    if (wait === 0) own.note(key);
    return wait;
  }

  return Object.freeze({
    take(surface: Surface, tokenId: string) {
      const key = `${surface} ${tokenId}`;
      const counts = shared?.();
      return counts?.active ? takeShared(counts, key) : own.take(key);
    },
    recent: () => own.recent(),
  });
}

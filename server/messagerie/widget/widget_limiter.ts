/**
 * How often visitors may ask: by browser, by address and by site, each in any minute; what they write, for all
 * processes together (as limiter.ts does for tokens). Whoever is above waits; nobody is locked out.
 * @module
 */
import { Buffer } from "node:buffer";
import type { Env } from "../../../base/env.ts";
import { errorName, type Logger } from "../../../base/log.ts";
import { RATE_WINDOW_MS } from "../../../service/messagerie/limits.ts";
import { refuse } from "../../../service/messagerie/refusals.ts";
import type { SharedCounts } from "../limiter.ts";
import { SlidingWindow } from "../sliding_window.ts";

/** What is counted apart. */
export type Errand = "read" | "write" | "file";

/**
 * Per minute. A person who types fast sends ten messages; an address may be an office's, or a reverse proxy's; a site's is
 * what keeps one site from taking the desk from the others.
 */
export const WIDGET_LIMITS: Readonly<
  Record<Errand, Readonly<Record<"visitor" | "address" | "site", number>>>
> = Object
  .freeze({
    read: { visitor: 240, address: 2_400, site: 24_000 },
    write: { visitor: 30, address: 240, site: 2_400 },
    file: { visitor: 20, address: 60, site: 600 },
  });

/** Keys remembered at most: some tens of megabytes, also while a botnet asks. */
const MAX_KEYS = 50_000;

/** Who asks. */
export interface Asker {
  /** SHA-256 of the visitor's secret; absent: none was shown. */
  readonly hash?: Uint8Array | undefined;
  readonly address: string;
  readonly siteKey: string;
}

/** Counts what visitors ask. */
export interface WidgetLimiter {
  /** Takes one of each. @throws {Refusal} `RATE_LIMITED` with `details.retryAfter` in whole seconds */
  take(errand: Errand, asker: Asker): Promise<void>;
  /** What this process let pass within the window, for `SharedCounts`. */
  recent(): Iterable<{ readonly key: string; readonly ages: readonly number[] }>;
}

/** Makes the limiter. `shared` is asked for at each request. */
export function createWidgetLimiter(
  options: {
    readonly env: Pick<Env, "monotonic">;
    readonly log: Logger;
    readonly shared?: () => SharedCounts | undefined;
    readonly limits?: typeof WIDGET_LIMITS;
  },
): WidgetLimiter {
  const { env, log, shared, limits = WIDGET_LIMITS } = options;
  const windows = new Map<number, SlidingWindow>();
  const windowOf = (limit: number) => {
    let window = windows.get(limit);
    if (window === undefined) {
      window = new SlidingWindow({ limit, windowMs: RATE_WINDOW_MS, maxKeys: MAX_KEYS, env });
      windows.set(limit, window);
    }
    return window;
  };

  async function takeOne(errand: Errand, key: string, limit: number): Promise<number> {
    // Counting together is a write, which a read must not cost: each process counts its own.
    const counts = errand === "read" ? undefined : shared?.();
    const own = windowOf(limit);
    if (!counts?.active) return own.take(key);
    try {
      const wait = await counts.take(key, limit, RATE_WINDOW_MS);
      if (wait === 0) own.note(key);
      return wait;
    } catch (error) {
      log.warn("shared_count_failed", { error: errorName(error) });
      return own.take(key);
    }
  }

  return Object.freeze({
    async take(errand: Errand, { hash, address, siteKey }: Asker) {
      const limit = limits[errand];
      const keys: [string, number][] = [[`address ${address}`, limit.address]];
      if (hash !== undefined) {
        keys.push([`visitor ${Buffer.from(hash).toString("base64url")}`, limit.visitor]);
      }
      keys.push([`site ${siteKey}`, limit.site]);
      for (const [who, most] of keys) {
        const wait = await takeOne(errand, `widget ${errand} ${who}`, most);
        if (wait > 0) throw refuse("RATE_LIMITED", { retryAfter: Math.ceil(wait / 1000) });
      }
    },
    *recent() {
      for (const window of windows.values()) {
        for (const taken of window.recent()) if (!taken.key.startsWith("widget read ")) yield taken;
      }
    },
  });
}

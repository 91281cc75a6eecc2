/**
 * Rates by key: token buckets in bounded memory, on a clock that only goes forward.
 * @module
 */
import type { Rate } from "./limits.ts";

interface Bucket {
  /** In thousandths of a token, so that whole milliseconds at whole rates add up exactly. */
  level: number;
  at: number;
}

/** One token. */
const TOKEN = 1_000;

/** Buckets kept. A full bucket says no more than an absent one, so dropping those loses nothing. */
const MAX_BUCKETS = 50_000;

/** One rate, many keys. */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** `now` in milliseconds, monotonic. */
  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
  }

  /** Takes one token; answers 0, or how many milliseconds to wait for one. */
  take(key: string): number {
    const now = this.#now();
    const { burst, perSecond } = this.#rate;
    const bucket = this.#buckets.get(key) ?? { level: burst * TOKEN, at: now };
    bucket.level = Math.min(burst * TOKEN, bucket.level + (now - bucket.at) * perSecond);
    bucket.at = now;
    this.#buckets.delete(key);
    if (this.#buckets.size >= MAX_BUCKETS) this.#evict(now);
    this.#buckets.set(key, bucket);
    if (bucket.level < TOKEN) return Math.ceil((TOKEN - bucket.level) / perSecond);
    bucket.level -= TOKEN;
    return 0;
  }

  /** Drops every bucket that has filled up again, or else the one used longest ago. */
  #evict(now: number): void {
    const { burst, perSecond } = this.#rate;
    const fullBefore = now - burst * 1_000 / perSecond;
    for (const [key, bucket] of this.#buckets) {
      if (bucket.at > fullBefore) break;
      this.#buckets.delete(key);
    }
    if (this.#buckets.size >= MAX_BUCKETS) this.#buckets.delete(this.#buckets.keys().next().value ?? "");
  }
}

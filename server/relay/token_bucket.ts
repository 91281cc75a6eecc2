/**
 * Rates by key: token buckets in bounded memory, on a clock that only goes forward.
 * @module
 */
import type { Rate } from "./limits.ts";

interface Bucket {
  tokens: number;
  at: number;
}

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
    const bucket = this.#buckets.get(key) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.at) * perSecond / 1_000);
    bucket.at = now;
    this.#buckets.delete(key);
    if (this.#buckets.size >= MAX_BUCKETS) this.#evict(now);
    this.#buckets.set(key, bucket);
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) * 1_000 / perSecond);
    bucket.tokens--;
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

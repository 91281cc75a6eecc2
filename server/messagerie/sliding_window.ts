/**
 * At most so many in any window of time, counted exactly: what is taken is remembered until it leaves the window, what is
 * refused leaves no trace. Memory follows what was taken within the last two windows.
 * @module
 */
import type { Env } from "../../base/env.ts";

/** How a window counts. */
export interface SlidingWindowOptions {
  /** Taken per key in any window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Keys remembered at most; the one that came first is forgotten for a new one. Without it: all. */
  readonly maxKeys?: number;
  readonly env: Pick<Env, "monotonic">;
}

/** What one key took: times in order, those before `head` gone from the window. */
interface Taken {
  times: number[];
  head: number;
}

/** Counts by key. Uses the clock that only goes forward, so that a clock set back blocks nobody. */
export class SlidingWindow {
  readonly #options: SlidingWindowOptions;
  readonly #taken = new Map<string, Taken>();
  #sweptAt: number;

  constructor(options: SlidingWindowOptions) {
    this.#options = options;
    this.#sweptAt = options.env.monotonic();
  }

  /** Takes one: 0; or the milliseconds until one can be taken. */
  take(key: string): number {
    const { limit, windowMs, env } = this.#options;
    const now = env.monotonic();
    const entry = this.#entry(key, now);
    const oldest = entry.times[entry.head];
    if (entry.times.length - entry.head >= limit && oldest !== undefined) return oldest + windowMs - now;
    entry.times.push(now);
    return 0;
  }

  /** Remembers one that was allowed elsewhere, whatever the limit says. */
  note(key: string): void {
    const now = this.#options.env.monotonic();
    this.#entry(key, now).times.push(now);
  }

  /** What is in the window now: for each key, how many milliseconds ago each was taken. */
  *recent(): Generator<{ readonly key: string; readonly ages: readonly number[] }> {
    const now = this.#options.env.monotonic();
    for (const [key, entry] of this.#taken) {
      this.#expire(entry, now);
      const ages = entry.times.slice(entry.head).map((time) => now - time);
      if (ages.length > 0) yield { key, ages };
    }
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#taken.size;
  }

  #entry(key: string, now: number): Taken {
    this.#sweep(now);
    let entry = this.#taken.get(key);
    if (entry === undefined) {
      entry = { times: [], head: 0 };
      const { maxKeys } = this.#options;
      const first = this.#taken.keys().next();
      if (maxKeys !== undefined && this.#taken.size >= maxKeys && !first.done) {
        this.#taken.delete(first.value);
      }
      this.#taken.set(key, entry);
    } else this.#expire(entry, now);
    return entry;
  }

  #expire(entry: Taken, now: number): void {
    const { windowMs, limit } = this.#options;
    const { times } = entry;
    // The same sum as in `take`, so that rounding never finds an entry gone here and still there.
    while (entry.head < times.length && (times[entry.head] ?? 0) + windowMs <= now) entry.head++;
    if (entry.head > limit) {
      entry.times = times.slice(entry.head);
      entry.head = 0;
    }
  }

  /** Once per window, forgets the keys that took nothing within it. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < this.#options.windowMs) return;
    this.#sweptAt = now;
    for (const [key, entry] of this.#taken) {
      this.#expire(entry, now);
      if (entry.head === entry.times.length) this.#taken.delete(key);
    }
  }
}

/**
 * Time and randomness as a parameter, so that tests and simulations own them. Stands under every floor and imports
 * nothing; runs on Deno, Node 20 and in a browser.
 * @module
 */

/** What the world outside gives. */
export interface Env {
  /** Milliseconds since the Unix epoch. May jump either way: never measure a duration with it. */
  now(): number;
  /** Milliseconds that only go forward; for durations, limits and timeouts. */
  monotonic(): number;
  /** `length` cryptographically random bytes. */
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
  /** Resolves after `ms`, or rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The real clock and the real random source. */
export const systemEnv: Env = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  sleep: (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      }, ms);
      signal?.addEventListener("abort", onAbort, { once: true });
    }),
});

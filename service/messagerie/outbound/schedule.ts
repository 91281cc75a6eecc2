/**
 * When a message is tried again, and how long things may take. Milliseconds.
 * @module
 */

/** Waits after the first, second… attempt that did not succeed; after the last of them, it failed (contract: §8). */
const RETRY_DELAYS_MS = [10_000, 30_000, 120_000, 600_000, 3_600_000] as const;

/** One attempt; a mail server may take a minute or more to accept a message (RFC 5321, 4.5.3.2.6). */
export const ATTEMPT_MS = 120_000;

/**
 * A lease that was seen unchanged for this long, by the watcher's monotonic clock, has lost its holder: every attempt
 * ends within `ATTEMPT_MS`. No wall clock is asked, so that none can take a message from who is sending it.
 */
export const LEASE_MS = 180_000;

/** How often the queue is looked at without being woken: rows of other processes, leases that lost their holder. */
export const POLL_MS = 5_000;

/** Messages under way at once in one process. */
export const MAX_UNDER_WAY = 8;

/** A stop lets what is under way finish for this long: less than the 10 s that supervisors usually give. */
export const STOP_GRACE_MS = 8_000;

/**
 * After a crash, a message that the provider has is taken for ours when it is no older than ours minus this. Wide enough
 * for a clock that was a day off; ids that the queue knows are never taken twice.
 */
export const CLOCK_DOUBT_MS = 26 * 3_600_000;

/** How long to wait after attempt number `attempts` (from 1); null when there is no further one. */
export function retryDelay(attempts: number, askedMs = 0): number | null {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  const longest = RETRY_DELAYS_MS[RETRY_DELAYS_MS.length - 1] ?? 0;
  return delay === undefined ? null : Math.max(delay, Math.min(askedMs, longest));
}

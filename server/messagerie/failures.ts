/**
 * Slows down whoever guesses tokens: more than 20 failed authentications within a minute from one address, and the further
 * failures answer 429 until the minute has passed (contract: messagerie §4, §11). A good token passes all the same, so that
 * an address shared with an attacker locks nobody out.
 * @module
 */
import type { Env } from "../../base/env.ts";
import { FAILURE_LIMIT, RATE_WINDOW_MS } from "../../service/messagerie/limits.ts";
import { SlidingWindow } from "./sliding_window.ts";

/** Addresses remembered: some megabytes at most, also while a whole botnet guesses. */
const MAX_ADDRESSES = 20_000;

/** Counts failures. */
export interface Failures {
  /** Counts one from this address: 0; or, above the limit, the milliseconds until the address may fail again. */
  note(address: string): number;
}

/** Makes the counter. */
export function createFailures(env: Pick<Env, "monotonic">): Failures {
  const window = new SlidingWindow({
    limit: FAILURE_LIMIT,
    windowMs: RATE_WINDOW_MS,
    maxKeys: MAX_ADDRESSES,
    env,
  });
  return Object.freeze({ note: (address: string) => window.take(address) });
}

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
  return Object.freeze({ note: (address: string) => window.take(networkOf(address)) });
}

/** One IPv6 customer has 2^64 addresses: their common first half counts as one. IPv4 written as IPv6 is IPv4. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (!plain.includes(":")) return plain;
  const [before = "", after] = plain.toLowerCase().split("::");
  const left = before === "" ? [] : before.split(":");
  const right = after === undefined || after === "" ? [] : after.split(":");
  const gap = after === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: gap }, () => "0"), ...right];
  return groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, "")).join(":") + "::/64";
}

/**
 * How long to wait before trying again: twice as long each time up to a bound, with jitter, so that many endpoints of one
 * relay do not come back in step.
 * @module
 */
import type { Env } from "../../base/env.ts";

const FIRST_MS = 500;
const LONGEST_MS = 60_000;

/** A fraction from 0 to 1. */
function randomFraction(env: Pick<Env, "randomBytes">): number {
  const bytes = env.randomBytes(4);
  return new DataView(bytes.buffer).getUint32(0) / 0xffffffff;
}

/**
 * Milliseconds after the `failures`th failure in a row: between half and all of 0.5 s, 1 s, 2 s … 60 s, and never less than
 * `atLeastMs`, which the other side asked for.
 */
export function backoff(env: Pick<Env, "randomBytes">, failures: number, atLeastMs = 0): number {
  const bound = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20));
  return Math.max(atLeastMs, 0) + bound * (0.5 + randomFraction(env) / 2);
}

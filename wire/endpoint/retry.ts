/**
 * When a duty that failed is done again. None gives up: what is due stays due.
 * @module
 */
import { RelayRefusal, RelayUnreachable } from "../relay_call.ts";
import { backoff } from "./backoff.ts";
import type { Core } from "./core.ts";

/** A relay cannot put a duty off for longer. */
const MAX_RETRY_AFTER_MS = 60_000;

/** Milliseconds to wait after the `failures`th failure in a row; undefined when the endpoint has stopped. */
export function retryAfter(
  { env, log, signal }: Pick<Core, "env" | "log" | "signal">,
  error: unknown,
  failures: number,
): number | undefined {
  if (signal.aborted) return undefined;
  if (error instanceof RelayRefusal) {
    log.warn("relay_refused", { code: error.code });
    const asked = error.details.retryAfterMs;
    return backoff(env, failures, typeof asked === "number" ? Math.min(asked, MAX_RETRY_AFTER_MS) : 0);
  }
  if (error instanceof RelayUnreachable) log.debug("relay_unreachable");
  else log.error("duty_failed", { error: error instanceof Error ? error.name : "unknown" });
  return backoff(env, failures);
}

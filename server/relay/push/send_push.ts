/**
 * One push without content (RFC 8030), and what the push service answered to it.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import type { PushAttempt } from "../../../wire/push.ts";
import type { Vapid } from "./vapid.ts";

/** How long a device may be away and still be woken; the longest that services keep a push. */
const TTL_S = 28 * 86_400;
const TIMEOUT_MS = 15_000;

/** What sending needs. */
export interface PushSender {
  readonly env: Pick<Env, "now">;
  readonly vapid: Vapid;
  readonly fetch: typeof fetch;
}

/**
 * Sends one push. What went wrong is the answer.
 * @throws the reason of `stopping`, when nobody waits for an answer any more
 */
export async function sendPush(
  { env, vapid, fetch }: PushSender,
  endpoint: string,
  stopping: AbortSignal,
): Promise<PushAttempt> {
  const at = env.now();
  try {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        authorization: await vapid.authorization(endpoint, at),
        ttl: String(TTL_S),
        // A person waits for an answer.
        urgency: "high",
        // Of several that a device has not had yet the service keeps one.
        topic: "pacerelle",
        "content-length": "0",
      },
      // A push service answers itself; whoever sends elsewhere is not followed.
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping]),
    });
    await response.body?.cancel();
    return { at, ...outcomeOf(response.status) };
  } catch (error) {
    stopping.throwIfAborted();
    const late = error instanceof DOMException && error.name === "TimeoutError";
    return { at, outcome: "failed", reason: late ? "timeout" : "unreachable" };
  }
}

function outcomeOf(status: number): Omit<PushAttempt, "at"> {
  if (status >= 200 && status < 300) return { outcome: "accepted", status };
  if (status === 404 || status === 410) return { outcome: "gone", status };
  return { outcome: "failed", status, reason: status === 429 ? "too-many" : "refused" };
}

/**
 * Web Push as a device and the relay speak of it. A push has no content: it says that something waits, and what, only the
 * device can read (issue 6, point 4).
 * @module
 */
import * as z from "zod";
import { MAX_PUSH_ENDPOINT } from "./limits.ts";

/**
 * A browser's subscription, of which the relay needs the address alone: its keys would serve to seal a content, and there
 * is none.
 */
export const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(MAX_PUSH_ENDPOINT),
});
export type PushSubscription = z.output<typeof PushSubscription>;

/**
 * What came of the last push. `sent`: it left, and no answer came yet; `accepted`: the push service took it, and nobody knows
 * whether it was shown; `failed`: it did not, for the reason given; `gone`: the service says that the subscription ended, so
 * that the relay has forgotten it.
 */
export const PUSH_OUTCOMES = ["sent", "accepted", "failed", "gone"] as const;
export const PushAttempt = z.object({
  at: z.int().min(0),
  outcome: z.enum(PUSH_OUTCOMES),
  /** What the service answered, where it did. */
  status: z.int().min(100).max(599).optional(),
  reason: z.enum(["unreachable", "timeout", "refused", "too-many"]).optional(),
});
export type PushAttempt = z.output<typeof PushAttempt>;

/** How pushes to the calling device stand. `subscribed`: the host of the push service, and since when. */
export const PushStatus = z.object({
  subscribed: z.object({ host: z.string().max(253), since: z.int().min(0) }).nullable(),
  last: PushAttempt.nullable(),
});
export type PushStatus = z.output<typeof PushStatus>;

/**
 * Web Push as a device and the relay speak of it. A push has no content: it says that something waits, and what, only the
 * device can read (issue 6, point 4).
 * @module
 */
import * as z from "zod/mini";
import { MAX_PUSH_ENDPOINT } from "./limits.ts";

/**
 * A browser's subscription, of which the relay needs the address alone: its keys would serve to seal a content, and there
 * is none.
 */
export const PushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).check(z.maxLength(MAX_PUSH_ENDPOINT)),
});
export type PushSubscription = z.output<typeof PushSubscription>;

/**
 * What came of the last push. `sent`: it left, and no answer came yet; `accepted`: the push service took it, and nobody knows
 * whether it was shown; `failed`: it did not, for the reason given; `gone`: the service says that the subscription ended, so
 * that the relay has forgotten it.
 */
export const PUSH_OUTCOMES = ["sent", "accepted", "failed", "gone"] as const;
export const PushAttempt = z.object({
  at: z.int().check(z.gte(0)),
  outcome: z.enum(PUSH_OUTCOMES),
  /** What the service answered, where it did. */
  status: z.optional(z.int().check(z.gte(100), z.lte(599))),
  reason: z.optional(z.enum(["unreachable", "timeout", "refused", "too-many"])),
});
export type PushAttempt = z.output<typeof PushAttempt>;

/** How pushes to the calling device stand. `subscribed`: the host of the push service, and since when. */
export const PushStatus = z.object({
  subscribed: z.nullable(
    z.object({ host: z.string().check(z.maxLength(253)), since: z.int().check(z.gte(0)) }),
  ),
  last: z.nullable(PushAttempt),
});
export type PushStatus = z.output<typeof PushStatus>;

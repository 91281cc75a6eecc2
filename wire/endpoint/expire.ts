/**
 * What time takes away at an endpoint: messages that nobody took for 30 days, ids of old doubles (contract: channel,
 * Delivery). Judged by a time that no jumping clock can hurry.
 * @module
 */
import { RETENTION_MS } from "../limits.ts";
import type { Core } from "./core.ts";
import type { EndpointRecord } from "./records.ts";
import { SEEN_MS } from "./seen_ids.ts";
import { isThrough } from "./send_state.ts";

/** Gives up and forgets what is too old at `now`. */
export async function expire(core: Core, now: number): Promise<void> {
  const { state } = core;
  const records: EndpointRecord[] = [];
  for (const { message, recipients } of state.outbox.entries()) {
    // In the order of writing: what follows is younger.
    if (message.at > now - RETENTION_MS) break;
    for (const [to, recipient] of recipients) {
      if (isThrough(recipient.state)) continue;
      // The relay had it, and said nothing of having dropped it: it may well have arrived.
      const had = recipient.state === "submitted";
      records.push({
        t: "progress",
        id: message.id,
        to,
        from: [recipient.state],
        state: had ? "done" : "refused",
        at: now,
        ...(had ? {} : { code: "EXPIRED" }),
      });
    }
  }
  const before = now - SEEN_MS;
  if (state.seen.hasBefore(before)) records.push({ t: "seen-pruned", before });
  if (records.length > 0) await core.append(records);
}

/**
 * What a peer's nack changes (contract: channel, Delivery): sealed again under the same id, sent again, or given up.
 * @module
 */
import type { NackBody } from "../payload.ts";
import type { Core } from "./core.ts";
import { nackRecord } from "./nack_record.ts";
import type { EndpointRecord, Range } from "./records.ts";

/** Records to be written together with the nack itself. */
export function answerNack(core: Core, from: string, body: NackBody): EndpointRecord[] {
  const { state, env } = core;
  const at = env.now();
  if (body.range !== undefined) {
    return body.reason === "gone" ? closeGap(core, from, body.range) : resend(core, from, body.range);
  }
  const { id, reason } = body;
  if (id === undefined || !state.outbox.recipient(id, from)) return [];
  if (reason === "no-key") {
    return [{ t: "progress", id, to: from, from: ["sealed", "submitted"], state: "pending", at }];
  }
  const standing = ["pending", "sealed", "submitted", "received"] as const;
  return [{ t: "progress", id, to: from, from: standing, state: "refused", at, code: reason }];
}

/** The peer misses these: sent again where they are still here, and said of the others that they will not come. */
function resend(core: Core, from: string, range: Range): EndpointRecord[] {
  const { state, env } = core;
  const asked = { from: range.from, to: Math.min(range.to, state.counters.sent(from)) };
  const here = state.outbox.inRange(from, asked);
  const records: EndpointRecord[] = [];
  let next = asked.from;
  for (const { id, recipient } of here.toSorted((a, b) => (a.recipient.n ?? 0) - (b.recipient.n ?? 0))) {
    const n = recipient.n ?? 0;
    if (n > next) records.push(nackRecord(core, from, { reason: "gone", range: { from: next, to: n - 1 } }));
    next = n + 1;
    records.push({ t: "progress", id, to: from, from: ["submitted"], state: "pending", at: env.now() });
  }
  if (next <= asked.to) {
    records.push(nackRecord(core, from, { reason: "gone", range: { from: next, to: asked.to } }));
  }
  return records;
}

function closeGap(core: Core, from: string, range: Range): EndpointRecord[] {
  const isMissing = core.state.counters.gapsOf(from).some((gap) =>
    gap.from <= range.to && range.from <= gap.to
  );
  if (!isMissing) return [];
  core.raise("messages-lost", from);
  return [{ t: "gap-gone", peer: from, range }];
}

/**
 * Counters that did not arrive (contract: channel, Delivery): asked for after a grace, since order does not matter and the
 * way may be slow; told as held back when asking brought nothing.
 * @module
 */
import type { Core } from "./core.ts";
import { nackRecord } from "./nack_record.ts";
import type { EndpointRecord, Gap } from "./records.ts";

/** How long a gap may be on its way to closing by itself. */
const GRACE_MS = 30_000;
/** Pause between two questions for the same gap; grows with their number. */
const ASK_AGAIN_MS = 600_000;
const MAX_PAUSE_MS = 86_400_000;
/** When a gap that was asked for is told. */
const HELD_BACK_MS = 300_000;
/** Gaps of one peer that are asked for at once. */
const MAX_ASKED = 8;

/** A clock that went back must not make a gap wait for ever. */
const elapsed = (now: number, since: number) => since > now ? Infinity : now - since;

function isDue({ since, askedAt, asks }: Gap, now: number): boolean {
  return askedAt === null
    ? elapsed(now, since) >= GRACE_MS
    : elapsed(now, askedAt) >= Math.min(ASK_AGAIN_MS * asks, MAX_PAUSE_MS);
}

/** Peers whose gaps were told. */
export class GapWatch {
  readonly #core: Core;
  #told = new Set<string>();

  constructor(core: Core) {
    this.#core = core;
    for (const { kind, peer } of core.state.alerts) {
      if (kind === "held-back" && peer !== null) this.#told.add(peer);
    }
  }

  /** Looks at all gaps. Answers whether something was asked. Call it only when everything that came was taken. */
  async look(): Promise<boolean> {
    const { state, env } = this.#core;
    const now = env.now();
    const records: EndpointRecord[] = [];
    const standing = new Set<string>();
    for (const [peer, gaps] of state.counters.gaps()) {
      // Of a peer that left nothing is expected any more.
      if (state.peerKey(peer) === undefined) continue;
      if (gaps.some((gap) => gap.asks > 0 && elapsed(now, gap.since) >= HELD_BACK_MS)) standing.add(peer);
      const due = gaps.filter((gap) => isDue(gap, now)).slice(0, MAX_ASKED);
      if (due.length === 0) continue;
      records.push({ t: "gap-asked", peer, at: now, gaps: due.map(({ from, to }) => ({ from, to })) });
      for (const { from, to } of due) {
        records.push(nackRecord(this.#core, peer, { reason: "missing", range: { from, to } }));
      }
    }
    if (records.length > 0) await this.#core.append(records);
    for (const peer of standing) this.#core.raise("held-back", peer);
    for (const peer of this.#told) if (!standing.has(peer)) this.#core.clear("held-back", peer);
    this.#told = standing;
    return records.length > 0;
  }
}

/**
 * The counters between this endpoint and each peer: what was given out, what came, what is missing. Pure.
 * @module
 */
import type { EndpointRecord, Gap, Range } from "./records.ts";

/**
 * Gaps that are kept for one peer. Only a hostile or lost relay makes more; of those the two oldest are then taken as one,
 * which asks for more than is missing and forgets nothing.
 */
const MAX_GAPS = 64;

interface PeerCounters {
  sent: number;
  received: number;
  gaps: Gap[];
}

/** All of them. */
export class Counters {
  readonly #peers = new Map<string, PeerCounters>();

  /** The highest counter given out for `peer`. */
  sent(peer: string): number {
    return this.#peers.get(peer)?.sent ?? 0;
  }

  /** Peers of whom something is missing, and what. */
  *gaps(): Generator<readonly [peer: string, gaps: readonly Gap[]]> {
    for (const [peer, { gaps }] of this.#peers) if (gaps.length > 0) yield [peer, gaps];
  }

  gapsOf(peer: string): readonly Gap[] {
    return this.#peers.get(peer)?.gaps ?? [];
  }

  /** `n` was given out for `peer`. */
  give(peer: string, n: number): void {
    const counters = this.#of(peer);
    counters.sent = Math.max(counters.sent, n);
  }

  /** `n` came from `peer`. */
  take(peer: string, n: number, at: number): void {
    const counters = this.#of(peer);
    if (n <= counters.received) return this.close(peer, { from: n, to: n });
    if (n > counters.received + 1) {
      counters.gaps.push({ from: counters.received + 1, to: n - 1, since: at, askedAt: null, asks: 0 });
      const [first, second] = counters.gaps;
      if (counters.gaps.length > MAX_GAPS && first && second) {
        counters.gaps.splice(0, 2, { ...first, to: second.to });
      }
    }
    counters.received = n;
  }

  /** Nothing more is expected in `range`. */
  close(peer: string, range: Range): void {
    const counters = this.#of(peer);
    counters.gaps = counters.gaps.flatMap((gap) => {
      if (range.to < gap.from || range.from > gap.to) return [gap];
      const left = { ...gap, to: range.from - 1 };
      const right = { ...gap, from: range.to + 1 };
      return [left, right].filter(({ from, to }) => from <= to);
    });
  }

  /** The peer was asked for these. */
  asked(peer: string, asked: readonly Range[], at: number): void {
    const counters = this.#of(peer);
    counters.gaps = counters.gaps.map((gap) =>
      asked.some(({ from, to }) => from <= gap.from && gap.to <= to)
        ? { ...gap, askedAt: at, asks: gap.asks + 1 }
        : gap
    );
  }

  /** Sets a peer's counters as a snapshot has them. */
  restore(
    peer: string,
    counters: { readonly sent: number; readonly received: number; readonly gaps: readonly Gap[] },
  ) {
    this.#peers.set(peer, { ...counters, gaps: [...counters.gaps] });
  }

  /** A peer under a new identity begins anew. */
  forget(peer: string): void {
    this.#peers.delete(peer);
  }

  *snapshot(): Generator<EndpointRecord> {
    for (const [peer, { sent, received, gaps }] of this.#peers) {
      yield { t: "counters", peer, sent, received, gaps: [...gaps] };
    }
  }

  #of(peer: string): PeerCounters {
    let counters = this.#peers.get(peer);
    if (!counters) this.#peers.set(peer, counters = { sent: 0, received: 0, gaps: [] });
    return counters;
  }
}

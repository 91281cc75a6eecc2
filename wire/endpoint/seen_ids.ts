/**
 * Which messages were taken already, by sender and id: what a double falls to. Kept for 62 days: a message may wait at the
 * relay for 30, and be sealed again within another 30 of being written. Pure.
 * @module
 */
import { PREKEY_GRACE_MS } from "../limits.ts";
import type { EndpointRecord, SeenItem } from "./records.ts";

/** How long ids are kept. */
export const SEEN_MS = 2 * PREKEY_GRACE_MS;
/** Ids of one record in a snapshot. */
const CHUNK = 256;

interface Seen {
  readonly at: number;
  readonly owed: boolean;
}

/** All of them. */
export class SeenIds {
  /** In the order in which they came, so that the oldest are found at once. */
  readonly #peers = new Map<string, Map<string, Seen>>();

  has(peer: string, id: string): boolean {
    return this.#peers.get(peer)?.has(id) ?? false;
  }

  /** Whether a message was taken whose sender is owed a receipt, each time that it comes. */
  isOwed(peer: string, id: string): boolean {
    return this.#peers.get(peer)?.get(id)?.owed ?? false;
  }

  add(peer: string, id: string, at: number, owed: boolean): void {
    const ids = this.#peers.get(peer) ?? new Map<string, Seen>();
    this.#peers.set(peer, ids.set(id, { at, owed }));
  }

  /** Whether something was stored before `before`. */
  hasBefore(before: number): boolean {
    for (const ids of this.#peers.values()) {
      for (const { at } of ids.values()) {
        if (at < before) return true;
        break;
      }
    }
    return false;
  }

  prune(before: number): void {
    for (const [peer, ids] of this.#peers) {
      for (const [id, { at }] of ids) if (at < before) ids.delete(id);
      if (ids.size === 0) this.#peers.delete(peer);
    }
  }

  *snapshot(): Generator<EndpointRecord> {
    for (const [peer, ids] of this.#peers) {
      const all = [...ids].map(([id, { at, owed }]): SeenItem => [id, at, owed]);
      for (let start = 0; start < all.length; start += CHUNK) {
        yield { t: "seen", peer, items: all.slice(start, start + CHUNK) };
      }
    }
  }
}

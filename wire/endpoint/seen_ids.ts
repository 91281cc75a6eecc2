/**
 * Which messages were taken already, by sender and id: what a double falls to. Kept for 62 days: a message may wait at the
 * relay for 30, and be sealed again within another 30 of being written. Pure.
 * @module
 */
import { PREKEY_GRACE_MS } from "../limits.ts";
import type { EndpointRecord } from "./records.ts";

/** How long ids are kept. */
export const SEEN_MS = 2 * PREKEY_GRACE_MS;
/** Ids of one record in a snapshot. */
const CHUNK = 256;

/** All of them. */
export class SeenIds {
  /** In the order in which they came, so that the oldest are found at once. */
  readonly #peers = new Map<string, Map<string, number>>();

  has(peer: string, id: string): boolean {
    return this.#peers.get(peer)?.has(id) ?? false;
  }

  add(peer: string, id: string, at: number): void {
    const ids = this.#peers.get(peer) ?? new Map<string, number>();
    this.#peers.set(peer, ids.set(id, at));
  }

  /** Whether something was stored before `before`. */
  hasBefore(before: number): boolean {
    for (const ids of this.#peers.values()) {
      for (const at of ids.values()) {
        if (at < before) return true;
        break;
      }
    }
    return false;
  }

  prune(before: number): void {
    for (const [peer, ids] of this.#peers) {
      for (const [id, at] of ids) if (at < before) ids.delete(id);
      if (ids.size === 0) this.#peers.delete(peer);
    }
  }

  *snapshot(): Generator<EndpointRecord> {
    for (const [peer, ids] of this.#peers) {
      const all = [...ids];
      for (let start = 0; start < all.length; start += CHUNK) {
        yield { t: "seen", peer, items: all.slice(start, start + CHUNK) };
      }
    }
  }
}

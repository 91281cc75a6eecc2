/**
 * From the outbox to the relay (contract: channel, Delivery): claim prekeys, check them, seal, write the bytes down, hand
 * them over; the same bytes again until the relay has answered. What this process does not know the fate of is asked for
 * first.
 * @module
 */
import { sealEnvelope } from "../envelope.ts";
import { ChannelFault } from "../fault.ts";
import { MAX_DEVICES } from "../limits.ts";
import type { Payload } from "../payload.ts";
import { type SignedPrekey, verifyPrekey } from "../prekey.ts";
import type { Core } from "./core.ts";
import type { Item } from "./outbox.ts";
import type { EndpointRecord } from "./records.ts";
import { Submissions } from "./submissions.ts";

/** Envelopes that are sealed with one claim and one write. */
const MAX_BATCH = MAX_DEVICES;
/** How long a peer is left alone at first, and at most, that had no usable prekey or whose key is not known yet. */
const COOL_MS = { first: 500, most: 30_000 } as const;

/** Seals what is in the outbox. */
export class Outgoing {
  readonly #core: Core;
  readonly submissions: Submissions;
  /** Until when (monotonic) a peer is left alone, and how often in a row it was. */
  readonly #cooling = new Map<string, { readonly until: number; readonly times: number }>();

  constructor(core: Core, submissions: Submissions) {
    this.#core = core;
    this.submissions = submissions;
  }

  /** A peer may have prekeys again, or is known now. */
  refresh(): void {
    this.#cooling.clear();
  }

  /**
   * Seals and hands over all that can be. Answers in how many milliseconds to look again, when something waits for time to
   * pass.
   * @throws what the relay's calls throw
   */
  async work(): Promise<number | undefined> {
    this.submissions.submit();
    while (this.#core.isReady) {
      const items = this.#next();
      if (items.length === 0) break;
      await this.#seal(items);
      this.submissions.submit();
    }
    const now = this.#core.env.monotonic();
    const waits = [...this.#cooling.values()].map(({ until }) => until - now).filter((ms) => ms > 0);
    const wait = Math.min(...waits, this.submissions.waitMs() ?? Infinity);
    return wait === Infinity ? undefined : Math.max(wait, 50);
  }

  /** The next messages to seal: of each peer in order, so that nothing overtakes but what waits for files. */
  #next(): Item[] {
    const { state, env } = this.#core;
    const now = env.monotonic();
    const items: Item[] = [];
    for (const to of state.outbox.peersWith("pending")) {
      if (this.#isCooling(to, now)) continue;
      if (state.peerKey(to) === undefined) {
        this.#cool(to);
        continue;
      }
      for (const item of state.outbox.itemsOf(to, "pending")) {
        if (items.length >= MAX_BATCH) return items;
        if (this.submissions.isDoubtful(item.id, to)) break;
        // It waits for its own files alone: what was written later goes on.
        if (!state.files.isReady(item.message)) continue;
        items.push(item);
      }
    }
    return items;
  }

  async #seal(items: readonly Item[]): Promise<void> {
    const { call, env, state } = this.#core;
    const { prekeys } = await call("claimPrekeys", { endpoints: items.map(({ to }) => to) });
    const records: EndpointRecord[] = [];
    const counters = new Map<string, number>();
    for (const [index, item] of items.entries()) {
      const { to } = item;
      if (this.#isCooling(to, env.monotonic())) continue;
      const claimed = prekeys[index];
      const prekey = claimed?.endpoint === to ? claimed.prekey : null;
      if (!prekey || !(await this.#isGood(prekey, to))) {
        this.#cool(to);
        continue;
      }
      this.#cooling.delete(to);
      const n = item.recipient.n ?? Math.max(state.counters.sent(to), counters.get(to) ?? 0) + 1;
      counters.set(to, Math.max(n, counters.get(to) ?? 0));
      records.push(await this.#sealOne(item, prekey, n));
    }
    if (records.length > 0) await this.#core.append(records);
  }

  #isCooling(to: string, now: number): boolean {
    return (this.#cooling.get(to)?.until ?? 0) > now;
  }

  /** An agent that has just said its first hello has prekeys in a moment; one that is away has none for long. */
  #cool(to: string): void {
    const times = this.#cooling.get(to)?.times ?? 0;
    const ms = Math.min(COOL_MS.first * 2 ** Math.min(times, 10), COOL_MS.most);
    this.#cooling.set(to, { until: this.#core.env.monotonic() + ms, times: times + 1 });
  }

  async #sealOne({ id, to, message }: Item, prekey: SignedPrekey, n: number): Promise<EndpointRecord> {
    const { env, self, identity, state } = this.#core;
    const { audience, content, conversation, at } = message;
    const { roster } = state;
    if (!roster) throw new Error("sealing before a roster is pinned");
    const payload: Payload = {
      ...content,
      // A copy says whose conversation it is.
      ...(audience.to === "agent" && audience.agent !== to ? { agent: audience.agent } : {}),
      v: 1,
      id,
      n,
      at,
      roster: { version: roster.roster.version, hash: roster.hash },
    };
    const addressing = { from: self, to, conversation };
    try {
      const envelope = await sealEnvelope(addressing, payload, prekey, identity);
      return { t: "sealed", id, to, n, at: env.now(), envelope };
    } catch (error) {
      // Checked when it was written: only a version that wrote otherwise can have left such a message.
      if (!(error instanceof ChannelFault)) throw error;
      return { t: "progress", id, to, from: ["pending"], state: "refused", at: env.now(), code: error.code };
    }
  }

  async #isGood(prekey: SignedPrekey, to: string): Promise<boolean> {
    const { state, env } = this.#core;
    try {
      await verifyPrekey(prekey, to, state.peerKey(to) ?? "", env.now());
      this.#core.clear("prekey-forged", to);
      return true;
    } catch (error) {
      if (!(error instanceof ChannelFault)) throw error;
      if (error.code === "PREKEY_FORGED") this.#core.raise("prekey-forged", to);
      this.#core.log.warn("prekey_unusable", { peer: to, code: error.code });
      return false;
    }
  }
}

/**
 * From the relay to the inbox (contract: channel, An envelope): check, open, one durable write {row, seen id, private half
 * destroyed, receipt owed}, acknowledge, show. Envelopes are taken in the order of their arrival, many with one write.
 * Whatever comes, the queue moves on: what is no use is acknowledged, counted and told.
 * @module
 */
import type { Envelope } from "../envelope.ts";
import type { ClientFrame } from "../live.ts";
import { isAgentId } from "../ids.ts";
import { MAX_ITEMS } from "../limits.ts";
import type { NackBody, Payload } from "../payload.ts";
import { answerNack } from "./answer_nack.ts";
import type { Core } from "./core.ts";
import type { LiveFrame } from "./live_socket.ts";
import { nackRecord } from "./nack_record.ts";
import { openDelivery, type Verdict } from "./open_delivery.ts";
import { Pump } from "./pump.ts";
import type { EndpointRecord, IncomingRecord } from "./records.ts";
import { takeShared } from "./take_shared.ts";

type Deliver = Extract<LiveFrame, { readonly type: "deliver" }>;
type AckItem = Extract<ClientFrame, { readonly type: "ack" }>["items"][number];

/** Taken with one write. */
const MAX_BATCH = 32;
/** Waiting to be taken: twice what the relay may have under way to one connection. More is a flood. */
const MAX_WAITING = 64;
/** How soon after one look at the rosters a stranger's envelope is worth another. */
const STRANGER_MS = 10_000;
/** How soon a message that cannot be opened is worth another nack. */
const NACK_AGAIN_MS = 60_000;
/** Nacks that are remembered. */
const MAX_NACKED = 1_000;

/** A delivery, and how often the rosters and cards were looked at for its sender. */
interface Waiting extends Deliver {
  readonly looks?: number;
}

/**
 * Whether its sender, still a stranger, is looked for once more. An agent is, twice: to a device that was just let in it may
 * speak before the device that knows its card does.
 */
function isWorthALook({ envelope, looks = 0 }: Waiting): boolean {
  return looks < (isAgentId(envelope.from) ? 2 : 1);
}

/** What incoming messages set off. */
export interface IncomingDuties {
  /** Asks the relay for rosters and cards. */
  sync(): Promise<void>;
  /** What a peer says of its roster. */
  claimed(peer: string, claim: Payload["roster"]): void;
  /** Stored and acknowledged. */
  show(message: IncomingRecord): void;
  /** Receipts are owed, or there is something to send. */
  wake(): void;
}

/** Takes deliveries. */
export class Incoming {
  readonly #core: Core;
  readonly #duties: IncomingDuties;
  readonly #pump: Pump;
  #waiting: Waiting[] = [];
  #strangers: Waiting[] = [];
  /** Being taken now. */
  #taking = 0;
  #behind = 0;
  #lookedUpAt = -Infinity;
  readonly #nacked = new Map<string, number>();
  /** Strangers are to be looked at again, before what came after them. */
  #again = false;
  #epoch = 0;

  constructor(
    core: Core,
    duties: IncomingDuties,
    onError: (error: unknown, failures: number) => number | undefined,
  ) {
    this.#core = core;
    this.#duties = duties;
    this.#pump = new Pump({ env: core.env, signal: core.signal, work: () => this.#work(), onError });
  }

  /** Whether nothing waits. */
  get isIdle(): boolean {
    return this.#held === 0;
  }

  /** How many of those that waited at the relay when it let this endpoint in are not taken yet. */
  get behind(): number {
    return this.#behind;
  }

  /** Takes a delivery of this connection. */
  offer(frame: Deliver): void {
    if (this.#held >= MAX_WAITING) {
      this.#core.raise("flood", null);
      return this.#core.drop("FLOOD");
    }
    this.#waiting.push(frame);
    this.#pump.wake();
  }

  /** A new connection: what the last one brought and was not acknowledged comes again, among the `queued`. */
  reset(queued = 0): void {
    this.#behind = queued;
    this.#waiting = [];
    this.#strangers = [];
    this.#epoch = this.#core.epoch;
  }

  /** Rosters or cards changed: strangers may be none any more. */
  retry(): void {
    this.#again = true;
    this.#pump.wake();
  }

  get #held(): number {
    return this.#waiting.length + this.#strangers.length + this.#taking;
  }

  async idle(): Promise<void> {
    await this.#pump.idle();
  }

  async #work(): Promise<void> {
    while (!this.#core.signal.aborted) {
      if (this.#again) this.#waiting = [...this.#strangers.splice(0), ...this.#waiting];
      this.#again = false;
      if (this.#waiting.length === 0) break;
      const batch = this.#waiting.splice(0, MAX_BATCH);
      this.#taking = batch.length;
      await this.#take(batch);
      this.#taking = 0;
    }
    if (this.#strangers.length > 0) await this.#lookUp();
  }

  /** Judges a batch, writes it down, acknowledges it, shows it. */
  async #take(batch: readonly Waiting[]): Promise<void> {
    const { state, env } = this.#core;
    const epoch = this.#epoch;
    const records: EndpointRecord[] = [];
    const stored: IncomingRecord[] = [];
    const acks: AckItem[] = [];
    const strangers: Waiting[] = [];
    const strange = new Set(this.#strangers.map(({ envelope }) => envelope.from));
    const taken = { seen: new Map<string, boolean>(), spent: new Set<string>() };
    for (const delivery of batch) {
      const { envelope } = delivery;
      // What a stranger sends later waits behind it: the sender may become known at any moment.
      if (isWorthALook(delivery) && strange.has(envelope.from)) {
        strangers.push(delivery);
        continue;
      }
      const verdict = await openDelivery(state, envelope, taken);
      if (verdict.is === "stranger" && isWorthALook(delivery)) {
        strangers.push(delivery);
        strange.add(envelope.from);
        continue;
      }
      acks.push({ from: envelope.from, id: envelope.id, outcome: this.#outcome(envelope, verdict) });
      if (verdict.is !== "new") {
        records.push(...this.#aftermath(envelope, verdict));
        continue;
      }
      taken.seen.set(`${envelope.from} ${envelope.id}`, verdict.owed);
      if (verdict.spent !== null) taken.spent.add(verdict.spent);
      const { payload, spent, owed } = verdict;
      const { from, id, conversation } = envelope;
      const at = env.now();
      const row: IncomingRecord = {
        t: "in",
        from,
        id,
        conversation,
        sentAt: delivery.at,
        at,
        spent,
        owed,
        payload,
      };
      stored.push(row);
      records.push(row, ...await this.#effects(row));
    }
    if (records.length > 0) await this.#core.append(records);
    // A new connection meanwhile brings all of it again, and acknowledges then.
    if (epoch === this.#epoch) {
      this.#strangers.push(...strangers);
      this.#acknowledge(acks);
      this.#behind = Math.max(0, this.#behind - acks.length);
    }
    for (const { from } of stored) {
      // Nothing is missing any more: told at once, before somebody reads that what is shown is not complete.
      if (state.counters.gapsOf(from).length === 0) this.#core.clear("held-back", from);
    }
    // Another device's history brings agents' cards: who was a stranger may be none any more.
    if (stored.some(({ payload }) => payload.kind === "history")) this.#again = true;
    for (const row of stored) {
      this.#duties.claimed(row.from, row.payload.roster);
      this.#duties.show(row);
    }
    if (records.length > 0) this.#duties.wake();
  }

  #acknowledge(items: readonly AckItem[]): void {
    for (let start = 0; start < items.length; start += MAX_ITEMS) {
      this.#core.send({ type: "ack", items: items.slice(start, start + MAX_ITEMS) });
    }
  }

  /**
   * What the relay is told. `unreadable` makes it forget the name: what was only spoilt on its way, or sealed to a lost key,
   * can be sent again.
   */
  #outcome(envelope: Envelope, verdict: Verdict): AckItem["outcome"] {
    switch (verdict.is) {
      case "new":
      case "double":
        return "stored";
      case "no-key":
        return "unreadable";
      case "stranger":
        this.#core.raise("sender-unknown", envelope.from);
        return "unreadable";
      case "bad": {
        this.#core.log.warn("envelope_refused", { peer: envelope.from, code: verdict.code });
        const forged = verdict.code === "SIGNATURE_INVALID" || verdict.code === "SENDER_UNKNOWN";
        this.#core.raise(forged ? "envelope-forged" : "envelope-invalid", envelope.from);
        return forged ? "unreadable" : "stored";
      }
    }
  }

  /** What is to be written because of an envelope that was not taken. */
  #aftermath(envelope: Envelope, verdict: Exclude<Verdict, { readonly is: "new" }>): EndpointRecord[] {
    const { from, id } = envelope;
    if (verdict.is === "double") return verdict.owed ? [{ t: "owed", peer: from, ids: [id] }] : [];
    if (verdict.is === "no-key") return this.#nack(envelope, { id, reason: "no-key" });
    if (verdict.is !== "bad") return [];
    // Authentic, and of another version than this one: its sender should know.
    const reason = verdict.code === "PAYLOAD_INVALID" ? "unsupported" : undefined;
    return reason ? this.#nack(envelope, { id, reason }) : [];
  }

  #nack({ from, id }: Envelope, body: NackBody): EndpointRecord[] {
    const now = this.#core.env.monotonic();
    const key = `${from} ${id}`;
    if (now - (this.#nacked.get(key) ?? -Infinity) < NACK_AGAIN_MS) return [];
    this.#nacked.delete(key);
    this.#nacked.set(key, now);
    for (const oldest of this.#nacked.keys()) {
      if (this.#nacked.size <= MAX_NACKED) break;
      this.#nacked.delete(oldest);
    }
    return [nackRecord(this.#core, from, body)];
  }

  /** What a stored message changes, in the same write. */
  async #effects({ from, payload }: IncomingRecord): Promise<EndpointRecord[]> {
    if (payload.kind === "nack") return answerNack(this.#core, from, payload.body);
    if (payload.kind === "history") return await takeShared(this.#core, from, payload.body);
    return [];
  }

  /** Looks for strangers in the newest rosters and cards. Not too often: each look costs the relay and us a call. */
  async #lookUp(): Promise<void> {
    const { env } = this.#core;
    const wait = this.#lookedUpAt + STRANGER_MS - env.monotonic();
    if (wait > 0) return this.#pump.wakeIn(wait);
    this.#lookedUpAt = env.monotonic();
    await this.#duties.sync();
    // A device that is being let in knows nobody yet: what came too early waits unacknowledged until it has a roster.
    if (this.#core.state.roster === undefined) return this.#pump.wakeIn(STRANGER_MS);
    const looked = this.#strangers.splice(0).map((delivery) => ({
      ...delivery,
      looks: (delivery.looks ?? 0) + 1,
    }));
    this.#waiting = [...looked, ...this.#waiting];
    if (looked.length > 0) this.#pump.wake();
  }
}

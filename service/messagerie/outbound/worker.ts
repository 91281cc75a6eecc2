/**
 * Sends what the queue holds (contract: messagerie §8). Any number of processes may run one on the same database. Always:
 * a row is written as in flight before the provider hears of it; what the provider accepted is written before anything
 * else happens to the row; after a crash in between, the provider is asked before anything is sent again.
 *
 * The honest limit: SMTP has no such question. An e-mail whose acceptance was cut short is sent again under the same
 * Message-ID, so that a mailbox may show it once, and so that none is lost.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import { errorName, type Logger } from "../../../base/log.ts";
import type { DeskStore } from "../../../store/messagerie/open.ts";
import {
  heldLeases,
  type LeasedOutbound,
  leaseOutbound,
  nextOutboundAt,
  reviveOutbound,
} from "../../../store/messagerie/outbound.ts";
import { type AttemptEnd, endAttempt } from "../../../store/messagerie/outbound_outcome.ts";
import { attemptOutbound } from "./attempt.ts";
import type { OutboundProviders, SendOutcome } from "./provider.ts";
import { ATTEMPT_MS, LEASE_MS, MAX_UNDER_WAY, POLL_MS, retryDelay, STOP_GRACE_MS } from "./schedule.ts";

/** What a worker is given. */
export interface OutboundWorkerOptions {
  readonly store: DeskStore;
  readonly env: Env;
  readonly log: Logger;
  readonly providers: OutboundProviders;
  /** Called after a delivery changed: live views look at the change feed. */
  readonly onChange?: () => void;
}

/** A running worker. */
export interface OutboundWorker {
  /** Looks at the queue at once: something was added. */
  wake(): void;
  /** Takes nothing more, lets what is under way finish for `graceMs`, then cuts it short. Safe to call twice. */
  stop(graceMs?: number): Promise<void>;
}

/** Starts a worker. */
export function createOutboundWorker(options: OutboundWorkerOptions): OutboundWorker {
  const worker = new Worker(options);
  worker.start();
  return worker;
}

/** A wall clock that fell behind the monotonic one by this much has been set back. */
const CLOCK_JUMP_MS = 1_000;

class Worker implements OutboundWorker {
  readonly #store: DeskStore;
  readonly #env: Env;
  readonly #log: Logger;
  readonly #providers: OutboundProviders;
  readonly #channels: readonly ("sms" | "email")[];
  readonly #onChange: () => void;
  /** New for every start: leases of an earlier run are others' to it. */
  readonly #owner: string;
  readonly #underWay = new Map<number, Promise<void>>();
  /** Others' leases: since when, by our monotonic clock, each has been seen as it is. */
  readonly #seen = new Map<number, { readonly lease: string; readonly since: number }>();
  /** Aborted when a stop runs out of patience. */
  readonly #cut = new AbortController();
  #nap = new AbortController();
  #stopping = false;
  #ended: Promise<void> = Promise.resolve();
  /** Wall clock minus monotonic clock, as last seen; null at first: how the clock stood before we came is not known. */
  #clockOffset: number | null = null;

  constructor(options: OutboundWorkerOptions) {
    this.#store = options.store;
    this.#env = options.env;
    this.#log = options.log;
    this.#providers = options.providers;
    this.#onChange = options.onChange ?? (() => {});
    this.#channels = (["sms", "email"] as const).filter((channel) =>
      options.providers[channel] !== undefined
    );
    this.#owner = Array.from(options.env.randomBytes(12), (byte) => byte.toString(16).padStart(2, "0")).join(
      "",
    );
  }

  start(): void {
    this.#ended = this.#run();
  }

  wake(): void {
    this.#nap.abort();
  }

  async stop(graceMs = STOP_GRACE_MS): Promise<void> {
    this.#stopping = true;
    this.wake();
    const patience = new AbortController();
    const grace = this.#env.sleep(graceMs, patience.signal).then(() => this.#cut.abort(), () => {});
    await this.#ended;
    await Promise.all(this.#underWay.values());
    patience.abort();
    await grace;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      // Made before the look at the queue: a wake during it is not lost.
      this.#nap = new AbortController();
      let wait = POLL_MS;
      try {
        wait = await this.#pass();
      } catch (error) {
        this.#log.error("outbound.queue", { error: errorName(error) });
      }
      if (this.#stopping) break;
      await this.#env.sleep(wait, this.#nap.signal).catch(() => {});
    }
  }

  /** Takes what is due and starts it. @returns how long to sleep unless woken */
  async #pass(): Promise<number> {
    if (this.#channels.length === 0) return POLL_MS;
    await this.#watchClock();
    const abandoned = await this.#abandoned();
    const room = MAX_UNDER_WAY - this.#underWay.size;
    const now = this.#env.now();
    const next = await nextOutboundAt(this.#store.read, this.#channels, -1);
    if (room <= 0 || (abandoned.length === 0 && (next === null || next > now))) {
      return next === null || room <= 0 ? POLL_MS : Math.min(POLL_MS, Math.max(next - now, 1));
    }
    const takenAt = this.#env.monotonic();
    const leased = await this.#store.write((trx) =>
      leaseOutbound(trx, { owner: this.#owner, now, channels: this.#channels, limit: room, abandoned })
    );
    for (const row of leased) {
      const done = this.#deliver(row, takenAt).finally(() => {
        this.#underWay.delete(row.no);
        // The next of this conversation may go now.
        this.wake();
      });
      this.#underWay.set(row.no, done);
    }
    const later = await nextOutboundAt(this.#store.read, this.#channels, now);
    return later === null ? POLL_MS : Math.min(POLL_MS, Math.max(later - now, 1));
  }

  /** What a clock that ran ahead has put off must not wait for it to come round again. */
  async #watchClock(): Promise<void> {
    const offset = this.#env.now() - this.#env.monotonic();
    const wentBack = this.#clockOffset === null || offset < this.#clockOffset - CLOCK_JUMP_MS;
    if (wentBack) await this.#store.write((trx) => reviveOutbound(trx, this.#env.now()));
    this.#clockOffset = offset;
  }

  /** Others' leases that stayed as they are for so long that nobody can be sending any more. */
  async #abandoned(): Promise<readonly number[]> {
    const now = this.#env.monotonic();
    const held = (await heldLeases(this.#store.read)).filter((lease) => !this.#underWay.has(lease.no));
    const numbers = new Set(held.map((lease) => lease.no));
    for (const no of this.#seen.keys()) if (!numbers.has(no)) this.#seen.delete(no);
    return held.filter(({ no, owner, attempts }) => {
      const lease = `${owner} ${attempts}`;
      if (this.#seen.get(no)?.lease !== lease) this.#seen.set(no, { lease, since: now });
      return now - (this.#seen.get(no)?.since ?? now) >= LEASE_MS;
    }).map((lease) => lease.no);
  }

  /** One attempt, from lease (no earlier than `takenAt`) to record. Never rejects. */
  async #deliver(row: LeasedOutbound, takenAt: number): Promise<void> {
    const limit = new AbortController();
    const signal = AbortSignal.any([limit.signal, this.#cut.signal]);
    const timer = new AbortController();
    this.#env.sleep(ATTEMPT_MS, timer.signal).then(() => limit.abort(), () => {});
    const mayStart = () => this.#env.monotonic() < takenAt + ATTEMPT_MS;
    const attempt = { store: this.#store, providers: this.#providers, signal, mayStart };
    const ended = new Promise<SendOutcome>((resolve) => {
      // A provider that does not heed the signal is left behind; what it did is not known.
      signal.addEventListener("abort", () => resolve({ kind: "unknown", code: "PROVIDER_UNREACHABLE" }), {
        once: true,
      });
      attemptOutbound(attempt, row).then(resolve, (error) => {
        this.#log.error("outbound.attempt", { no: row.no, channel: row.channel, error: errorName(error) });
        resolve({ kind: "unknown", code: "PROVIDER_ERROR" });
      });
    });
    const outcome = await ended;
    timer.abort();
    await this.#record(row, outcome);
  }

  /** Writes how it ended; tries for as long as the process runs, so that an accepted message is never sent again. */
  async #record(row: LeasedOutbound, outcome: SendOutcome): Promise<void> {
    for (let wait = 250;; wait = Math.min(wait * 2, 30_000)) {
      const now = this.#env.now();
      const end = endOf(row, outcome, now);
      try {
        await this.#store.write((trx) => endAttempt(trx, { no: row.no, owner: this.#owner }, end, now));
        const code = "code" in outcome ? outcome.code : null;
        this.#log.info("outbound.attempt", { no: row.no, channel: row.channel, state: end.state, code });
        this.#onChange();
        return;
      } catch (error) {
        this.#log.error("outbound.record", { no: row.no, state: end.state, error: errorName(error) });
        if (this.#cut.signal.aborted) return;
        await this.#env.sleep(wait, this.#cut.signal).catch(() => {});
      }
    }
  }
}

/** What an outcome makes of its row. */
function endOf(row: LeasedOutbound, outcome: SendOutcome, now: number): AttemptEnd {
  switch (outcome.kind) {
    case "accepted":
      return { state: "sent", providerId: outcome.providerId, guessed: outcome.guessed === true };
    case "refused":
      return { state: outcome.code === "MESSAGE_DELETED" ? "skipped" : "failed", code: outcome.code };
    case "later":
    case "unknown": {
      const delay = retryDelay(row.attempts, "afterMs" in outcome ? outcome.afterMs : 0);
      const unknown = outcome.kind === "unknown";
      if (delay === null) return { state: "failed", code: unknown ? "UNCONFIRMED" : outcome.code };
      return { state: unknown ? "in_flight" : "pending", code: outcome.code, nextAttemptAt: now + delay };
    }
  }
}

/**
 * An open inbox: its state, the channel under it, and what wakes those who wait. The sentences of the service take it.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import type { Logger } from "../../../base/log.ts";
import type { HeldLock, LockHolder } from "../../../store/mailbox/lock/lock_holder.ts";
import type { Endpoint } from "../../../wire/endpoint/api.ts";
import type { OutgoingMessage } from "../../../wire/endpoint/records.ts";
import { invalid } from "../refusals.ts";
import type { InboxRecord } from "./entries.ts";
import type { InboxState } from "./inbox_state.ts";

/** As much of the endpoint as the inbox asks of it. */
export type Channel =
  & Pick<Endpoint, "self" | "status" | "alerts" | "send" | "sendStateOf" | "files">
  & {
    /** What is written and not through with every recipient. */
    readonly outbox: Iterable<OutgoingMessage>;
  };

/** The journal, as far as the inbox writes to it by itself. */
export interface InboxStore {
  /** Resolves when the records are on disk and have gone through the state. */
  append(records: readonly InboxRecord[]): Promise<void>;
}

/** Where the state is and how large. */
export interface StoreFacts {
  readonly root: string;
  readonly holder: LockHolder;
  readonly generation: number;
  readonly bytes: number;
}

/** What an inbox is made of. */
export interface InboxParts {
  readonly env: Env;
  readonly log: Logger;
  /** The lock under which it was opened. */
  readonly lock: HeldLock;
  readonly state: InboxState;
  readonly channel: Channel;
  readonly store: InboxStore;
  readonly facts: () => StoreFacts;
  /** The folder that the person allowed for files; null when none is. */
  readonly filesFolder: string | null;
}

/** One per process, while it holds the state. */
export class Inbox {
  readonly env: Env;
  readonly log: Logger;
  readonly lock: HeldLock;
  readonly state: InboxState;
  readonly channel: Channel;
  readonly store: InboxStore;
  readonly filesFolder: string | null;
  readonly #facts: () => StoreFacts;
  readonly #waiting = new Set<() => void>();
  /** What is being sent for requests, by their ids. */
  readonly #turns = new Map<string, Promise<void>>();
  #lastAcknowledgedAt: number | null = null;
  #failure: unknown;

  constructor(parts: InboxParts) {
    this.env = parts.env;
    this.log = parts.log;
    this.lock = parts.lock;
    this.state = parts.state;
    this.channel = parts.channel;
    this.store = parts.store;
    this.filesFolder = parts.filesFolder;
    this.#facts = parts.facts;
  }

  get facts(): StoreFacts {
    return this.#facts();
  }

  /** When something was last acknowledged to the relay, in this process; null before. */
  get lastAcknowledgedAt(): number | null {
    return this.#lastAcknowledgedAt;
  }

  /** Something was stored and acknowledged. */
  acknowledged(): void {
    this.#lastAcknowledgedAt = this.env.now();
    this.wake();
  }

  /** The journal takes nothing more, or is closed: whoever waits is told why. */
  fail(failure: unknown): void {
    this.#failure ??= failure;
    this.wake();
  }

  /** @throws what the journal failed with: nothing can come any more */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /**
   * Sends for a request one after the other: what looks at what was sent before sees all of it, also where a host asks for
   * two things at once, or again before the first is through. What is cancelled before its turn is not sent.
   * @throws {Refusal} INVALID_REQUEST, which nobody is told: a call that is cancelled gets no answer
   */
  inTurn<Result>(request: string, signal: AbortSignal, send: () => Promise<Result>): Promise<Result> {
    const sent = (this.#turns.get(request) ?? Promise.resolve()).then(() => {
      if (signal.aborted) throw invalid({ field: "sourceMessageId", message: "Cet appel a été annulé." });
      return send();
    });
    const over = sent.then(() => {}, () => {}).then(() => {
      if (this.#turns.get(request) === over) this.#turns.delete(request);
    });
    this.#turns.set(request, over);
    return sent;
  }

  /** Something changed: everyone who waits looks again. */
  wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** Resolves at the next change, after `ms`, or when `signal` is aborted, whichever comes first. */
  async changed(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const settled = new AbortController();
    const settle = () => settled.abort();
    this.#waiting.add(settle);
    signal.addEventListener("abort", settle, { once: true });
    try {
      await this.env.sleep(ms, settled.signal);
    } catch {
      // Woken before the time was up.
    } finally {
      this.#waiting.delete(settle);
      signal.removeEventListener("abort", settle);
    }
  }
}

/**
 * Group commit: everything that endpoints hand over or acknowledge within a moment is written in one transaction, and
 * nobody is answered before it is on disk. The order of arrival is the order of the queue.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import { errorName, type Logger } from "../../../base/log.ts";
import {
  acknowledgeEnvelopes,
  type Acknowledgement,
  type NewEnvelope,
  storeEnvelopes,
  type StoreOutcome,
} from "../../../store/relay/envelopes.ts";
import type { RelayStore } from "../../../store/relay/open.ts";
import { refuse } from "../refusals.ts";
import { MAX_BATCH, MAX_BATCH_BYTES, MAX_PENDING, MAX_PENDING_BYTES } from "../limits.ts";

interface Job<Item, Result> {
  readonly item: Item;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

/** What a ledger writes to, and whom it tells. */
export interface LedgerOptions {
  readonly store: RelayStore;
  readonly env: Pick<Env, "now" | "monotonic">;
  readonly log: Logger;
  readonly maxQueue: number;
  /** Called after a commit, once for each endpoint that has something new. */
  readonly onStored: (recipient: string) => void;
}

/** The one writer of envelopes. */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #submissions: Job<NewEnvelope, StoreOutcome>[] = [];
  readonly #acknowledgements: Job<Acknowledgement, void>[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #pendingBytes = 0;
  #flushing: Promise<void> | undefined;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /**
   * Stores an envelope; resolves when that is durable.
   * @throws {Refusal} UNAVAILABLE when too much waits, or when the disk refuses: then nothing was stored.
   */
  submit(item: NewEnvelope): Promise<StoreOutcome> {
    if (
      this.#submissions.length >= MAX_PENDING ||
      this.#pendingBytes + item.body.length > MAX_PENDING_BYTES
    ) return Promise.reject(refuse("UNAVAILABLE", { retryAfterMs: 1_000 }));
    this.#pendingBytes += item.body.length;
    const outcome = new Promise<StoreOutcome>((resolve, reject) => {
      this.#submissions.push({ item, resolve, reject });
      this.#schedule();
    });
    this.#last = outcome.catch(() => {});
    return outcome;
  }

  /** Settles an envelope; resolves when that is durable. What fails is only delivered again. */
  acknowledge(item: Acknowledgement): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#acknowledgements.push({ item, resolve, reject });
      this.#schedule();
    });
  }

  /** Resolves once everything that was submitted so far is settled. */
  async settled(): Promise<void> {
    // They are settled in order.
    await this.#last;
  }

  #schedule(): void {
    // A macrotask: every frame that the sockets have ready joins the same batch.
    this.#flushing ??= new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => this.#flush());
  }

  async #flush(): Promise<void> {
    while (this.#submissions.length + this.#acknowledgements.length > 0) {
      const acknowledgements = this.#acknowledgements.splice(0, MAX_BATCH);
      const submissions = this.#takeSubmissions();
      await this.#commit(acknowledgements, submissions);
      // Sockets and timers have their turn between two batches.
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    this.#flushing = undefined;
  }

  /** The next batch: one envelope at least. */
  #takeSubmissions(): Job<NewEnvelope, StoreOutcome>[] {
    let count = 0;
    let bytes = 0;
    for (const { item } of this.#submissions) {
      if (count >= MAX_BATCH || (count > 0 && bytes + item.body.length > MAX_BATCH_BYTES)) break;
      count++;
      bytes += item.body.length;
    }
    this.#pendingBytes -= bytes;
    return this.#submissions.splice(0, count);
  }

  async #commit(
    acknowledgements: readonly Job<Acknowledgement, void>[],
    submissions: readonly Job<NewEnvelope, StoreOutcome>[],
  ): Promise<void> {
    const { store, env, log, maxQueue, onStored } = this.#options;
    const now = env.now();
    try {
      const outcomes = await store.write(async (transaction) => {
        await acknowledgeEnvelopes(transaction, acknowledgements.map(({ item }) => item), now);
        return await storeEnvelopes(transaction, submissions.map(({ item }) => item), now, maxQueue);
      });
      for (const job of acknowledgements) job.resolve();
      const recipients = new Set<string>();
      submissions.forEach((job, index) => {
        const outcome = outcomes[index] ?? { outcome: "full" };
        if (outcome.outcome === "stored") recipients.add(job.item.recipient);
        job.resolve(outcome);
      });
      for (const recipient of recipients) onStored(recipient);
    } catch (error) {
      log.error("commit_failed", {
        submissions: submissions.length,
        acknowledgements: acknowledgements.length,
        error: errorName(error),
      });
      const refusal = refuse("UNAVAILABLE", { retryAfterMs: 5_000 });
      for (const job of [...acknowledgements, ...submissions]) job.reject(refusal);
    }
  }
}

/**
 * Sequencing: tasks one after the other, and one task again and again for as long as there is work, never twice at once.
 * @module
 */
import type { Env } from "../../base/env.ts";

/** Runs tasks one after the other, in the order of the calls. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => {});
    return result;
  }
}

/** What a pump stands on. */
export interface PumpOptions {
  readonly env: Pick<Env, "sleep" | "monotonic">;
  /** Nothing starts any more once it is aborted. */
  readonly signal: AbortSignal;
  /** Does what there is to do. */
  readonly work: () => Promise<void>;
  /** Says in how many milliseconds to try again after a failure; undefined: not by itself. */
  readonly onError: (error: unknown, failures: number) => number | undefined;
}

/** Does its work when it is woken, and once more when it was woken meanwhile. */
export class Pump {
  readonly #options: PumpOptions;
  #woken = false;
  #running: Promise<void> | undefined;
  #failures = 0;
  /** When the earliest sleep ends, monotonic. */
  #wakesAt = Infinity;
  #sleep: AbortController | undefined;

  constructor(options: PumpOptions) {
    this.#options = options;
  }

  /** There is work. */
  wake(): void {
    this.#woken = true;
    if (!this.#options.signal.aborted) this.#running ??= this.#run();
  }

  /** There will be work in `ms`; of several such calls the earliest counts. */
  wakeIn(ms: number): void {
    const { env, signal } = this.#options;
    const at = env.monotonic() + ms;
    if (at >= this.#wakesAt || signal.aborted) return;
    // One listener for all sleeps: Node warns of more than ten on one signal.
    if (!this.#sleep) signal.addEventListener("abort", () => this.#sleep?.abort(), { once: true });
    this.#sleep?.abort();
    const sleep = this.#sleep = new AbortController();
    this.#wakesAt = at;
    env.sleep(ms, sleep.signal).then(() => {
      this.#wakesAt = Infinity;
      this.wake();
    }, () => {});
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal, work, onError } = this.#options;
    // The caller goes on first: what it does in the same turn is one piece of work.
    await Promise.resolve();
    while (this.#woken && !signal.aborted) {
      this.#woken = false;
      try {
        await work();
        this.#failures = 0;
      } catch (error) {
        const retry = onError(error, ++this.#failures);
        if (retry !== undefined) this.wakeIn(retry);
      }
    }
    this.#running = undefined;
  }
}

/** A world whose time moves only when a test moves it; sleepers wake in order. */
import { setImmediate } from "node:timers/promises";
import { type Env, systemEnv } from "../../../../base/env.ts";

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export class ManualEnv implements Env {
  #monotonic = 1_000;
  #wall: number;
  readonly #sleepers = new Set<Sleeper>();

  constructor(wall = Date.UTC(2026, 5, 1)) {
    this.#wall = wall - this.#monotonic;
  }

  now = () => this.#wall + this.#monotonic;
  monotonic = () => this.#monotonic;
  randomBytes = (length: number) => systemEnv.randomBytes(length);

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper = { at: this.#monotonic + ms, wake: resolve };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      }, { once: true });
    });

  /** Sets the wall clock, and it alone. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  /** Moves both clocks, waking each sleeper at its time and letting what it starts come to rest. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    await settle();
    for (;;) {
      const next = [...this.#sleepers].sort((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      this.#monotonic = Math.max(this.#monotonic, next.at);
      this.#sleepers.delete(next);
      next.wake();
      await settle();
    }
    this.#monotonic = end;
    await settle();
  }
}

/** How many wait for their turn to write: those waits are the database's, and take real time. */
let waiting = 0;

/** The world of a desk's database: {@linkcode settle} knows who waits for it. */
export const databaseEnv: Env = {
  ...systemEnv,
  async sleep(ms, signal) {
    waiting++;
    try {
      await systemEnv.sleep(ms, signal);
    } finally {
      waiting--;
    }
  },
};

/** Lets everything run that waits for no time but the database's. */
export async function settle(): Promise<void> {
  for (let rounds = 0; rounds < 3; rounds = waiting > 0 ? 0 : rounds + 1) await setImmediate();
}

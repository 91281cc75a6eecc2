/**
 * What holds for one connection, from its welcome to its end: the duties of a hello, done before anything is sealed
 * (contract: channel, Delivery), and what the relay said the time was.
 * @module
 */
import type { Welcome } from "../live.ts";
import type { Core } from "./core.ts";
import { findRestoration } from "./find_restoration.ts";
import type { PrekeyKeeper } from "./keep_prekeys.ts";
import type { Trust } from "./trust.ts";

/** Clocks further apart than this are told. */
const CLOCK_MS = 600_000;

/** What a session stands on. */
export interface SessionOptions {
  readonly core: () => Core;
  readonly trust: () => Trust;
  readonly prekeys: () => PrekeyKeeper;
  readonly isConnected: () => boolean;
}

/** The present connection, or the last one. */
export class Session {
  readonly #options: SessionOptions;
  #welcome: Welcome | undefined;
  #welcomedAt = 0;
  #epoch = 0;
  #judged = false;
  #ready = false;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** Counts connections and their ends. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Whether sealing may begin. */
  get isReady(): boolean {
    return this.#ready;
  }

  begin(welcome: Welcome): void {
    const core = this.#options.core();
    this.#epoch++;
    this.#welcome = welcome;
    this.#welcomedAt = core.env.monotonic();
    this.#judged = false;
    if (Math.abs(welcome.at - core.env.now()) > CLOCK_MS) core.raise("clock-wrong", null);
    else core.clear("clock-wrong", null);
  }

  end(): void {
    this.#epoch++;
    this.#ready = false;
  }

  /** See `Core.prudentNow`. */
  prudentNow(): number | undefined {
    if (!this.#welcome) return undefined;
    const { env } = this.#options.core();
    return Math.min(env.now(), this.#welcome.at + Math.floor(env.monotonic() - this.#welcomedAt));
  }

  /**
   * Compares this state with what the relay has seen of it, then rosters and cards, then prekeys. `over`: the connection
   * ended meanwhile. `no-roster`: a device that waits for approval, or an agent to whom the relay shows none that is its
   * account's. May be called again after it threw: what is done stays done.
   * @throws what the relay's calls throw
   */
  async greet(): Promise<"ready" | "no-roster" | "over"> {
    const core = this.#options.core();
    const trust = this.#options.trust();
    const prekeys = this.#options.prekeys();
    const welcome = this.#welcome;
    const epoch = this.#epoch;
    const isOver = () => epoch !== this.#epoch || !this.#options.isConnected();
    if (!welcome || isOver()) return "over";
    if (!this.#judged) {
      const { oneTime, lastResort } = prekeys.unknown(welcome.prekeys);
      await findRestoration(core, welcome, oneTime.length + (lastResort ? 1 : 0));
      this.#judged = true;
    }
    if (isOver()) return "over";
    if (!core.isAgent || core.state.roster?.roster.version !== welcome.roster) await trust.sync();
    else trust.shown(welcome.roster);
    if (isOver()) return "over";
    if (!core.state.roster) return "no-roster";
    await prekeys.greet(welcome.prekeys);
    if (isOver()) return "over";
    this.#ready = true;
    return "ready";
  }
}

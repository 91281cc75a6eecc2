/**
 * Limits shared by the server processes on one database. Each has a row there and looks for the others' twice a second,
 * which is all that it costs a process alone: it writes nothing. While there are others, each request is counted in the
 * database, in a write transaction, so that a token passes 240 times in all and no more.
 *
 * What can pass beyond that: a process counts by itself until it has seen that another started, half a second at most;
 * what the new one lets pass meanwhile, at most a limit, comes once on top. A dead process is believed alive for a while,
 * which only means that counting stays in the database.
 * @module
 */
import type { Env } from "../../base/env.ts";
import { errorName, type Logger } from "../../base/log.ts";
import { uuidv7 } from "../../base/uuid.ts";
import { RATE_WINDOW_MS } from "../../service/messagerie/limits.ts";
import type { DeskStore } from "../../store/messagerie/open.ts";
import {
  otherProcesses,
  pruneCounts,
  removeProcess,
  replaceCounts,
  showProcess,
  takeCount,
} from "../../store/messagerie/rate_counts.ts";
import type { Limiter, SharedCounts } from "./limiter.ts";

/** Between two looks for others. */
const LOOK_MS = 500;
/** Between two signs of life to others. */
const SHOW_MS = 5_000;
/** Without a sign for this long a process is gone, and what it let pass has left the window. */
const GONE_MS = 3 * SHOW_MS + RATE_WINDOW_MS;

/** Another process, and when it last gave a sign, by this process's clock: clocks of machines need not agree. */
interface Neighbour {
  readonly seenAt: number;
  readonly noticedAt: number;
}

/** Counts in the database while other processes do. */
export class DatabaseCounts implements SharedCounts {
  readonly #store: DeskStore;
  readonly #env: Env;
  readonly #log: Logger;
  readonly #recent: Limiter["recent"];
  readonly #self: { readonly id: string; readonly pid: number };
  readonly #stopping = new AbortController();
  #neighbours = new Map<string, Neighbour>();
  /** What this process counted by itself is in the database. */
  #published: Promise<void> | undefined;
  #shownAt = -Infinity;
  #loop: Promise<void> | undefined;

  constructor(
    options: {
      readonly store: DeskStore;
      readonly env: Env;
      readonly log: Logger;
      readonly pid: number;
      /** What this process let pass: others are told when they appear. */
      readonly recent: Limiter["recent"];
    },
  ) {
    this.#store = options.store;
    this.#env = options.env;
    this.#log = options.log;
    this.#recent = options.recent;
    this.#self = { id: uuidv7(options.env), pid: options.pid };
  }

  get active(): boolean {
    return this.#neighbours.size > 0;
  }

  /** Makes this process known and looks for others, until it is stopped. */
  async start(): Promise<void> {
    await this.#store.write((tx) => showProcess(tx, this.#self));
    await this.#look();
    this.#loop = this.#watch();
  }

  async take(key: string, limit: number, windowMs: number): Promise<number> {
    await this.#published;
    return this.#store.write((tx) => takeCount(tx, { processId: this.#self.id, key, limit, windowMs }));
  }

  /** Stops looking. With others there, what this process counted stays for them; they remove it when it is of no use. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    if (!this.active) await this.#store.write((tx) => removeProcess(tx, this.#self.id));
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#env.sleep(LOOK_MS, signal).catch(() => {});
      if (signal.aborted) return;
      try {
        await this.#look();
      } catch (error) {
        this.#log.warn("neighbours_not_seen", { error: errorName(error) });
      }
    }
  }

  async #look(): Promise<void> {
    const now = this.#env.monotonic();
    const gone: string[] = [];
    const seen = new Map<string, Neighbour>();
    for (const { id, seen_at: seenAt } of await otherProcesses(this.#store.read, this.#self.id)) {
      const known = this.#neighbours.get(id);
      const neighbour = known?.seenAt === seenAt ? known : { seenAt, noticedAt: now };
      if (now - neighbour.noticedAt >= GONE_MS) gone.push(id);
      else seen.set(id, neighbour);
    }
    const before = this.#neighbours.size;
    this.#neighbours = seen;
    if (before !== seen.size) this.#log.info("neighbours", { count: seen.size });
    if (!this.active) this.#published = undefined;
    else await (this.#published ??= this.#publish());
    if (gone.length > 0) {
      await this.#store.write(async (tx) => {
        for (const id of gone) await removeProcess(tx, id);
      });
    }
    if (this.active && now - this.#shownAt >= SHOW_MS) await this.#show(now);
  }

  /** Tells the others what passed before they were there. */
  async #publish(): Promise<void> {
    try {
      await this.#store.write((tx) => replaceCounts(tx, this.#self.id, this.#recent()));
    } catch (error) {
      // The next look tries again; until then others do not know what passed here before.
      this.#published = undefined;
      throw error;
    }
  }

  async #show(now: number): Promise<void> {
    await this.#store.write(async (tx) => {
      await showProcess(tx, this.#self);
      await pruneCounts(tx, RATE_WINDOW_MS);
    });
    this.#shownAt = now;
  }
}

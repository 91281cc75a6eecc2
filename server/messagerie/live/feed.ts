/**
 * Follows the change feed for this whole process: whoever listens is served from one read (contract: messagerie §7). Own
 * writes are looked for at once (`wake`), others' by looking 20 times a second, and only while somebody listens.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import { errorName, type Logger } from "../../../base/log.ts";
import { type Change, latestChange, readChanges } from "../../../store/messagerie/changes.ts";
import type { DeskStore } from "../../../store/messagerie/open.ts";

/** Takes changes as they come. */
export interface FeedListener {
  /** Changes in their order, at least one. Not awaited; what it throws is logged, and it goes on. */
  changes(batch: readonly Change[]): void;
  /** Changes were missed: look at the desk anew. */
  reset(): void;
}

/** A place in the feed, and how to leave it. */
export interface Following {
  /** The number of the last change that the listener is not told of: every later one, it is. */
  readonly from: number;
  stop(): void;
}

/** The feed, followed. */
export interface Feed {
  /**
   * Begins to listen. The widget's side takes only `conversation_no` of its own and asks the service what its visitor may
   * see: a change says that something happened, never what.
   * @throws what keeps the database from being read
   */
  follow(listener: FeedListener): Promise<Following>;
  /** The changes after `after` up to `until`; undefined when they are no longer all known, or too many. */
  missed(after: number, until: number): Promise<readonly Change[] | undefined>;
  /** Looks at once. */
  wake(): void;
  /** Stops looking; listeners are told nothing more. */
  close(): Promise<void>;
}

/** Between two looks: others' changes are to be told within 100 ms, of which the telling takes some. */
const LOOK_MS = 50;
/** After a look that failed. */
const REST_MS = 1_000;
/** Changes read at once. */
const BATCH = 500;
/** Whoever missed more is quicker to look at the desk anew. */
const MAX_MISSED = 500;

/** Makes the feed of a desk's process. */
export function createFeed(desk: {
  readonly store: DeskStore;
  readonly env: Pick<Env, "sleep">;
  readonly log: Logger;
}): Feed {
  return new ChangeFeed(desk);
}

class ChangeFeed implements Feed {
  readonly #store: DeskStore;
  readonly #env: Pick<Env, "sleep">;
  readonly #log: Logger;
  readonly #listeners = new Set<FeedListener>();
  /** Those who listen or are about to: while there are any, it is looked. */
  #wanted = 0;
  /** The last change that listeners were told of; means nothing while nobody looks. */
  #position = 0;
  /** Set while it is looked: resolves once the position is known. */
  #looking: Promise<void> | undefined;
  #loop: Promise<void> = Promise.resolve();
  #pause: AbortController | undefined;
  #woken = false;
  #closed = false;

  constructor({ store, env, log }: Parameters<typeof createFeed>[0]) {
    this.#store = store;
    this.#env = env;
    this.#log = log;
  }

  async follow(listener: FeedListener): Promise<Following> {
    this.#wanted++;
    try {
      await (this.#looking ??= this.#start());
    } catch (error) {
      this.#wanted--;
      throw error;
    }
    this.#listeners.add(listener);
    let following = true;
    return {
      from: this.#position,
      stop: () => {
        if (!following) return;
        following = false;
        this.#listeners.delete(listener);
        this.#wanted--;
      },
    };
  }

  async missed(after: number, until: number): Promise<readonly Change[] | undefined> {
    if (after > until || until - after > MAX_MISSED) return undefined;
    if (after === until) return [];
    const rows = await readChanges(this.#store.read, { after, limit: until - after });
    const known = rows.filter(({ no }) => no <= until);
    // Numbers have no gaps: where one is missing, rows were pruned.
    return known.length === until - after ? known : undefined;
  }

  wake(): void {
    this.#woken = true;
    this.#pause?.abort();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#listeners.clear();
    this.wake();
    await this.#loop;
  }

  async #start(): Promise<void> {
    try {
      this.#position = await latestChange(this.#store.read);
    } catch (error) {
      this.#looking = undefined;
      throw error;
    }
    this.#loop = this.#look();
  }

  async #look(): Promise<void> {
    while (this.#wanted > 0 && !this.#closed) {
      this.#woken = false;
      let wait = LOOK_MS;
      try {
        while (await this.#readOn());
      } catch (error) {
        this.#log.warn("feed_failed", { error: errorName(error) });
        wait = REST_MS;
      }
      // Woken while it looked: what was written may have come too late for that look.
      if (this.#woken && wait === LOOK_MS) continue;
      this.#pause = new AbortController();
      await this.#env.sleep(wait, this.#pause.signal).catch(() => {});
      this.#pause = undefined;
    }
    this.#looking = undefined;
  }

  /** Tells of the next changes; whether there may be more. */
  async #readOn(): Promise<boolean> {
    const rows = await readChanges(this.#store.read, { after: this.#position, limit: BATCH });
    const [first] = rows;
    const last = rows.at(-1);
    if (first === undefined || last === undefined || this.#closed) return false;
    const gap = first.no !== this.#position + 1;
    this.#position = last.no;
    for (const listener of [...this.#listeners]) {
      try {
        if (gap) listener.reset();
        listener.changes(rows);
      } catch (error) {
        this.#log.error("feed_listener_failed", { error: errorName(error) });
      }
    }
    return rows.length === BATCH;
  }
}

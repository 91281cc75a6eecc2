/**
 * One of the browser's locks (Web Locks) for tabs that a test makes: asked for, stolen, and gone with the tab that held it.
 * @module
 */
import type { TabLocks } from "../../../web/kit/election.ts";

/** A tab that asks: what it is told while it sleeps, it hears when it wakes. */
export interface LockingTab {
  later(run: () => void): void;
}

interface Request {
  readonly tab: LockingTab;
  callback(): Promise<void>;
  reject(error: unknown): void;
}

/** One lock, as Web Locks has it. */
export class FakeLock {
  #holder: Request | undefined;
  #queue: Request[] = [];

  for(tab: LockingTab): TabLocks {
    return {
      request: (_name, { steal = false, signal }, callback) =>
        new Promise((_resolve, reject) => {
          const request: Request = { tab, callback, reject };
          signal?.addEventListener("abort", () => {
            if (this.#holder === request) return;
            this.#queue = this.#queue.filter((one) => one !== request);
            reject(new DOMException("aborted", "AbortError"));
          });
          if (steal) {
            const robbed = this.#holder;
            this.#give(request);
            robbed?.tab.later(() => robbed.reject(new DOMException("stolen", "AbortError")));
          } else {
            this.#queue.push(request);
            this.#next();
          }
        }),
    };
  }

  /** The tab is gone, with all that it held and waited for. */
  drop(tab: LockingTab): void {
    this.#queue = this.#queue.filter((one) => one.tab !== tab);
    if (this.#holder?.tab !== tab) return;
    this.#holder = undefined;
    this.#next();
  }

  #next(): void {
    const request = this.#holder ? undefined : this.#queue.shift();
    if (request) this.#give(request);
  }

  #give(request: Request): void {
    this.#holder = request;
    request.tab.later(() => {
      request.callback().finally(() => {
        if (this.#holder !== request) return;
        this.#holder = undefined;
        this.#next();
      });
    });
  }
}

/**
 * Which tab of a browser does for all of them what only one should do: the browser's own lock (Web Locks), which goes with
 * its tab however that ends. A tab that was frozen keeps it; then another one takes it away, and what the frozen one does
 * when it wakes has to be told apart by other means.
 * @module
 */

/** What `navigator.locks` has. */
export interface TabLocks {
  request(
    name: string,
    options: { readonly steal?: boolean; readonly signal?: AbortSignal },
    callback: () => Promise<void>,
  ): Promise<unknown>;
}

/** What an election stands on. */
export interface ElectionOptions {
  /** Undefined where a browser has none, as on plain http from another machine: then a tab has it once it asks. */
  readonly locks: TabLocks | undefined;
  readonly name: string;
  onHeld(): void;
  /** It was taken away. */
  onLost(): void;
}

/** One tab's part in it. */
export class Election {
  readonly #options: ElectionOptions;
  #queue = new AbortController();
  #release: (() => void) | undefined;
  #isClosed = false;

  constructor(options: ElectionOptions) {
    this.#options = options;
  }

  get isHeld(): boolean {
    return this.#release !== undefined;
  }

  /** Waits for the lock, behind the tabs that wait already. */
  wait(): void {
    this.#request({ signal: this.#queue.signal });
  }

  /** Takes the lock from whoever has it. */
  steal(): void {
    if (this.isHeld || this.#isClosed) return;
    this.#leaveQueue();
    this.#request({ steal: true });
  }

  /** Lets it go, to the next tab, and waits no more until `wait`. */
  leave(): void {
    this.#leaveQueue();
    this.#release?.();
    this.#release = undefined;
  }

  /** Lets it go, to the next tab, and waits again. */
  yield(): void {
    this.#release?.();
    this.#release = undefined;
    if (!this.#isClosed && this.#options.locks) this.wait();
  }

  /** Lets it go for good. */
  close(): void {
    this.#isClosed = true;
    this.leave();
  }

  #leaveQueue(): void {
    this.#queue.abort();
    this.#queue = new AbortController();
  }

  #request(how: { readonly steal?: boolean; readonly signal?: AbortSignal }): void {
    const { locks, name, onHeld } = this.#options;
    const hold = (): Promise<void> => {
      // Left in the instant in which it was given.
      if (this.#isClosed || how.signal?.aborted) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#release = resolve;
      onHeld();
      return promise;
    };
    if (!locks) return void hold();
    let held: (() => void) | undefined;
    locks.request(name, how, () => {
      const holding = hold();
      held = this.#release;
      return holding;
    }).catch(() => {
      // Left the queue, or held it and lost it.
      if (held === undefined || this.#release !== held) return;
      this.#release = undefined;
      this.#options.onLost();
    });
  }
}

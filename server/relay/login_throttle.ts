/**
 * Slows guessing down: after some failures the next attempt must wait, twice as long each time. By e-mail and address
 * first, so that a stranger's failures do not lock the owner out; then, more patiently, by e-mail alone and by address
 * alone, against guessing from many places and at many accounts.
 * @module
 */

/** Failures that are free, and the longest wait. */
interface Policy {
  readonly free: number;
  readonly maxWaitMs: number;
}

const BY_BOTH: Policy = { free: 5, maxWaitMs: 15 * 60_000 };
const BY_EMAIL: Policy = { free: 50, maxWaitMs: 60_000 };
const BY_ADDRESS: Policy = { free: 100, maxWaitMs: 60_000 };
/** Failures are forgotten after this long without another. */
const FORGET_MS = 24 * 3_600_000;
const MAX_ENTRIES = 20_000;

interface Entry {
  failures: number;
  at: number;
  until: number;
}

/** Failed log-ins, in memory. */
export class LoginThrottle {
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  /** `now` in milliseconds, monotonic. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Counts an attempt as failed until {@linkcode succeed} says otherwise, so that simultaneous guesses count too. Answers
   * 0, or how many milliseconds to wait; an attempt that must wait is not counted.
   */
  attempt(email: string, address: string): number {
    const now = this.#now();
    const keys = this.#keys(email, address);
    const wait = Math.max(...keys.map(([key]) => (this.#fresh(key, now)?.until ?? 0) - now));
    if (wait > 0) return Math.ceil(wait);
    for (const [key, policy] of keys) {
      const failures = (this.#fresh(key, now)?.failures ?? 0) + 1;
      const beyond = failures - policy.free;
      const pause = beyond < 0 ? 0 : Math.min(policy.maxWaitMs, 1_000 * 2 ** Math.min(beyond, 20));
      this.#entries.delete(key);
      if (this.#entries.size >= MAX_ENTRIES) this.#entries.delete(this.#entries.keys().next().value ?? "");
      this.#entries.set(key, { failures, at: now, until: now + pause });
    }
    return 0;
  }

  /** The attempt was the owner's: its failures are forgotten, and the address loses one. */
  succeed(email: string, address: string): void {
    const [both, byEmail, byAddress] = this.#keys(email, address).map(([key]) => key);
    this.#entries.delete(both ?? "");
    this.#entries.delete(byEmail ?? "");
    const entry = this.#entries.get(byAddress ?? "");
    if (entry) {
      entry.failures--;
      entry.until = 0;
    }
  }

  #keys(email: string, address: string): [string, Policy][] {
    return [[`b ${email} ${address}`, BY_BOTH], [`e ${email}`, BY_EMAIL], [`a ${address}`, BY_ADDRESS]];
  }

  #fresh(key: string, now: number): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry && now - entry.at < FORGET_MS ? entry : undefined;
  }
}

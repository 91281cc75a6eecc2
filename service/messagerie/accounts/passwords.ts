/**
 * Hashing with a bound: so many at once, so many waiting, and whoever comes on top is told to come back. Guessing then
 * takes no more memory than that, however many guess.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import { type DeriveKey, deriveKey, hashPassword, verifyPassword } from "../directory/password.ts";
import { HASHES_AT_ONCE, HASHES_WAITING } from "../limits.ts";
import { refuse } from "../refusals.ts";

/** Hashes and compares. */
export class Passwords {
  readonly #env: Pick<Env, "randomBytes">;
  readonly #derive: DeriveKey;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `derive`: the work of one hash; tests count it. */
  constructor(env: Pick<Env, "randomBytes">, derive: DeriveKey = deriveKey) {
    this.#env = env;
    this.#derive = (...work) => this.#inTurn(() => derive(...work));
  }

  /** What is kept of a password. @throws {Refusal} `SERVER_BUSY` */
  hash(password: string): Promise<string> {
    return hashPassword(password, this.#env, this.#derive);
  }

  /** Whether this is the password; null costs as much as a hash does. @throws {Refusal} `SERVER_BUSY` */
  verify(password: string, kept: string | null): Promise<boolean> {
    return verifyPassword(password, kept, this.#derive);
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= HASHES_AT_ONCE) {
      if (this.#waiting.length >= HASHES_WAITING) throw refuse("SERVER_BUSY", { retryAfter: 2 });
      // Whoever ends hands the turn over, so that nobody slips in between.
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

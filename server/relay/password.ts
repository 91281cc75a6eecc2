/**
 * Password hashes: scrypt (RFC 7914), off the event loop, few at a time. The parameters stand in the hash, so that they can
 * be raised later.
 * @module
 */
import { scrypt } from "node:crypto";
import { timingSafeEqual } from "@std/crypto/timing-safe-equal";
import type { Env } from "../../base/env.ts";
import { type Bytes, fromBase64url, toBase64url } from "../../wire/bytes.ts";

const R = 8;
const P = 2;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Hashes at the same time: each holds 64 MiB and a core. */
const MAX_RUNNING = 2;
/** Hashes that wait for their turn; above it callers are told to come back. */
const MAX_WAITING = 64;
const FORMAT = /^scrypt\$(\d{1,2})\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;

/** Hashes and checks passwords. */
export class PasswordHasher {
  readonly #env: Pick<Env, "randomBytes">;
  readonly #cost: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** `cost` is the power of two of scrypt's N. */
  constructor(env: Pick<Env, "randomBytes">, cost: number) {
    this.#env = env;
    this.#cost = cost;
  }

  /** Whether there is no room for another hash now. */
  get isBusy(): boolean {
    return this.#waiting.length >= MAX_WAITING;
  }

  /** A hash with a fresh salt: `scrypt$<log2 N>$<salt>$<hash>`. */
  async hash(password: string): Promise<string> {
    const salt = this.#env.randomBytes(SALT_BYTES);
    const hash = await this.#derive(password, salt, this.#cost);
    return `scrypt$${this.#cost}$${toBase64url(salt)}$${toBase64url(hash)}`;
  }

  /** Whether `password` is the one of `stored`. Without a stored one it takes as long, and answers false. */
  async verify(password: string, stored: string | undefined): Promise<boolean> {
    const match = FORMAT.exec(stored ?? "");
    const cost = match ? Number(match[1]) : this.#cost;
    const salt = match ? fromBase64url(match[2] ?? "") : new Uint8Array(SALT_BYTES);
    const expected = match ? fromBase64url(match[3] ?? "") : new Uint8Array(HASH_BYTES);
    const actual = await this.#derive(password, salt, cost);
    return timingSafeEqual(actual, expected) && match !== null;
  }

  /** Whether `stored` was made with other parameters than today's. */
  isOutdated(stored: string): boolean {
    return FORMAT.exec(stored)?.[1] !== String(this.#cost);
  }

  async #derive(password: string, salt: Bytes, cost: number): Promise<Uint8Array> {
    if (this.#running >= MAX_RUNNING) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running++;
    try {
      const options = { N: 2 ** cost, r: R, p: P, maxmem: 160 * R * 2 ** cost + 1024 * 1024 };
      return await new Promise((resolve, reject) =>
        // NFKC, so that the same passphrase typed on two keyboards is the same.
        scrypt(
          password.normalize("NFKC"),
          salt,
          HASH_BYTES,
          options,
          (error, hash) => error ? reject(error) : resolve(hash),
        )
      );
    } finally {
      // The place passes straight to the next in line.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

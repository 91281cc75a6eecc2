/**
 * Nonces for log-in and sign-up: good once, for five minutes, in bounded memory.
 * @module
 */
import type { Env } from "../../base/env.ts";
import { toBase64url } from "../../wire/bytes.ts";

const LIFETIME_MS = 5 * 60_000;
/** Nonces out at the same time; above it the oldest is void. */
const MAX_NONCES = 10_000;

/** Gives nonces out and takes each back once. */
export class Nonces {
  readonly #env: Pick<Env, "monotonic" | "randomBytes">;
  readonly #issued = new Map<string, number>();

  constructor(env: Pick<Env, "monotonic" | "randomBytes">) {
    this.#env = env;
  }

  issue(): string {
    if (this.#issued.size >= MAX_NONCES) this.#issued.delete(this.#issued.keys().next().value ?? "");
    const nonce = toBase64url(this.#env.randomBytes(32));
    this.#issued.set(nonce, this.#env.monotonic());
    return nonce;
  }

  /** Whether `nonce` was given out lately and not taken yet. */
  take(nonce: string): boolean {
    const at = this.#issued.get(nonce);
    this.#issued.delete(nonce);
    return at !== undefined && this.#env.monotonic() - at < LIFETIME_MS;
  }
}

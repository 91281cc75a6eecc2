/**
 * The private halves of one's own prekeys. Pure; changed only by what the journal says. A one-time key that is destroyed
 * here opens nothing ever again.
 * @module
 */
import { PREKEY_GRACE_MS } from "../limits.ts";
import type { PrekeySecret, SignedPrekey } from "../prekey.ts";
import type { EndpointRecord } from "./records.ts";

interface Held {
  readonly secret: PrekeySecret;
  readonly madeAt: number;
  /** The public half, until the relay has it. */
  readonly unpublished: SignedPrekey | null;
  readonly retiredAt: number | null;
}

/** The ring. */
export class PrekeyRing {
  readonly #held = new Map<string, Held>();

  get size(): number {
    return this.#held.size;
  }

  has(id: string): boolean {
    return this.#held.has(id);
  }

  secret(id: string): PrekeySecret | undefined {
    return this.#held.get(id)?.secret;
  }

  /** One-time keys that are not used up. */
  get oneTime(): number {
    let count = 0;
    for (const { secret } of this.#held.values()) if (!secret.lastResort) count++;
    return count;
  }

  /** Last-resort prekeys that were not replaced yet, newest last; one, but for a crash while replacing it. */
  get lastResorts(): readonly { readonly id: string; readonly madeAt: number }[] {
    return [...this.#held].filter(([, { secret, retiredAt }]) => secret.lastResort && retiredAt === null)
      .map(([id, { madeAt }]) => ({ id, madeAt }));
  }

  /** Made, and perhaps not at the relay: publishing one again changes nothing there. */
  unpublished(): SignedPrekey[] {
    return [...this.#held.values()].flatMap(({ unpublished }) => unpublished ?? []);
  }

  add(secrets: readonly PrekeySecret[], signed: readonly SignedPrekey[], at: number): void {
    const unpublished = new Map(signed.map((prekey) => [prekey.id, prekey]));
    for (const secret of secrets) {
      this.#held.set(secret.id, {
        secret,
        madeAt: at,
        unpublished: unpublished.get(secret.id) ?? null,
        retiredAt: null,
      });
    }
  }

  published(ids: readonly string[]): void {
    for (const id of ids) this.#change(id, { unpublished: null });
  }

  retire(id: string, at: number): void {
    this.#change(id, { unpublished: null, retiredAt: at });
  }

  destroy(ids: readonly string[]): void {
    for (const id of ids) this.#held.delete(id);
  }

  /** Keys that nothing can be on its way to any more (contract: channel, Prekeys). `now` must not be ahead of time. */
  outlived(now: number): string[] {
    return [...this.#held].filter(([, { secret, retiredAt }]) =>
      Math.min(secret.expires, retiredAt ?? Infinity) + PREKEY_GRACE_MS <= now
    ).map(([id]) => id);
  }

  *snapshot(): Generator<EndpointRecord> {
    for (const [id, { secret, madeAt, unpublished, retiredAt }] of this.#held) {
      yield { t: "prekeys", secrets: [secret], signed: unpublished ? [unpublished] : [], at: madeAt };
      if (retiredAt !== null) yield { t: "prekey-retired", id, at: retiredAt };
    }
  }

  #change(id: string, change: Partial<Held>): void {
    const held = this.#held.get(id);
    if (held) this.#held.set(id, { ...held, ...change });
  }
}

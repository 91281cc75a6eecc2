/**
 * A world of its own: virtual time, seeded chance, and crypto that is real but runs one operation after the other, so that a
 * seed decides everything that a run depends on. Between two events the world waits until nothing moves any more.
 */
import { setImmediate } from "node:timers";
import type { Env } from "../../../base/env.ts";

let running = 0;
let last: Promise<unknown> = Promise.resolve();

/** Real Web Crypto, one operation at a time in the order of the calls; counted, so that the world knows when to wait. */
function orderCrypto(): void {
  const prototype = Object.getPrototypeOf(crypto.subtle);
  const names = [
    "digest",
    "sign",
    "verify",
    "encrypt",
    "decrypt",
    "deriveBits",
    "deriveKey",
    "importKey",
    "exportKey",
  ];
  for (const name of [...names, "generateKey"]) {
    const real = prototype[name] as (...given: unknown[]) => Promise<unknown>;
    Object.defineProperty(prototype, name, {
      configurable: true,
      value(this: SubtleCrypto, ...given: unknown[]) {
        running++;
        const result = last.then(() => real.apply(this, given));
        last = result.catch(() => {}).finally(() => running--);
        return result;
      },
    });
  }
}
orderCrypto();

interface Event {
  readonly at: number;
  readonly order: number;
  run: (() => void) | undefined;
}

/** Seeded chance (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True once in `1 / probability` times. */
  is(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.between(0, values.length - 1)] as Value;
  }

  shuffle<Value>(values: readonly Value[]): Value[] {
    const mixed = [...values];
    for (let index = mixed.length - 1; index > 0; index--) {
      const other = this.between(0, index);
      [mixed[index], mixed[other]] = [mixed[other] as Value, mixed[index] as Value];
    }
    return mixed;
  }

  bytes(length: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length }, () => this.between(0, 255));
  }
}

/** When the world begins, ms since the Unix epoch. */
const START = Date.UTC(2026, 10, 29);

/** Time, chance and what happens when. */
export class World {
  readonly chance: Chance;
  #time = 0;
  #order = 0;
  #events: Event[] = [];

  constructor(seed: number) {
    this.chance = new Chance(seed);
  }

  get time(): number {
    return this.#time;
  }

  get wall(): number {
    return START + Math.floor(this.#time);
  }

  /** Runs `run` in `ms`; the result calls it off. */
  after(ms: number, run: () => void): () => void {
    const event: Event = { at: this.#time + Math.max(0, ms), order: this.#order++, run };
    let index = this.#events.length;
    while (index > 0 && (this.#events[index - 1] as Event).at > event.at) index--;
    this.#events.splice(index, 0, event);
    return () => event.run = undefined;
  }

  /** Resolves in `ms`. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** An Env whose sleeps never end once `isAlive` says no; `skew` is added to the wall clock. */
  env(isAlive: () => boolean = () => true, skew: () => number = () => 0): Env {
    return {
      now: () => this.wall + skew(),
      monotonic: () => this.#time,
      randomBytes: (length) => this.chance.bytes(length),
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted) return reject(signal.reason);
          const onAbort = () => {
            cancel();
            reject(signal?.reason);
          };
          const cancel = this.after(ms, () => {
            signal?.removeEventListener("abort", onAbort);
            if (isAlive()) resolve();
          });
          signal?.addEventListener("abort", onAbort, { once: true });
        }),
    };
  }

  /** The computer sleeps: time goes by, and nothing happens in it. */
  leap(ms: number): void {
    this.#time += ms;
  }

  /** Lets `ms` go by. */
  async pass(ms: number): Promise<void> {
    const until = this.#time + ms;
    await this.#settle();
    for (;;) {
      const [event] = this.#events;
      if (!event || event.at > until) break;
      this.#events.shift();
      if (!event.run) continue;
      this.#time = Math.max(this.#time, event.at);
      event.run();
      await this.#settle();
    }
    this.#time = until;
  }

  /** Waits until nothing moves but time. */
  async #settle(): Promise<void> {
    do await new Promise((resolve) => setImmediate(resolve)); while (running > 0);
  }
}

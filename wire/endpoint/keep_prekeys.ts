/**
 * Keeps prekeys at the relay: enough one-time ones, one last-resort one that is never old, none whose private half is lost
 * (contract: channel, Keys and names, Delivery).
 * @module
 */
import { LAST_RESORT_REPLACED_MS, MAX_PREKEYS_PER_BATCH, MIN_PREKEYS_AVAILABLE } from "../limits.ts";
import { makePrekeys } from "../prekey.ts";
import type { Core } from "./core.ts";
import { Serial } from "./pump.ts";

/** How many one-time prekeys there are at the relay after filling up: three times what must be there. */
const FULL = 3 * MIN_PREKEYS_AVAILABLE;
/** Filled up below this: a claim says so only below {@linkcode MIN_PREKEYS_AVAILABLE}, a hello always. */
const LOW = 2 * MIN_PREKEYS_AVAILABLE;
/**
 * Private halves of one-time prekeys in all. Each message destroys one, so that this many are out only when a relay gives
 * them away for nothing; then the last-resort one serves.
 */
const MAX_PRIVATE = 5_000;
/** One that expires sooner is not worth publishing: the relay refuses what has expired. */
const WORTH_MS = 86_400_000;

/** What the relay says that it holds. */
export interface HeldPrekeys {
  readonly oneTime: readonly string[];
  readonly lastResort: string | null;
}

/** Prekeys at the relay. */
export class PrekeyKeeper {
  readonly #core: Core;
  readonly #serial = new Serial();

  constructor(core: Core) {
    this.#core = core;
  }

  /** Of what the relay holds, the prekeys whose private halves are not here. */
  unknown(held: HeldPrekeys): { readonly oneTime: string[]; readonly lastResort: boolean } {
    const { prekeys } = this.#core.state;
    return {
      oneTime: held.oneTime.filter((id) => !prekeys.has(id)),
      lastResort: held.lastResort !== null && !prekeys.has(held.lastResort),
    };
  }

  /** After a hello: withdraws what is unknown here, and fills up. */
  greet(held: HeldPrekeys): Promise<void> {
    const { oneTime } = this.unknown(held);
    return this.#serial.run(() =>
      this.#publish(held.oneTime.length - oneTime.length, held.lastResort, oneTime)
    );
  }

  /** The relay holds `oneTime` prekeys, or it is time to look at the last-resort one. */
  tend(oneTime = FULL): Promise<void> {
    return this.#serial.run(() => this.#publish(oneTime, undefined, []));
  }

  /** Destroys what nothing can be on its way to any more. */
  async destroyOutlived(now: number): Promise<void> {
    const ids = this.#core.state.prekeys.outlived(now);
    if (ids.length > 0) await this.#core.append([{ t: "prekeys-destroyed", ids }]);
  }

  /** `lastResort`: the relay's, null when it has none, undefined when that is not known. */
  async #publish(
    oneTime: number,
    lastResort: string | null | undefined,
    withdraw: readonly string[],
  ): Promise<void> {
    const { state, call, env } = this.#core;
    const waiting = await this.#dropStale();
    const ready = oneTime + waiting.filter((prekey) => !prekey.lastResort).length;
    const current = state.prekeys.lastResorts.at(-1);
    const unknown = lastResort !== undefined && lastResort !== null && !state.prekeys.has(lastResort);
    const missing = lastResort === null && !waiting.some((prekey) => prekey.lastResort);
    const needsLast = current === undefined || unknown || missing ||
      Math.abs(env.now() - current.madeAt) >= LAST_RESORT_REPLACED_MS;
    const room = Math.max(0, MAX_PRIVATE - state.prekeys.oneTime);
    await this.#make(ready < LOW ? Math.min(FULL - ready, MAX_PREKEYS_PER_BATCH, room) : 0, needsLast);
    const prekeys = state.prekeys.unpublished();
    for (
      let start = 0;
      start < prekeys.length || (start === 0 && withdraw.length > 0);
      start += MAX_PREKEYS_PER_BATCH
    ) {
      const batch = prekeys.slice(start, start + MAX_PREKEYS_PER_BATCH);
      await call("publishPrekeys", { prekeys: batch, ...(start === 0 ? { withdraw: [...withdraw] } : {}) });
      await this.#core.append([
        { t: "prekeys-published", ids: batch.map(({ id }) => id) },
      ]);
    }
    await this.#retire();
  }

  /** What was made and not published; what is too old for that is destroyed. */
  async #dropStale() {
    const { state, env } = this.#core;
    const waiting = state.prekeys.unpublished();
    const stale = waiting.filter(({ expires }) => expires - env.now() < WORTH_MS).map(({ id }) => id);
    if (stale.length === 0) return waiting;
    await this.#core.append([{ t: "prekeys-destroyed", ids: stale }]);
    return state.prekeys.unpublished();
  }

  /** Makes prekeys; their private halves are durable before the others are told of them. */
  async #make(oneTime: number, needsLast: boolean): Promise<void> {
    const { env, self, identity } = this.#core;
    const batches = [
      ...(oneTime > 0 ? [await makePrekeys(env, self, identity, { count: oneTime, lastResort: false })] : []),
      ...(needsLast ? [await makePrekeys(env, self, identity, { count: 1, lastResort: true })] : []),
    ];
    if (batches.length === 0) return;
    const at = env.now();
    await this.#core.append(
      batches.map((
        { secrets, prekeys },
      ) => ({ t: "prekeys", secrets, signed: prekeys, at })),
    );
    this.#core.log.debug("prekeys_made", { oneTime, lastResort: needsLast });
  }

  /** Every last-resort prekey but the newest, which has taken their place at the relay. */
  async #retire(): Promise<void> {
    const old = this.#core.state.prekeys.lastResorts.slice(0, -1);
    if (old.length === 0) return;
    const at = this.#core.env.now();
    await this.#core.append(old.map(({ id }) => ({ t: "prekey-retired", id, at })));
  }
}

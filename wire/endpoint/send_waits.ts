/**
 * Those who wait for the relay's answer to a message.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { SendChange, SendState } from "./api.ts";

/** Whether there is nothing to wait for: the relay has answered. */
const isAnswered = (state: SendState) => state !== "queued" && state !== "uncertain";

/** Waits by message id. */
export class SendWaits {
  readonly #waiting = new Map<string, Set<(change: SendChange) => void>>();

  tell(change: SendChange): void {
    if (isAnswered(change.state)) this.#waiting.get(change.id)?.forEach((resolve) => resolve(change));
  }

  /** The answer to `id`; undefined when none came within `ms`, or when `signal` was aborted. */
  async wait(
    env: Pick<Env, "sleep">,
    id: string,
    ms: number,
    signal: AbortSignal,
  ): Promise<SendChange | undefined> {
    const done = new AbortController();
    let settle: (change: SendChange) => void = () => {};
    const answer = new Promise<SendChange>((resolve) => settle = resolve);
    const all = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, all.add(settle));
    const timeout = env.sleep(ms, AbortSignal.any([signal, done.signal])).then(
      () => undefined,
      () => undefined,
    );
    try {
      return await Promise.race([answer, timeout]);
    } finally {
      done.abort();
      all.delete(settle);
      if (all.size === 0) this.#waiting.delete(id);
    }
  }
}

/**
 * Wakes devices that are not connected when something of an agent waits for them. One push at most until the device comes,
 * or until a while has passed; which device has news is read from the database, so that neither a connection that dies with
 * unread messages nor a restart loses a push.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import type { Logger } from "../../../base/log.ts";
import type { RelayStore } from "../../../store/relay/open.ts";
import { clearPushed, findSubscription, hasNews, listUnpushed, notePush } from "../../../store/relay/push.ts";
import { isAgentId } from "../../../wire/ids.ts";
import type { RelayLimits } from "../limits.ts";
import { type PushSender, sendPush } from "./send_push.ts";

/** What a pusher stands on. */
export interface PusherOptions extends PushSender {
  readonly env: Env;
  readonly log: Logger;
  readonly store: RelayStore;
  readonly limits: Pick<RelayLimits, "pushAfterMs" | "pushAgainMs" | "pushRetryMs">;
  /** Whether a device is connected and answers. */
  readonly isHere: (device: string) => boolean;
}

/** Sends pushes. */
export class Pusher {
  readonly #options: PusherOptions;
  readonly #stopping = new AbortController();
  /** Devices that are being looked after. */
  readonly #busy = new Map<string, Promise<void>>();
  /** Of those: something happened since they were last looked at. */
  readonly #again = new Set<string>();

  constructor(options: PusherOptions) {
    this.#options = options;
  }

  /** Something was stored for an endpoint, or its connection fell silent or ended. */
  notify(endpoint: string): void {
    if (isAgentId(endpoint) || this.#stopping.signal.aborted || this.#options.isHere(endpoint)) return;
    if (this.#busy.has(endpoint)) return void this.#again.add(endpoint);
    const work = this.#wake(endpoint).catch((error) => {
      if (!this.#stopping.signal.aborted) {
        this.#options.log.error("push_failed", { error: error instanceof Error ? error.name : "unknown" });
      }
    }).finally(() => {
      this.#busy.delete(endpoint);
      if (this.#again.delete(endpoint)) this.notify(endpoint);
    });
    this.#busy.set(endpoint, work);
  }

  /** An endpoint has come: what waits next is news again. */
  arrived(endpoint: string): void {
    if (isAgentId(endpoint)) return;
    this.#options.store.write((db) => clearPushed(db, endpoint)).catch((error) => {
      this.#options.log.warn("push_unwritten", { error: error instanceof Error ? error.name : "unknown" });
    });
  }

  /** After a start: devices for which news was stored, and no push left before as far as is known. */
  async resume(): Promise<void> {
    for (const device of await listUnpushed(this.#options.store.read)) this.notify(device);
  }

  /** Stops, and waits for what is being written. A push that had no answer counts as one that may not have left. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#busy.values());
  }

  async #wake(device: string): Promise<void> {
    const { env, limits } = this.#options;
    // One that reconnects in a moment needs no push.
    for (const ms of [limits.pushAfterMs, ...limits.pushRetryMs]) {
      await env.sleep(ms, this.#stopping.signal);
      if (!(await this.#once(device))) return;
    }
  }

  /** One attempt, if there is reason for one; answers whether another is worth it. */
  async #once(device: string): Promise<boolean> {
    const { env, log, store, limits, isHere } = this.#options;
    // What happened until now is in what is read now.
    this.#again.delete(device);
    const subscription = await findSubscription(store.read, device);
    if (!subscription?.endpoint || isHere(device) || !(await hasNews(store.read, device))) return false;
    const { endpoint, outcome: before } = subscription;
    // What had no answer when the relay stopped may not have left; of two the service shows one (topic).
    const pushedAt = before === "sent" ? null : subscription.pushed_at;
    const now = env.now();
    // A push of the future is a clock that was set back.
    if (pushedAt !== null && pushedAt <= now && now - pushedAt < limits.pushAgainMs) return false;
    // Written first: until there is an answer nothing better is known of it.
    await store.write((db) => notePush(db, device, { at: now, outcome: "sent" }, now));
    const attempt = await sendPush(this.#options, endpoint, this.#stopping.signal);
    const { outcome, status } = attempt;
    log.info("push", { device, outcome, status });
    await store.write(async (db) => {
      // Another subscription meanwhile: this answer is none of its.
      if ((await findSubscription(db, device))?.endpoint !== endpoint) return;
      await notePush(db, device, attempt, outcome === "accepted" ? now : null);
    });
    // A service that refuses for good says so by another status than these.
    return outcome === "failed" && (status === undefined || status === 429 || status >= 500);
  }
}

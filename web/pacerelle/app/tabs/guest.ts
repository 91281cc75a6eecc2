/**
 * A tab that follows: asks the holder, shows what it tells, and notices when it does not answer any more. What was asked and
 * not answered is asked of the next holder, where that cannot do it twice.
 * @module
 */
import type { Env } from "../../../../base/env.ts";
import { newShortId } from "../../../../wire/ids.ts";
import type { CommandName } from "../api.ts";
import type { Outcome } from "../told.ts";
import type { EntriesChange, SharedState } from "../tab_state.ts";
import { tellCode } from "../words/tell.ts";
import type { HolderMessage, TabChannel } from "./messages.ts";

/** How often a visible tab looks whether the holder is there. */
const LOOK_MS = 2_000;
/** Silence after which it counts as frozen. */
const PATIENCE_MS = 5_000;

/** Commands that do the same however often they are given: with their message id, or because they ask or set; a file attached twice and told of once goes once. */
const REPEATABLE: ReadonlySet<CommandName> = new Set<CommandName>([
  "page",
  "search",
  "sendText",
  "answerWidget",
  "attachFile",
  "discardFiles",
  "fetchFile",
  "pushStatus",
  "setPush",
  "markSeen",
  "setDraft",
  "previewLogOut",
  "refreshDevices",
  "refreshAgents",
  "renameAgent",
  "dismissAlert",
  "reconnect",
  "retry",
]);

interface Pending {
  readonly name: CommandName;
  readonly input: unknown;
  /** The holder that was asked; undefined: nobody yet. */
  term: string | undefined;
  resolve(outcome: Outcome<unknown>): void;
}

/** What a guest stands on. */
export interface GuestOptions {
  readonly env: Env;
  readonly channel: TabChannel;
  isVisible(): boolean;
  onState(state: SharedState): void;
  onEntries(change: EntriesChange): void;
  /** The holder is another one than before: what was loaded may be old. */
  onHolder(): void;
  /** Nobody answers: take the device. */
  onSilence(): void;
}

/** One tab's following. */
export class Guest {
  readonly #options: GuestOptions;
  readonly #pending = new Map<string, Pending>();
  readonly #ending = new AbortController();
  #term: string | undefined;
  #heardAt: number;
  #lookedAt: number;

  constructor(options: GuestOptions) {
    this.#options = options;
    this.#heardAt = this.#lookedAt = options.env.monotonic();
    options.channel.postMessage({ to: "holder", type: "hello" });
    void this.#watch();
  }

  run(name: CommandName, input: unknown): Promise<Outcome<unknown>> {
    return new Promise((resolve) => {
      const call = newShortId(this.#options.env);
      const pending: Pending = { name, input, term: undefined, resolve };
      this.#pending.set(call, pending);
      this.#ask(call, pending);
    });
  }

  receive(message: HolderMessage): void {
    const { env, onState, onEntries, onHolder } = this.#options;
    if (message.type === "holder" && message.term !== this.#term) {
      this.#term = message.term;
      this.#heardAt = env.monotonic();
      onState(message.state);
      onHolder();
      return this.#askAgain();
    }
    if (message.term !== this.#term) return;
    this.#heardAt = env.monotonic();
    switch (message.type) {
      case "holder":
      case "state":
        return onState(message.state);
      case "entries":
        return onEntries(message.change);
      case "answer":
        this.#pending.get(message.call)?.resolve(message.outcome);
        this.#pending.delete(message.call);
    }
  }

  /** The person looks at this tab: is the holder there? */
  look(): void {
    const { env, channel, isVisible, onSilence } = this.#options;
    const now = env.monotonic();
    // This tab was frozen itself: what it did not hear it could not hear.
    if (now - this.#lookedAt > 2 * LOOK_MS) this.#heardAt = now;
    this.#lookedAt = now;
    if (!isVisible()) {
      this.#heardAt = now;
      return;
    }
    if (now - this.#heardAt >= PATIENCE_MS) {
      this.#heardAt = now;
      return onSilence();
    }
    channel.postMessage(
      this.#term === undefined
        ? { to: "holder", type: "hello" }
        : { to: "holder", type: "ping", term: this.#term },
    );
  }

  /** This tab holds the device now: what is open is done by `run`, or told as cut off. */
  handOver(run: (name: CommandName, input: unknown) => Promise<Outcome<unknown>>): void {
    this.end();
    for (const { name, input, term, resolve } of this.#pending.values()) {
      if (term === undefined || REPEATABLE.has(name)) run(name, input).then(resolve);
      else resolve({ ok: false, refusal: tellCode("INTERRUPTED") });
    }
    this.#pending.clear();
  }

  /** Follows no more. */
  end(): void {
    this.#ending.abort();
  }

  /** The tab closes: nobody answers any more. */
  abandon(): void {
    this.end();
    for (const { resolve } of this.#pending.values()) {
      resolve({ ok: false, refusal: tellCode("NO_ANSWER") });
    }
    this.#pending.clear();
  }

  #ask(call: string, pending: Pending): void {
    if (this.#term === undefined) return;
    pending.term = this.#term;
    const { name, input } = pending;
    this.#options.channel.postMessage({ to: "holder", type: "run", term: this.#term, call, name, input });
  }

  #askAgain(): void {
    for (const [call, pending] of [...this.#pending]) {
      if (pending.term === undefined || REPEATABLE.has(pending.name)) this.#ask(call, pending);
      else {
        this.#pending.delete(call);
        pending.resolve({ ok: false, refusal: tellCode("INTERRUPTED") });
      }
    }
  }

  async #watch(): Promise<void> {
    const { env } = this.#options;
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await env.sleep(LOOK_MS, signal).catch(() => {});
      if (!signal.aborted) this.look();
    }
  }
}

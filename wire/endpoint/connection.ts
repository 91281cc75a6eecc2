/**
 * Stays connected: opens a socket, and another one when it ended, for ever, with backoff (contract: pacerelle §4,
 * Reconnection). Stops by itself only where the relay said that trying again cannot help.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { Logger } from "../../base/log.ts";
import type { Identity } from "../identity.ts";
import { newShortId } from "../ids.ts";
import type { ClientFrame, Welcome } from "../live.ts";
import { RelayRefusal } from "../relay_call.ts";
import { FINAL_ERRORS } from "../relay_error.ts";
import type { ConnectionError, ConnectionStatus } from "./api.ts";
import { backoff } from "./backoff.ts";
import { type ConnectionEnd, type LiveFrame, LiveSocket } from "./live_socket.ts";
import type { Connect } from "./socket.ts";

/** A connection that lived for less counts as a failure: one that is cut at once must not be tried in a loop. */
const STABLE_MS = 10_000;
/** After this a relay that refuses is asked again, also when it had asked for a longer pause: it cannot silence anyone. */
const MAX_RETRY_AFTER_MS = 300_000;

/** What it stands on. */
export interface ConnectionOptions {
  readonly env: Env;
  readonly log: Logger;
  readonly url: string;
  readonly connect: Connect;
  readonly self: string;
  readonly identity: Identity;
  readonly credential: string;
  readonly client: string;
  /** Done before each attempt; `last` is why the one before ended. May throw what the relay's calls throw. */
  prepare(last: ConnectionError | null): Promise<void>;
  onWelcome(welcome: Welcome): void;
  onFrame(frame: LiveFrame): void;
  /** A welcomed connection ended. */
  onDown(): void;
  onStatus(status: ConnectionStatus): void;
}

/** Keeps one live connection. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #instance: string;
  readonly #stopping = new AbortController();
  #hurry = new AbortController();
  #socket: LiveSocket | undefined;
  #running: Promise<void> | undefined;
  #state: ConnectionStatus["state"] = "offline";
  #since: number;
  #heardAt: number | null = null;
  #error: ConnectionError | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#instance = newShortId(options.env);
    this.#since = options.env.now();
  }

  get status(): ConnectionStatus {
    // Between two looks of the heartbeat a connection may have fallen silent: then it is not called connected.
    const state = this.#state === "connected" && !this.#socket?.isHeard ? "offline" : this.#state;
    return {
      state,
      since: this.#since,
      heardAt: this.#socket?.heardAt ?? this.#heardAt,
      error: this.#error,
    };
  }

  start(): void {
    this.#running ??= this.#run().catch((error) => {
      this.#options.log.error("connection_broken", {
        error: String(error instanceof Error ? error.name : error),
      });
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#socket?.end("SHUTTING_DOWN");
    await this.#running;
  }

  /** Tries at once. A live connection is asked for a sign of life, and stays if it gives one soon. */
  reconnect(): void {
    if (this.#socket?.isHeard) return this.#socket.hurry();
    this.#socket?.end("DEAF");
    this.#hurry.abort();
  }

  send(frame: ClientFrame): boolean {
    return this.#socket?.send(frame) ?? false;
  }

  /** Ends the present connection; the next one follows. */
  drop(code: ConnectionError["code"]): void {
    this.#socket?.end(code);
  }

  async #run(): Promise<void> {
    const { env, log } = this.#options;
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      this.#hurry = new AbortController();
      this.#set(this.#error === null ? "connecting" : this.#state, this.#error);
      const startedAt = env.monotonic();
      const end = await this.#once();
      if (signal.aborted) break;
      failures = env.monotonic() - startedAt >= STABLE_MS && end.lived ? 1 : failures + 1;
      const { error } = end;
      // The relay was reached and said no; anything else is a matter of the way to it.
      const refused = error.final || error.code === "ALREADY_CONNECTED";
      this.#set(refused ? "refused" : "offline", error);
      const ms = error.final
        ? Infinity
        : backoff(env, failures, Math.min(end.retryAfterMs, MAX_RETRY_AFTER_MS));
      log.info("disconnected", {
        code: error.code,
        final: error.final,
        retryMs: error.final ? null : Math.round(ms),
      });
      await this.#pause(ms);
    }
    this.#set("offline", null);
  }

  /** One attempt and, if it succeeds, one connection's life. */
  async #once(): Promise<ConnectionEnd & { readonly lived: boolean }> {
    const { onWelcome, onDown, prepare } = this.#options;
    let lived = false;
    try {
      await prepare(this.#error);
    } catch (error) {
      return { ...endOf(error), lived };
    }
    if (this.#stopping.signal.aborted) return { ...endOf(undefined), lived };
    const socket = new LiveSocket({
      ...this.#options,
      instance: this.#instance,
      onWelcome: (welcome) => {
        lived = true;
        this.#socket = socket;
        this.#set("connected", null);
        onWelcome(welcome);
      },
    });
    this.#socket = socket;
    const end = await socket.ended;
    this.#heardAt = socket.heardAt ?? this.#heardAt;
    this.#socket = undefined;
    if (lived) onDown();
    return { ...end, lived };
  }

  async #pause(ms: number): Promise<void> {
    const signal = AbortSignal.any([this.#stopping.signal, this.#hurry.signal]);
    try {
      if (ms !== Infinity) await this.#options.env.sleep(ms, signal);
      else if (!signal.aborted) {
        await new Promise<void>((resolve) =>
          signal.addEventListener("abort", () => resolve(), { once: true })
        );
      }
    } catch {
      // Hurried, or stopped.
    }
  }

  #set(state: ConnectionStatus["state"], error: ConnectionError | null): void {
    const changed = state !== this.#state || error?.code !== this.#error?.code;
    if (state !== this.#state) this.#since = this.#options.env.now();
    this.#state = state;
    this.#error = error;
    if (changed) this.#options.onStatus(this.status);
  }
}

/** What a failed call before the connection means for it. */
function endOf(error: unknown): ConnectionEnd {
  if (!(error instanceof RelayRefusal)) {
    return { error: { code: "UNREACHABLE", final: false }, retryAfterMs: 0 };
  }
  const { retryAfterMs } = error.details;
  return {
    error: { code: error.code, final: FINAL_ERRORS.has(error.code) },
    retryAfterMs: typeof retryAfterMs === "number" ? retryAfterMs : 0,
  };
}

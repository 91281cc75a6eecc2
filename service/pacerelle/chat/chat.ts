/**
 * One of a person's devices while a command runs: its state, the relay, and the endpoint once it is needed.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import type { Logger } from "../../../base/log.ts";
import { fromBase64url } from "../../../wire/bytes.ts";
import type { ConnectionError, Endpoint, EndpointEvents } from "../../../wire/endpoint/api.ts";
import { identityOf, newIdentityRecord } from "../../../wire/endpoint/identity_record.ts";
import { openEndpoint } from "../../../wire/endpoint/open_endpoint.ts";
import type { Connect } from "../../../wire/endpoint/socket.ts";
import type { Identity } from "../../../wire/identity.ts";
import { chunkCaller } from "../../../wire/file/chunk_call.ts";
import { callRelay, liveUrl, type RelayCaller, RelayRefusal } from "../../../wire/relay_call.ts";
import type { ChatState } from "./chat_state.ts";
import { CONNECT_MS, RETRY_MS } from "./limits.ts";
import type { AccountRecord, JournalRecord } from "./records.ts";
import { refuse } from "./refusals.ts";
import type { OpenState, StateOpener } from "./state_opening.ts";

/** What a chat stands on. */
export interface ChatOptions {
  readonly open: StateOpener;
  /** The relay's address, where the person gave one; else the one that the state remembers, else `defaultRelay`. */
  readonly relay?: string | undefined;
  readonly defaultRelay: string;
  readonly env: Env;
  readonly log: Logger;
  readonly connect: Connect;
  /** Which program this is: `pacerelle-chat 0.1.0`. */
  readonly client: string;
  readonly events?: ChatEvents;
}

/** What a chat tells whoever shows it as it happens. Callbacks must not throw. */
export interface ChatEvents
  extends Pick<EndpointEvents, "onPairing" | "onPresence" | "onDevices" | "onAgents"> {
  /** Something that is shown may have changed: a record was stored, the connection or an alert changed. */
  onChange?(): void;
  /** The journal refuses: nothing can be promised any more. */
  onFailure?(error: unknown): void;
}

/** A device's state and its way to the relay. Close it. */
export class Chat {
  readonly env: Env;
  readonly state: ChatState;
  readonly #options: ChatOptions;
  readonly #open: OpenState;
  readonly #waiting = new Set<() => void>();
  readonly #writes = new Set<Promise<void>>();
  #endpoint: Promise<Endpoint> | undefined;
  #failure: unknown;
  /** Monotonic: when something was last stored. */
  #activeAt: number;

  private constructor(options: ChatOptions, open: OpenState) {
    this.#options = options;
    this.#open = open;
    this.env = options.env;
    this.state = open.state;
    this.#activeAt = options.env.monotonic();
  }

  /** @throws {Refusal} NOT_SIGNED_IN, STATE_IN_USE, or what is wrong with the state */
  static async open(options: ChatOptions): Promise<Chat> {
    return new Chat(options, await options.open());
  }

  /** The relay's address. */
  get relay(): string {
    return this.#options.relay ?? this.state.account?.relay ?? this.#options.defaultRelay;
  }

  /** The account, once the relay has given a session. @throws {Refusal} NOT_SIGNED_IN, REMOVED */
  get account(): AccountRecord & { readonly session: string } {
    const { account } = this.state;
    if (this.state.removedAt !== undefined) throw refuse("REMOVED");
    if (!account || account.session === null) throw refuse("NOT_SIGNED_IN");
    return { ...account, session: account.session };
  }

  /** This device's id. @throws {Refusal} NOT_SIGNED_IN */
  get self(): string {
    const { self } = this.state.endpoint;
    if (self === undefined) throw refuse("NOT_SIGNED_IN");
    return self;
  }

  /** Whether somebody else waits for this one to step aside. */
  isWanted(): Promise<boolean> {
    return this.#open.isWanted();
  }

  /** Monotonic milliseconds since something was last stored. */
  get quietMs(): number {
    return this.env.monotonic() - this.#activeAt;
  }

  /** The first record of a new state: an identity for `self`. */
  async newIdentity(self: string): Promise<JournalRecord> {
    const record = newIdentityRecord(this.env, self);
    const { vault } = this.#open;
    if (!vault) return record;
    await vault.make();
    return { ...record, seed: null };
  }

  /** This device's identity; undefined in a new state. */
  identity(): Promise<Identity | undefined> {
    const { endpoint } = this.state;
    const { vault } = this.#open;
    return endpoint.seed === null && endpoint.self !== undefined && vault
      ? vault.load()
      : identityOf(endpoint);
  }

  /** Stores records; they are on disk and in `state` when it resolves. */
  async append(records: readonly JournalRecord[]): Promise<void> {
    const write = this.#open.append(records);
    this.#writes.add(write);
    try {
      await write;
    } finally {
      this.#writes.delete(write);
    }
    this.#activeAt = this.env.monotonic();
    this.#pulse();
  }

  /** Waits for what is being written. The endpoint raises and clears alerts without waiting: before, they may be old. */
  async written(): Promise<void> {
    while (this.#writes.size > 0) await Promise.allSettled(this.#writes);
  }

  /** Calls a route of the relay, as this device once it has a session. Throws what `callRelay` throws. */
  call: RelayCaller = async (name, input) => {
    const credential = this.state.account?.session ?? undefined;
    try {
      return await callRelay({ baseUrl: this.relay, credential }, name, input);
    } catch (error) {
      if (error instanceof RelayRefusal && error.code === "REVOKED") await this.#noteRemoval();
      throw error;
    }
  };

  /** Whether this command has used the endpoint. */
  get hasEndpoint(): boolean {
    return this.#endpoint !== undefined;
  }

  /** The endpoint, made on first use and not yet started. @throws {Refusal} NOT_SIGNED_IN, REMOVED */
  async endpoint(): Promise<Endpoint> {
    // Looked at each time: an endpoint of a device that was removed since is of no use.
    if (!this.#endpoint) void this.account;
    return await (this.#endpoint ??= this.#makeEndpoint().catch((error) => {
      this.#endpoint = undefined;
      throw error;
    }));
  }

  /** Ends the endpoint: the next use makes one with what the state says by then (another session, another roster). */
  async renewEndpoint(): Promise<void> {
    const ending = this.#endpoint;
    this.#endpoint = undefined;
    await (await ending)?.stop();
  }

  async #makeEndpoint(): Promise<Endpoint> {
    const { session, pairing } = this.account;
    const { onFailure, onPairing, onPresence, onDevices, onAgents } = this.#options.events ?? {};
    const pulse = () => this.#pulse();
    const identity = await this.identity();
    return await openEndpoint({
      env: this.env,
      log: this.#options.log,
      state: this.state.endpoint,
      store: { append: (records) => this.append(records as readonly JournalRecord[]) },
      call: this.call,
      connect: this.#options.connect,
      url: liveUrl(this.relay),
      credential: session,
      ...(pairing === null ? {} : { pairingKey: fromBase64url(pairing.key) }),
      client: this.#options.client,
      ...(identity ? { identity } : {}),
      ...(this.#open.shelf
        ? {
          files: {
            shelf: this.#open.shelf,
            chunks: chunkCaller({ baseUrl: this.relay, credential: session }),
          },
        }
        : {}),
      events: {
        onStatus: (status) => {
          if (status.error?.code === "REVOKED") this.#noteRemoval().catch((error) => this.#failure ??= error);
          this.#pulse();
        },
        onSend: (change) => {
          // What only this process knows, such as a refusal that is tried again, is no record.
          this.state.log.advance(change);
          pulse();
        },
        onIncoming: pulse,
        onTrust: pulse,
        onAlert: pulse,
        onPresence: (presence) => {
          onPresence?.(presence);
          pulse();
        },
        onDevices: () => {
          onDevices?.();
          pulse();
        },
        onAgents: () => onAgents?.(),
        onPairing: (from, body) => onPairing?.(from, body),
        onFailure: (error) => {
          this.#failure ??= error;
          this.#pulse();
          onFailure?.(error);
        },
      },
    });
  }

  /** Starts the endpoint and waits until the relay has welcomed it; answers why it did not within `ms`, if so. */
  async connect(ms = CONNECT_MS): Promise<ConnectionError["code"] | undefined> {
    const endpoint = await this.endpoint();
    endpoint.start();
    const triedUntil = this.env.monotonic() + RETRY_MS;
    const settled = () => {
      const { state, error } = endpoint.status;
      if (state === "connected" || error?.final === true) return true;
      return state === "offline" && error !== null && this.env.monotonic() >= triedUntil;
    };
    await this.until(settled, ms);
    if (endpoint.status.state === "connected") return undefined;
    return endpoint.status.error?.code ?? "UNREACHABLE";
  }

  /**
   * Waits until `condition` holds, at most `ms`; answers whether it does.
   * @throws what the journal failed with: nothing can be promised then
   */
  async until(condition: () => boolean, ms: number, signal?: AbortSignal): Promise<boolean> {
    const deadline = this.env.monotonic() + ms;
    while (!condition()) {
      if (this.#failure !== undefined) throw this.#failure;
      const left = deadline - this.env.monotonic();
      if (left <= 0 || signal?.aborted) return false;
      await this.#wait(Math.min(left, 1_000), signal);
    }
    return true;
  }

  /** Ends the endpoint, then the state. */
  async close(): Promise<void> {
    await (await this.#endpoint)?.stop();
    await this.#open.close();
  }

  async #wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const over = new AbortController();
    const wake = () => over.abort();
    this.#waiting.add(wake);
    try {
      await this.env.sleep(ms, signal ? AbortSignal.any([over.signal, signal]) : over.signal);
    } catch {
      // Woken, or given up.
    } finally {
      this.#waiting.delete(wake);
    }
  }

  #pulse(): void {
    for (const wake of this.#waiting) wake();
    this.#options.events?.onChange?.();
  }

  async #noteRemoval(): Promise<void> {
    if (this.state.removedAt === undefined) await this.append([{ t: "chat-removed", at: this.env.now() }]);
  }
}

/**
 * Who is connected: one connection per endpoint, the endpoints of each account that has one, and the heartbeat that tells
 * the living from the deaf and the dead.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import type { Logger } from "../../../base/log.ts";
import type { RelayStore } from "../../../store/relay/open.ts";
import { listEndpoints, markSeen } from "../../../store/relay/presence.ts";
import type { Presence, RelayFrame } from "../../../wire/live.ts";
import { isAgentId } from "../../../wire/ids.ts";
import type { RelayLimits } from "../limits.ts";
import type { Connection } from "./connection.ts";

/** How often a probe looks whether its peer was heard. */
const PROBE_LOOK_MS = 20;

interface Account {
  /** Devices of the roster and agents, and when each was last here. */
  endpoints: ReadonlyMap<string, number | null>;
  readonly connections: Set<Connection>;
  /** Counts the reads of `endpoints`; `shown` is the one that they are of. */
  reads: number;
  shown: number;
}

/** What a hub stands on. */
export interface HubOptions {
  readonly store: RelayStore;
  readonly env: Pick<Env, "now" | "monotonic">;
  readonly log: Logger;
  readonly limits: RelayLimits;
  /** An endpoint was welcomed. */
  readonly onHere?: (endpoint: string) => void;
  /** An endpoint's connection fell silent or ended: it may have left something unread. */
  readonly onAway?: (endpoint: string) => void;
}

/** The live side of the relay. */
export class Hub {
  readonly #options: HubOptions;
  readonly #connections = new Map<string, Connection>();
  readonly #accounts = new Map<string, Account>();
  /** Came or went since it was last written down. */
  #seen = new Set<string>();
  #writing: Promise<void> = Promise.resolve();
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #tickMs: number;
  #tickedAt: number;

  constructor(options: HubOptions) {
    this.#options = options;
    const { heartbeatMs, deafAfterMs } = options.limits;
    this.#tickMs = Math.max(10, Math.min(1_000, heartbeatMs / 4, deafAfterMs / 4));
    this.#tickedAt = options.env.monotonic();
    this.#timer = setInterval(() => this.#tick(), this.#tickMs);
  }

  get size(): number {
    return this.#connections.size;
  }

  connectionOf(endpoint: string): Connection | undefined {
    return this.#connections.get(endpoint);
  }

  /** Takes a connection in; the caller has ended the one before. */
  enter(connection: Connection): void {
    const { account, endpoint } = connection.principal;
    const entry = this.#accounts.get(account) ?? {
      endpoints: new Map(),
      connections: new Set(),
      reads: 0,
      shown: 0,
    };
    this.#accounts.set(account, entry);
    entry.connections.add(connection);
    this.#connections.set(endpoint, connection);
  }

  /** Lets a connection go, and tells its account's devices. */
  leave(connection: Connection): void {
    const { account, endpoint } = connection.principal;
    const entry = this.#accounts.get(account);
    entry?.connections.delete(connection);
    if (entry?.connections.size === 0) this.#accounts.delete(account);
    if (this.#connections.get(endpoint) !== connection) return;
    this.#connections.delete(endpoint);
    if (!connection.ready) return;
    const now = this.#options.env.now();
    if (entry?.endpoints.has(endpoint)) entry.endpoints = new Map(entry.endpoints).set(endpoint, now);
    this.#seen.add(endpoint);
    this.#tellPresence(account, { endpoint, state: "offline", since: now });
    this.#options.onAway?.(endpoint);
  }

  /** Tells the account's devices that an endpoint is here. */
  announce(connection: Connection): void {
    const { account, endpoint } = connection.principal;
    this.#seen.add(endpoint);
    this.#tellPresence(account, { endpoint, state: "online", since: connection.since });
    this.#options.onHere?.(endpoint);
  }

  /**
   * Reads an account's endpoints again. Resolves once they are known at least as they were at the call: a caller must not
   * go on with nothing because somebody else's later read is under way.
   */
  async refresh(account: string): Promise<void> {
    const entry = this.#accounts.get(account);
    if (!entry) return;
    const read = ++entry.reads;
    const rows = await listEndpoints(this.#options.store.read, account);
    if (read < entry.shown) return;
    entry.shown = read;
    entry.endpoints = new Map(rows.map((row) => [row.id, row.seenAt]));
  }

  /** Whether an endpoint of `account`, which has a connection, may send and be sent to. */
  isEndpoint(account: string, endpoint: string): boolean {
    return this.#accounts.get(account)?.endpoints.has(endpoint) ?? false;
  }

  /** How an account's agents are, as far as its connections know. */
  agentsOf(account: string): Presence[] {
    const endpoints = this.#accounts.get(account)?.endpoints ?? new Map<string, number | null>();
    return [...endpoints].filter(([id]) => isAgentId(id)).map(([id, seenAt]) => this.presenceOf(id, seenAt));
  }

  /** `seenAt`: when it was last here, if it is not now. */
  presenceOf(endpoint: string, seenAt: number | null): Presence {
    const connection = this.#connections.get(endpoint);
    if (!connection?.ready) return { endpoint, state: "offline", since: seenAt };
    return { endpoint, state: connection.deaf ? "deaf" : "online", since: connection.stateSince };
  }

  /** Whether an endpoint is connected and answers. */
  isHere(endpoint: string): boolean {
    const connection = this.#connections.get(endpoint);
    return connection !== undefined && connection.ready && !connection.deaf;
  }

  /** Sends a frame to the account's connections that `filter` lets through. */
  tell(account: string, frame: RelayFrame, filter: (connection: Connection) => boolean = () => true): void {
    for (const connection of this.#accounts.get(account)?.connections ?? []) {
      if (connection.ready && filter(connection)) connection.send(frame);
    }
  }

  /** The endpoint has something waiting. */
  wake(endpoint: string): void {
    this.#connections.get(endpoint)?.wake();
  }

  /** A frame came: the endpoint lives. */
  heard(connection: Connection): void {
    connection.heardAt = this.#options.env.monotonic();
    connection.pingedAt = undefined;
    if (connection.deaf) this.#setDeaf(connection, false);
  }

  /** Asks a connection for a sign of life; answers whether one came within `limits.probeMs`. */
  async probe(connection: Connection): Promise<boolean> {
    const { env, limits } = this.#options;
    // It said hello a moment ago, and may not be spoken to before it is welcomed.
    if (!connection.ready) return true;
    const asked = env.monotonic();
    connection.send({ type: "ping", t: env.now() });
    // Counted in looks, not by the clock: while this process stands still, nobody can be heard.
    for (let waitedMs = 0; waitedMs < limits.probeMs; waitedMs += PROBE_LOOK_MS) {
      await new Promise((resolve) => setTimeout(resolve, PROBE_LOOK_MS));
      if (this.#connections.get(connection.endpoint) !== connection) return false;
      if (connection.heardAt > asked) return true;
    }
    return false;
  }

  /** Stops the heartbeat and writes down who was here last; the connections have ended. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const connection of [...this.#connections.values()]) connection.ended();
    await this.#writing;
    this.#writeSeen();
    await this.#writing;
  }

  /** Writes down who came and went, in one transaction for many. */
  #writeSeen(): void {
    if (this.#seen.size === 0) return;
    const { store, env, log } = this.#options;
    const seen = [...this.#seen];
    this.#seen = new Set();
    this.#writing = store.write((transaction) => markSeen(transaction, seen, env.now())).catch((error) => {
      log.warn("presence_unwritten", { error: error instanceof Error ? error.name : "unknown" });
    });
  }

  #tellPresence(account: string, presence: Presence): void {
    if (!isAgentId(presence.endpoint)) return;
    this.tell(account, { type: "presence", ...presence }, ({ principal }) => principal.kind === "device");
  }

  #setDeaf(connection: Connection, deaf: boolean): void {
    connection.deaf = deaf;
    connection.stateSince = this.#options.env.now();
    const { account, endpoint } = connection.principal;
    this.#tellPresence(account, this.presenceOf(endpoint, null));
    if (deaf) this.#options.onAway?.(endpoint);
  }

  #tick(): void {
    const { env, limits, log } = this.#options;
    const now = env.monotonic();
    // When this process itself stood still, its peers are not to blame for what they could not be heard to say.
    const stoodStill = now - this.#tickedAt - this.#tickMs > limits.deafAfterMs / 2
      ? now - this.#tickedAt
      : 0;
    this.#tickedAt = now;
    this.#writeSeen();
    for (const connection of [...this.#connections.values()]) {
      if (!connection.ready) continue;
      if (connection.pingedAt === undefined) {
        if (now - connection.heardAt < limits.heartbeatMs) continue;
        connection.pingedAt = now;
        connection.send({ type: "ping", t: env.now() });
        continue;
      }
      connection.pingedAt += stoodStill;
      const silence = now - connection.pingedAt;
      if (silence >= limits.deafAfterMs * 3) {
        log.info("connection_dead", { endpoint: connection.endpoint, silentMs: Math.round(silence) });
        connection.abandon();
      } else if (silence >= limits.deafAfterMs && !connection.deaf) this.#setDeaf(connection, true);
    }
  }
}

/**
 * An endpoint as a process that can be killed: what is on its disk stays, everything else is lost. With it a small inbox, as
 * the layer above would build it from the same journal.
 */
import { silentLogger } from "../../../base/log.ts";
import type { Content, EndpointRecord, IncomingRecord } from "../../../wire/endpoint/records.ts";
import { isEndpointRecord } from "../../../wire/endpoint/records.ts";
import type { Endpoint, EndpointEvents, SendChange } from "../../../wire/endpoint/api.ts";
import type { Alert } from "../../../wire/endpoint/alerts.ts";
import type { ChunkCaller } from "../../../wire/file/chunk_call.ts";
import type { FileShelf } from "../../../wire/file/file_shelf.ts";
import { MemoryShelf } from "../file/memory_shelf.ts";
import { newIdentityRecord } from "../../../wire/endpoint/identity_record.ts";
import { openEndpoint } from "../../../wire/endpoint/open_endpoint.ts";
import { EndpointState } from "../../../wire/endpoint/state.ts";
import { type Bytes, fromBase64url, toBase64url } from "../../../wire/bytes.ts";
import { type Identity, identityFromSeed } from "../../../wire/identity.ts";
import type { ModelRelay } from "./model_relay.ts";
import type { World } from "./virtual_world.ts";

type AppRecord = { readonly t: "row"; readonly from: string; readonly id: string; readonly kind: string };
type AnyRecord = EndpointRecord | AppRecord;

/** Chances of a crash at each step of the disk and of the network. */
export interface CrashChance {
  readonly disk: number;
  readonly network: number;
}

export const NO_CRASH: CrashChance = { disk: 0, network: 0 };

/** What those who watch a party want to know. */
export interface PartyEvents {
  onShown?(party: Party, message: IncomingRecord): void;
  onSend?(party: Party, change: SendChange): void;
  onRecord?(party: Party, record: EndpointRecord): void;
  onAlert?(party: Party, alert: Alert): void;
  onStart?(party: Party): void;
}

const never = () => new Promise<never>(() => {});

export class Party {
  readonly name: string;
  readonly id: string;
  readonly credential: string;
  readonly identity: Identity;
  readonly pairingKey: Bytes | undefined;
  /** The journal: text, as on a disk. */
  disk: string[] = [];
  /** Rows of the inbox, oldest first. */
  rows = new Map<string, { readonly from: string; readonly kind: string }>();
  state = new EndpointState();
  readonly shelf = new MemoryShelf();
  endpoint: Endpoint | undefined;
  crash: CrashChance = NO_CRASH;
  restarts = 0;
  /** The disk refuses. */
  diskFails = false;
  /** Added to the wall clock of the next process. */
  skew = 0;
  /** Batches of records, as they were written. */
  readonly batches: (readonly string[])[] = [];
  /** Errors that were logged as a bug's. */
  readonly bugs: string[] = [];
  readonly #world: World;
  readonly #relay: ModelRelay;
  readonly #events: PartyEvents;
  #life = 0;
  #writing: Promise<void> = Promise.resolve();

  private constructor(options: {
    world: World;
    relay: ModelRelay;
    name: string;
    id: string;
    credential: string;
    identity: Identity;
    pairingKey: Bytes | undefined;
    events: PartyEvents;
  }) {
    this.name = options.name;
    this.id = options.id;
    this.credential = options.credential;
    this.identity = options.identity;
    this.pairingKey = options.pairingKey;
    this.#world = options.world;
    this.#relay = options.relay;
    this.#events = options.events;
  }

  static async make(
    world: World,
    relay: ModelRelay,
    given: { name: string; id: string; pairingKey?: Bytes; events?: PartyEvents; records?: EndpointRecord[] },
  ): Promise<Party> {
    const record = newIdentityRecord(world.env(), given.id);
    const identity = await identityFromSeed(fromBase64url(record.seed ?? ""));
    const credential = toBase64url(world.chance.bytes(32));
    const { events = {}, name, id, pairingKey } = given;
    const party = new Party({ world, relay, name, id, credential, identity, pairingKey, events });
    party.disk = [record, ...given.records ?? []].map((entry) => JSON.stringify(entry));
    relay.accounts.set(id, { endpoint: id, credential, key: id.startsWith("agent_") ? null : identity.key });
    return party;
  }

  get isAlive(): boolean {
    return this.endpoint !== undefined;
  }

  /** Starts a process over what is on the disk. */
  async start(): Promise<void> {
    const life = ++this.#life;
    const isAlive = () => life === this.#life;
    const state = this.state = new EndpointState();
    this.rows = new Map();
    this.#writing = Promise.resolve();
    for (const line of this.disk) this.#apply(state, JSON.parse(line));
    const events: EndpointEvents = {
      onIncoming: (message) => isAlive() && this.#events.onShown?.(this, message),
      onSend: (change) => isAlive() && this.#events.onSend?.(this, change),
      onAlert: (alert) => isAlive() && this.#events.onAlert?.(this, alert),
      onFailure: (error) => this.bugs.push(`store: ${error}`),
    };
    const connect = this.#relay.connect(this.id);
    const call = this.#relay.call(this.id);
    const endpoint = await openEndpoint({
      env: this.#world.env(isAlive, () => this.skew),
      log: {
        ...silentLogger,
        error: (event, fields) => void this.bugs.push(`${event} ${JSON.stringify(fields)}`),
      },
      state,
      store: { append: (records) => this.#append(state, records as readonly AnyRecord[], isAlive) },
      call: async (name, input) => {
        if (!isAlive()) return never();
        try {
          const answer = await call(name, input);
          return isAlive() ? answer : never();
        } catch (error) {
          if (!isAlive()) return never();
          throw error;
        }
      },
      connect: (url, socketEvents) => {
        const socket = connect(url, {
          onMessage: (text) => isAlive() && socketEvents.onMessage(text),
          onClose: () => isAlive() && socketEvents.onClose(),
        });
        this.#closeSocket = () => socket.close();
        return {
          ...socket,
          send: (text) => {
            if (!isAlive()) return;
            if (this.#world.chance.is(this.crash.network)) return this.kill();
            socket.send(text);
            if (this.#world.chance.is(this.crash.network)) this.kill();
          },
        };
      },
      url: "ws://model",
      credential: this.credential,
      pairingKey: this.pairingKey,
      client: "simulated",
      files: { shelf: this.#shelfOf(isAlive), chunks: this.#chunksOf(isAlive) },
      events,
    });
    if (!isAlive()) return;
    this.endpoint = endpoint;
    this.#events.onStart?.(this);
    endpoint.start();
  }

  #closeSocket: () => void = () => {};

  /** The shelf as one life sees it: each step may be its last. */
  #shelfOf(isAlive: () => boolean): FileShelf {
    const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (!isAlive()) return await never();
      if (this.#world.chance.is(this.crash.disk)) this.kill();
      if (!isAlive()) return await never();
      const result = await work();
      if (this.#world.chance.is(this.crash.disk)) this.kill();
      return isAlive() ? result : await never();
    };
    const { shelf } = this;
    return {
      put: (...given) => step(() => shelf.put(...given)),
      keep: (...given) => step(() => shelf.keep(...given)),
      get: (...given) => step(() => shelf.get(...given)),
      remove: (...given) => step(() => shelf.remove(...given)),
      list: () => step(() => shelf.list()),
    };
  }

  #chunksOf(isAlive: () => boolean): ChunkCaller {
    const chunks = this.#relay.chunks(this.id);
    const alive = async <Result>(work: Promise<Result>): Promise<Result> => {
      try {
        const result = await work;
        return isAlive() ? result : await never();
      } catch (error) {
        if (!isAlive()) return await never();
        throw error;
      }
    };
    return {
      put: (...given) => alive(chunks.put(...given)),
      get: (...given) => alive(chunks.get(...given)),
    };
  }

  /** SIGKILL. */
  kill(): void {
    if (!this.endpoint) return;
    this.#life++;
    this.endpoint = undefined;
    this.restarts++;
    this.shelf.crash();
    this.#closeSocket();
  }

  /** Rewrites the disk of a dead process from what it says, as compaction does. */
  compact(): void {
    const state = new EndpointState();
    this.rows = new Map();
    for (const line of this.disk) this.#apply(state, JSON.parse(line));
    const rows: AppRecord[] = [...this.rows].map(([key, row]) => ({
      t: "row",
      id: key.split(" ")[1] ?? "",
      ...row,
    }));
    this.disk = [...state.snapshot(), ...rows].map((record) => JSON.stringify(record));
  }

  async send(
    id: string,
    conversation: string,
    to: "agent" | "devices",
    content: Content,
    agent = "",
  ): Promise<void> {
    const audience = to === "agent" ? { to, agent } as const : { to } as const;
    await this.endpoint?.send({ id, conversation, audience, content });
  }

  #apply(state: EndpointState, record: AnyRecord): void {
    if (isEndpointRecord(record)) state.apply(record);
    if (record.t !== "in" && record.t !== "row") return;
    const kind = record.t === "in" ? record.payload.kind : record.kind;
    if (kind === "receipt" || kind === "nack") return;
    const key = `${record.from} ${record.id}`;
    if (this.rows.has(key)) this.bugs.push(`stored twice: ${key}`);
    this.rows.set(key, { from: record.from, kind });
  }

  #append(state: EndpointState, records: readonly AnyRecord[], isAlive: () => boolean): Promise<void> {
    const lines = records.map((record) => JSON.stringify(record));
    const { chance } = this.#world;
    const written = this.#writing.then(async (): Promise<void> => {
      if (!isAlive()) return await never();
      // A crash before the write, during it (nothing or all of a batch is there), and after it.
      if (chance.is(this.crash.disk)) this.kill();
      await this.#world.sleep(chance.between(1, 5));
      if (!isAlive()) return await never();
      if (this.diskFails) throw new Error("no space left on device");
      this.batches.push(records.map(({ t }) => t));
      this.disk.push(...lines);
      for (const line of lines) {
        const record = JSON.parse(line) as AnyRecord;
        this.#apply(state, record);
        if (isEndpointRecord(record)) this.#events.onRecord?.(this, record);
      }
      if (chance.is(this.crash.disk)) this.kill();
      if (!isAlive()) return await never();
    });
    this.#writing = written;
    return written;
  }
}

/**
 * A relay in memory with the real one's rules and frames (server/relay), for one account. What a run wants of it beyond that,
 * honest faults of the way or lies, it does through {@linkcode RelayFaults} and by changing the answers of single calls.
 */
import { ClientFrame, helloBytes, RelayFrame } from "../../../wire/live.ts";
import type { RouteInput, RouteName, RouteResponse } from "../../../wire/account.ts";
import { ROUTES } from "../../../wire/account.ts";
import { type Bytes, equalBytes, toBase64url } from "../../../wire/bytes.ts";
import type { FileAnnouncement } from "../../../wire/file/announcement.ts";
import type { ChunkCaller } from "../../../wire/file/chunk_call.ts";
import type { MacedCard } from "../../../wire/card.ts";
import type { Envelope } from "../../../wire/envelope.ts";
import { verifySignature } from "../../../wire/identity.ts";
import type { SignedPrekey } from "../../../wire/prekey.ts";
import { RelayRefusal, RelayUnreachable } from "../../../wire/relay_call.ts";
import type { RelayErrorCode } from "../../../wire/relay_error.ts";
import type { RosterAnchor, SignedRoster } from "../../../wire/roster.ts";
import type { Connect } from "../../../wire/endpoint/socket.ts";
import type { World } from "./virtual_world.ts";

/** Chances of faults on the way, each from 0 to 1. */
export interface RelayFaults {
  /** A frame of the relay cuts the connection instead of arriving. */
  readonly cut: number;
  /** A connection falls silent, both ways, and stays open. */
  readonly deaf: number;
  /** A delivery comes twice. */
  readonly double: number;
  /** Deliveries of one moment are mixed. */
  readonly reorder: number;
  /** An answer to a submission gets lost. */
  readonly mute: number;
  /** A submission is refused for now. */
  readonly busy: number;
  /** A call fails, before or after it was carried out. */
  readonly call: number;
  /** Longest delay of a frame, ms. */
  readonly delay: number;
}

export const NO_FAULTS: RelayFaults = {
  cut: 0,
  deaf: 0,
  double: 0,
  reorder: 0,
  mute: 0,
  busy: 0,
  call: 0,
  delay: 20,
};

interface Held {
  readonly seq: number;
  readonly at: number;
  readonly envelope: Envelope;
  state: "held" | "acknowledged" | "dropped";
}

interface Live {
  readonly endpoint: string;
  send(frame: RelayFrame): void;
  /** As they are, without a look at them, all at once. */
  say(...frames: readonly unknown[]): void;
  end(code: RelayErrorCode): void;
  ready: boolean;
  deliveredSeq: number;
  readonly unacknowledged: Set<string>;
}

/** A file, as far as it has come. */
interface ModelFile {
  readonly sender: string;
  readonly chunks: number;
  readonly sealedBytes: number;
  readonly held: Map<number, Bytes>;
}

const DELIVERY_WINDOW = 32;
const keyOf = (from: string, to: string, id: string) => `${from} ${to} ${id}`;

/** Someone who may connect: an agent's identity key comes with its card. */
export interface Account {
  readonly endpoint: string;
  readonly credential: string;
  key: string | null;
}

export class ModelRelay {
  faults: RelayFaults = NO_FAULTS;
  /** May change, or swallow, what the relay sends: a lying relay. */
  lie: ((to: string, frame: RelayFrame) => RelayFrame[]) | undefined;
  /** May change what a call answers. */
  lieCall: ((endpoint: string, name: RouteName, answer: unknown) => unknown) | undefined;
  /** How much longer a call takes than others, ms. */
  slow: ((endpoint: string, name: RouteName) => number) | undefined;
  readonly accounts = new Map<string, Account>();
  readonly rosters: SignedRoster[] = [];
  readonly anchors = new Map<string, RosterAnchor>();
  readonly agents = new Map<string, MacedCard | null>();
  /** (from, to, id) of everything that was ever stored: what `submitted` may be said of. */
  readonly stored = new Set<string>();
  /** Counters that two messages were stored under. */
  readonly reused: string[] = [];
  readonly calls: { readonly endpoint: string; readonly name: RouteName }[] = [];
  readonly submissions: Envelope[] = [];
  readonly files = new Map<string, ModelFile>();
  /** Files of which other bytes came than before. */
  readonly conflicts: string[] = [];
  readonly #world: World;
  readonly #prekeys = new Map<
    string,
    { held: SignedPrekey[]; known: Set<string>; lastResort: SignedPrekey | null }
  >();
  readonly #envelopes = new Map<string, Held>();
  readonly #counters = new Map<string, string>();
  readonly #marks = new Map<string, number>();
  readonly #live = new Map<string, Live>();
  #seq = 0;

  constructor(world: World) {
    this.#world = world;
  }

  get version(): number {
    return this.rosters.at(-1)?.roster.version ?? 1;
  }

  isEndpoint(id: string): boolean {
    return this.agents.has(id) ||
      (this.rosters.at(-1)?.roster.devices.some((device) => device.id === id) ?? false);
  }

  heldPrekeys(endpoint: string): { oneTime: string[]; lastResort: string | null } {
    const prekeys = this.#prekeys.get(endpoint);
    return { oneTime: prekeys?.held.map(({ id }) => id) ?? [], lastResort: prekeys?.lastResort?.id ?? null };
  }

  lastResort(endpoint: string): SignedPrekey | null {
    return this.#prekeys.get(endpoint)?.lastResort ?? null;
  }

  waiting(endpoint: string): Envelope[] {
    return [...this.#envelopes.values()].filter(({ state, envelope }) =>
      state === "held" && envelope.to === endpoint
    )
      .map(({ envelope }) => envelope);
  }

  isConnected(endpoint: string): boolean {
    return this.#live.get(endpoint)?.ready ?? false;
  }

  /** Publishes the next roster, as `publishRoster` does. */
  publish(signed: SignedRoster): void {
    const before = this.rosters.at(-1)?.roster.devices ?? [];
    this.rosters.push(signed);
    for (const { id, key } of signed.roster.devices) {
      const account = this.accounts.get(id);
      if (account) account.key = key;
    }
    for (const { id } of before) if (!this.isEndpoint(id)) this.#forget(id);
    this.#tell({ type: "changed", what: "roster", version: signed.roster.version });
  }

  cut(endpoint: string): void {
    this.#live.get(endpoint)?.end("SHUTTING_DOWN");
  }

  /** Gives up everything that waits. */
  dropHeld(): void {
    for (const held of this.#envelopes.values()) {
      if (held.state !== "held") continue;
      held.state = "dropped";
      const { from, to, id } = held.envelope;
      this.#live.get(from)?.send({ type: "dropped", items: [{ to, id }] });
    }
  }

  /** Hands an endpoint an envelope of the relay's choice. */
  inject(to: string, envelope: Envelope): void {
    this.#live.get(to)?.say({ type: "deliver", at: this.#world.wall, envelope });
  }

  /** Says something to an endpoint that is connected, whatever it is. */
  say(to: string, ...frames: readonly unknown[]): void {
    this.#live.get(to)?.say(...frames);
  }

  call(endpoint: string) {
    return async <Name extends RouteName>(
      name: Name,
      input: RouteInput<Name>,
    ): Promise<RouteResponse<Name>> => {
      const { chance } = this.#world;
      await this.#world.sleep(chance.between(1, this.faults.delay));
      if (chance.is(this.faults.call)) throw new RelayUnreachable("lost on the way there");
      await this.#world.sleep(this.slow?.(endpoint, name) ?? 0);
      this.calls.push({ endpoint, name });
      const request = ROUTES[name].request.parse(input);
      const account = this.accounts.get(endpoint);
      if (!account) throw new RelayRefusal("UNAUTHORIZED", "revoked");
      const answer = this.#route(account, name, request);
      const shown = this.lieCall ? this.lieCall(endpoint, name, answer) : answer;
      await this.#world.sleep(chance.between(1, this.faults.delay));
      if (chance.is(this.faults.call)) throw new RelayUnreachable("lost on the way back");
      return ROUTES[name].response.parse(JSON.parse(JSON.stringify(shown))) as RouteResponse<Name>;
    };
  }

  /** Chunks of files, as an endpoint puts and fetches them. */
  chunks(endpoint: string): ChunkCaller {
    const pass = async <Result>(work: () => Result): Promise<Result> => {
      const { chance } = this.#world;
      await this.#world.sleep(chance.between(1, this.faults.delay));
      if (chance.is(this.faults.call)) throw new RelayUnreachable("lost on the way there");
      const result = work();
      await this.#world.sleep(chance.between(1, this.faults.delay));
      if (chance.is(this.faults.call)) throw new RelayUnreachable("lost on the way back");
      return result;
    };
    return {
      put: (file, index, sealed) =>
        pass(() => {
          const known = this.files.get(file);
          if (known?.sender !== endpoint || sealed.length !== known.sealedBytes) {
            throw new RelayRefusal("INVALID_REQUEST", "not as announced");
          }
          const held = known.held.get(index);
          if (held && !equalBytes(held, sealed)) {
            this.conflicts.push(file);
            throw new RelayRefusal("FILE_CONFLICT", "other bytes");
          }
          known.held.set(index, sealed);
        }),
      get: (file, index) =>
        pass(() => {
          const known = this.files.get(file);
          const sealed = known?.held.size === known?.chunks ? known?.held.get(index) : undefined;
          if (!sealed) throw new RelayRefusal("NOT_FOUND", "no such chunk");
          return sealed;
        }),
    };
  }

  /** A socket of `endpoint`'s. */
  connect(endpoint: string): Connect {
    return (_url, events) => {
      const { chance } = this.#world;
      const nonce = toBase64url(chance.bytes(32));
      let open = true;
      let listening = true;
      let deaf = false;
      let live: Live | undefined;
      // Frames of one direction stay in order, as a stream's do.
      const lane = () => {
        let free = this.#world.time;
        return (run: () => void) => {
          free = Math.max(free, this.#world.time + chance.between(1, this.faults.delay));
          this.#world.after(free - this.#world.time, () => {
            if (open && !deaf) run();
          });
        };
      };
      const hear = (text: string) => {
        if (listening) events.onMessage(text);
      };
      const down = lane();
      const up = lane();
      const close = () => {
        if (!open) return;
        open = false;
        if (live) this.#leave(live);
        this.#world.after(chance.between(1, this.faults.delay), () => events.onClose());
      };
      const transmit = (frame: RelayFrame) => {
        if (chance.is(this.faults.cut)) return close();
        if (chance.is(this.faults.deaf)) deaf = true;
        const text = JSON.stringify(RelayFrame.parse(frame));
        down(() => hear(text));
      };
      const say = (...frames: readonly unknown[]) =>
        down(() => frames.forEach((frame) => hear(JSON.stringify(frame))));
      const send = (frame: RelayFrame) => {
        for (const shown of this.lie ? this.lie(endpoint, frame) : [frame]) transmit(shown);
      };
      const end = (code: RelayErrorCode) => {
        transmit({ type: "error", code, message: code });
        down(close);
      };
      transmit({ type: "challenge", v: 1, nonce, heartbeatMs: 25_000 });
      return {
        send: (text) =>
          up(() => {
            const frame = ClientFrame.safeParse(JSON.parse(text)).data;
            if (!frame) return end("INVALID_REQUEST");
            if (frame.type === "ping") return send({ type: "pong", t: frame.t });
            if (frame.type === "pong") return;
            if (frame.type === "hello") {
              this.#greet(frame, nonce, {
                endpoint,
                send,
                say,
                end,
                ready: false,
                deliveredSeq: 0,
                unacknowledged: new Set(),
              })
                .then((welcomed) => {
                  if (open) live = welcomed;
                  else if (welcomed) this.#leave(welcomed);
                });
              return;
            }
            if (live) this.#receive(live, frame);
          }),
        // What was sent before still arrives, as on a real socket whose process was killed; nothing comes back.
        close: () => {
          listening = false;
          up(() => {
            open = false;
            if (live) this.#leave(live);
          });
        },
      };
    };
  }

  async #greet(
    hello: Extract<ClientFrame, { type: "hello" }>,
    nonce: string,
    live: Live,
  ): Promise<Live | undefined> {
    const account = this.accounts.get(hello.endpoint);
    const refuse = (code: RelayErrorCode) => {
      live.end(code);
      return undefined;
    };
    if (!account || account.credential !== hello.credential) return refuse("UNAUTHORIZED");
    if (account.key === null) return refuse("CARD_MISSING");
    const proof = helloBytes(nonce, hello.endpoint, hello.instance);
    if (!(await verifySignature(account.key, hello.signature, proof))) return refuse("UNAUTHORIZED");
    this.#live.get(live.endpoint)?.end("TOO_SLOW");
    this.#live.set(live.endpoint, live);
    live.ready = true;
    const waiting = this.waiting(live.endpoint);
    live.send({
      type: "welcome",
      v: 1,
      at: this.#world.wall,
      roster: this.version,
      marks: [...this.#marks].filter(([key]) => key.startsWith(`${live.endpoint} `))
        .map(([key, n]) => ({ peer: key.split(" ")[1] ?? "", n })),
      prekeys: this.heldPrekeys(live.endpoint),
      queue: { count: waiting.length, oldestAt: waiting.length > 0 ? this.#world.wall : null },
      presence: [],
    });
    this.#deliver(live);
    return live;
  }

  #leave(live: Live): void {
    if (this.#live.get(live.endpoint) === live) this.#live.delete(live.endpoint);
  }

  #forget(id: string): void {
    this.accounts.delete(id);
    this.#prekeys.delete(id);
    for (const [key, { envelope }] of this.#envelopes) if (envelope.to === id) this.#envelopes.delete(key);
    for (const key of this.#marks.keys()) if (key.includes(id)) this.#marks.delete(key);
    const live = this.#live.get(id);
    live?.end("REVOKED");
    if (live) this.#leave(live);
  }

  #tell(frame: RelayFrame, filter: (live: Live) => boolean = () => true): void {
    for (const live of this.#live.values()) if (live.ready && filter(live)) live.send(frame);
  }

  #receive(live: Live, frame: ClientFrame): void {
    if (!this.isEndpoint(live.endpoint)) return live.end("FORBIDDEN");
    switch (frame.type) {
      case "submit":
        return this.#submit(live, frame.envelope);
      case "ack":
        for (const { from, id, outcome } of frame.items) {
          const key = keyOf(from, live.endpoint, id);
          const held = this.#envelopes.get(key);
          if (held?.state === "held" && outcome === "unreadable") this.#envelopes.delete(key);
          else if (held?.state === "held") held.state = "acknowledged";
          live.unacknowledged.delete(`${from} ${id}`);
        }
        return this.#deliver(live);
      case "ask":
        return live.send({
          type: "standing",
          items: frame.items.map(({ to, id }) => ({
            to,
            id,
            state: this.#envelopes.get(keyOf(live.endpoint, to, id))?.state ?? "unknown",
          })),
        });
    }
  }

  #submit(live: Live, envelope: Envelope): void {
    const { from, to, id, n } = envelope;
    this.submissions.push(envelope);
    const { chance } = this.#world;
    if (from !== live.endpoint || to === from) {
      return live.send({ type: "refused", to, id, code: "FORBIDDEN" });
    }
    if (!this.isEndpoint(to)) return live.send({ type: "refused", to, id, code: "RECIPIENT_UNKNOWN" });
    if (chance.is(this.faults.busy)) {
      return live.send({ type: "refused", to, id, code: "RATE_LIMITED", retryAfterMs: 1_000 });
    }
    const key = keyOf(from, to, id);
    const known = this.#envelopes.get(key);
    if (!known) {
      this.#envelopes.set(key, { seq: ++this.#seq, at: this.#world.wall, envelope, state: "held" });
      this.stored.add(key);
      const counter = `${from} ${to} ${n}`;
      if ((this.#counters.get(counter) ?? id) !== id) this.reused.push(counter);
      this.#counters.set(counter, id);
      const mark = `${from} ${to}`;
      this.#marks.set(mark, Math.max(n, this.#marks.get(mark) ?? 0));
    }
    if (!chance.is(this.faults.mute)) {
      live.send({ type: "submitted", to, id, at: known?.at ?? this.#world.wall });
    }
    const target = this.#live.get(to);
    if (target) this.#deliver(target);
  }

  #deliver(live: Live): void {
    if (!live.ready) return;
    const { chance } = this.#world;
    const next = [...this.#envelopes.values()]
      .filter(({ seq, state, envelope }) =>
        state === "held" && envelope.to === live.endpoint && seq > live.deliveredSeq
      )
      .sort((a, b) => a.seq - b.seq).slice(0, DELIVERY_WINDOW - live.unacknowledged.size);
    for (const { seq, envelope } of next) {
      live.deliveredSeq = Math.max(live.deliveredSeq, seq);
      live.unacknowledged.add(`${envelope.from} ${envelope.id}`);
    }
    const sent = next.flatMap((held) => chance.is(this.faults.double) ? [held, held] : [held]);
    const shown = chance.is(this.faults.reorder) ? chance.shuffle(sent) : sent;
    for (const { at, envelope } of shown) {
      const deliver = () => live.send({ type: "deliver", at, envelope });
      // A held-back frame is overtaken by those of later moments.
      if (chance.is(this.faults.reorder)) this.#world.after(chance.between(1, 5_000), deliver);
      else deliver();
    }
  }

  #route(account: Account, name: RouteName, request: unknown): unknown {
    const { endpoint } = account;
    switch (name) {
      case "fetchRosters": {
        const { after } = request as { after: number };
        return {
          rosters: this.rosters.filter(({ roster }) => roster.version > after).slice(0, 100),
          latest: this.version,
          anchor: this.anchors.get(endpoint) ?? null,
        };
      }
      case "listAgents":
        return {
          agents: [...this.agents].map(([id, card]) => ({
            id,
            createdAt: 0,
            card,
            presence: { endpoint: id, state: this.isConnected(id) ? "online" : "offline", since: null },
          })),
        };
      case "publishCard": {
        const { card } = request as { card: MacedCard };
        const known = this.agents.get(endpoint);
        if (known && (known.card.key !== card.card.key || known.mac !== card.mac)) {
          throw new RelayRefusal("CARD_CONFLICT", "another card");
        }
        this.agents.set(endpoint, card);
        account.key = card.card.key;
        this.#tell({ type: "changed", what: "agent", agent: endpoint });
        return {};
      }
      case "publishPrekeys":
        return this.#publishPrekeys(endpoint, request as { prekeys: SignedPrekey[]; withdraw?: string[] });
      case "claimPrekeys":
        return {
          prekeys: (request as { endpoints: string[] }).endpoints.map((peer) => ({
            endpoint: peer,
            prekey: this.isEndpoint(peer) && peer !== endpoint ? this.#claim(peer) : null,
          })),
        };
      case "announceFile": {
        const { file, chunks, sealedBytes } = request as FileAnnouncement;
        const known = this.files.get(file) ?? { sender: endpoint, chunks, sealedBytes, held: new Map() };
        this.files.set(file, known);
        const missing = Array.from({ length: chunks }, (_, index) => index).filter((n) => !known.held.has(n));
        return { missing, until: this.#world.wall };
      }
      case "releaseFiles":
        for (const file of (request as { files: string[] }).files) this.files.delete(file);
        return {};
      default:
        throw new RelayRefusal("NOT_FOUND", name);
    }
  }

  #publishPrekeys(
    endpoint: string,
    { prekeys, withdraw = [] }: { prekeys: SignedPrekey[]; withdraw?: string[] },
  ) {
    const own = this.#prekeys.get(endpoint) ?? { held: [], known: new Set<string>(), lastResort: null };
    this.#prekeys.set(endpoint, own);
    const isFirst = own.held.length === 0 && own.lastResort === null;
    own.held = own.held.filter(({ id }) => !withdraw.includes(id));
    for (const prekey of prekeys) {
      if (prekey.lastResort) own.lastResort = prekey;
      else if (!own.known.has(prekey.id)) own.held.push(prekey);
      own.known.add(prekey.id);
    }
    if (own.held.length > 200) throw new RelayRefusal("PREKEY_REFUSED", "too many");
    if (isFirst && prekeys.length > 0) {
      const changed: RelayFrame = this.agents.has(endpoint)
        ? { type: "changed", what: "agent", agent: endpoint }
        : { type: "changed", what: "devices" };
      this.#tell(changed, ({ endpoint: told }) => told !== endpoint);
    }
    return { oneTime: own.held.length, lastResort: own.lastResort?.id ?? null };
  }

  #claim(endpoint: string): SignedPrekey | null {
    const own = this.#prekeys.get(endpoint);
    if (!own) {
      this.#live.get(endpoint)?.send({ type: "changed", what: "prekeys", held: 0 });
      return null;
    }
    // In no order: the newest may be handed out first.
    const index = this.#world.chance.between(0, own.held.length - 1);
    const prekey = own.held.splice(index, 1)[0] ?? own.lastResort;
    if (own.held.length < 20) {
      this.#live.get(endpoint)?.send({ type: "changed", what: "prekeys", held: own.held.length });
    }
    return prekey;
  }
}

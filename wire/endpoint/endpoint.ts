/**
 * One end of the channel: puts the duties together. Each duty has its own queue, so that no two runs of it interleave;
 * they meet in the state, which only the journal changes.
 * @module
 */
import type { Identity } from "../identity.ts";
import { isAgentId } from "../ids.ts";
import { CardShower } from "./show_card.ts";
import type { Welcome } from "../live.ts";
import { AlertBook } from "./alert_book.ts";
import type { Alert } from "./alerts.ts";
import {
  type ConnectionError,
  type ConnectionStatus,
  type Draft,
  type Endpoint,
  type EndpointEvents,
  type EndpointOptions,
  type SendChange,
  type SendOptions,
  type Sent,
} from "./api.ts";
import { Connection } from "./connection.ts";
import { type Core, Stopped } from "./core.ts";
import { FileDesk } from "./file_desk.ts";
import { GapWatch } from "./gaps.ts";
import { Incoming } from "./incoming.ts";
import { PrekeyKeeper } from "./keep_prekeys.ts";
import type { LiveFrame } from "./live_socket.ts";
import { Outgoing } from "./outgoing.ts";
import { Pump, Serial } from "./pump.ts";
import { writeReceipts } from "./receipts.ts";
import type { EndpointRecord, KnownAgent } from "./records.ts";
import { retryAfter } from "./retry.ts";
import { Sender } from "./sender.ts";
import { Session } from "./session.ts";
import { Submissions } from "./submissions.ts";
import { Trust } from "./trust.ts";
import { Uploads } from "./uploads.ts";
import { Upkeep } from "./upkeep.ts";

/** Receipts of one moment go together. */
const RECEIPT_MS = 100;
/** Pause before a hello's duties are done again that found no roster. */
const NO_ROSTER_MS = 30_000;

/** What `openEndpoint` found out. */
export interface ChannelEndpointOptions extends EndpointOptions {
  readonly identity: Identity;
  readonly self: string;
}

/** The endpoint. */
export class ChannelEndpoint implements Endpoint {
  readonly self: string;
  readonly identity: Identity;
  readonly #options: ChannelEndpointOptions;
  readonly #events: EndpointEvents;
  readonly #stopping = new AbortController();
  readonly #addressing = new Serial();
  readonly #sender: Sender;
  readonly #alerts: AlertBook;
  readonly #connection: Connection;
  readonly #trust: Trust;
  readonly #prekeys: PrekeyKeeper;
  readonly #submissions: Submissions;
  readonly #outgoing: Outgoing;
  readonly #incoming: Incoming;
  readonly #upkeep: Upkeep;
  readonly #pumps: Readonly<
    Record<"greet" | "send" | "receipts" | "answers" | "trust" | "prekeys" | "files", Pump>
  >;
  readonly #core: Core;
  readonly #session: Session;
  readonly #uploads: Uploads | undefined;
  readonly files: FileDesk | null;
  #answers: EndpointRecord[] = [];
  #prekeysHeld: number | undefined;
  #failed: ConnectionError | undefined;

  constructor(options: ChannelEndpointOptions) {
    this.#options = options;
    this.self = options.self;
    this.identity = options.identity;
    this.#events = options.events ?? {};
    const { env, state } = options;
    this.#session = new Session({
      core: () => this.#core,
      trust: () => this.#trust,
      prekeys: () => this.#prekeys,
      isConnected: () => this.#connection.status.state === "connected",
    });
    const core = this.#core = this.#makeCore();
    const onError = (error: unknown, failures: number) => retryAfter(core, error, failures);
    state.listen((change) => queueMicrotask(() => this.#tellChange(change)));
    this.#alerts = new AlertBook({
      state,
      now: () => env.now(),
      append: core.append,
      onAlert: (alert) => this.#tell("onAlert", alert),
    });
    this.#pumps = {
      greet: this.#pump(() => this.#greet()),
      send: this.#pump(() => this.#send()),
      receipts: this.#pump(() => this.#giveReceipts()),
      answers: this.#pump(() => this.#writeAnswers()),
      trust: this.#pump(() => this.#trust.sync()),
      prekeys: this.#pump(() => this.#prekeys.tend(this.#prekeysHeld)),
      files: this.#pump(() => this.#upload()),
    };
    const { files } = options;
    this.files = files ? new FileDesk(core, files) : null;
    this.#trust = new Trust(core, options.pairingKey, () => this.#trustChanged());
    this.#prekeys = new PrekeyKeeper(core);
    this.#submissions = new Submissions(core, () => this.#pumps.send.wake(), () => this.#pumps.trust.wake());
    this.#outgoing = new Outgoing(core, this.#submissions);
    this.#uploads = files && new Uploads(core, files, {
      isDoubtful: (id, to) => this.#submissions.isDoubtful(id, to),
      onStored: () => this.#pumps.send.wake(),
    });
    this.#sender = new Sender(core, {
      status: () => this.status,
      wake: () => {
        this.#pumps.files.wake();
        this.#pumps.send.wake();
      },
      shelf: files?.shelf,
    });
    this.#incoming = new Incoming(core, {
      sync: () => this.#trust.sync(),
      claimed: (peer, claim) => this.#trust.claimed(peer, claim),
      show: (message) => this.#tell("onIncoming", message),
      wake: () => {
        this.#pumps.send.wake();
        this.#pumps.receipts.wakeIn(RECEIPT_MS);
      },
    }, onError);
    this.#upkeep = new Upkeep(core, {
      submissions: this.#submissions,
      incoming: this.#incoming,
      gaps: new GapWatch(core),
      prekeys: this.#prekeys,
      wake: () => this.#pumps.send.wake(),
    }, onError);
    const card = new CardShower(core, options.pairingKey);
    this.#connection = new Connection({
      ...options,
      prepare: (last) => card.show(last),
      onWelcome: (welcome) => this.#begin(welcome),
      onFrame: (frame) => this.#receive(frame),
      onDown: () => this.#end(),
      onStatus: () => this.#tell("onStatus", this.status),
    });
  }

  get key(): string {
    return this.identity.key;
  }

  get status(): ConnectionStatus {
    const { status } = this.#connection;
    return this.#failed ? { ...status, state: "offline", error: this.#failed } : status;
  }

  get behind(): number {
    return this.#incoming.behind;
  }

  get alerts(): readonly Alert[] {
    return this.#alerts.all;
  }

  start(): void {
    if (this.#stopping.signal.aborted) throw new Stopped();
    this.#connection.start();
    this.#upkeep.start();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#connection.stop();
    await Promise.all(
      [...Object.values(this.#pumps), this.#incoming, this.#upkeep].map((duty) => duty.idle()),
    );
  }

  reconnect(): void {
    this.#connection.reconnect();
  }

  send(draft: Draft, options?: SendOptions): Promise<Sent> {
    return this.#sender.send(draft, options);
  }

  sendStateOf(id: string): Sent | undefined {
    return this.#core.state.outbox.sentOf(id);
  }

  async keepAgent(agent: Pick<KnownAgent, "id" | "name" | "pairingKey">): Promise<void> {
    await this.#trust.keepAgent(agent);
    this.#pumps.trust.wake();
  }

  async forgetAgent(id: string): Promise<void> {
    await this.#trust.forgetAgent(id);
  }

  async sync(): Promise<void> {
    await this.#trust.sync();
  }

  sendPairing(to: string, body: string): boolean {
    return this.#connection.send({ type: "pairing", to, body });
  }

  async clearAlert(kind: Alert["kind"], peer: string | null): Promise<void> {
    await this.#alerts.clear(kind, peer);
  }

  #makeCore(): Core {
    const { env, log, self, identity, state, call } = this.#options;
    const session = this.#session;
    return {
      env,
      log,
      self,
      identity,
      state,
      call,
      signal: this.#stopping.signal,
      isAgent: isAgentId(self),
      get isReady() {
        return session.isReady;
      },
      get epoch() {
        return session.epoch;
      },
      append: (records, alongside = []) => this.#append([...records, ...alongside]),
      addressing: (task) => this.#addressing.run(task),
      send: (frame) => this.#connection.send(frame),
      drop: (code) => this.#connection.drop(code),
      raise: (kind, peer) => this.#alerts.raise(kind, peer),
      clear: (kind, peer) => void this.#alerts.clear(kind, peer).catch(() => {}),
      prudentNow: () => session.prudentNow(),
    };
  }

  async #append(records: readonly { readonly t: string }[]): Promise<void> {
    if (this.#stopping.signal.aborted) throw new Stopped();
    try {
      await this.#options.store.append(records);
    } catch (error) {
      // A value that no journal takes is its caller's mistake, and nothing was written.
      if (!(error instanceof TypeError || error instanceof RangeError)) this.#fail(error);
      throw error;
    }
  }

  /** The journal refuses: whatever was promised from here on could be a lie. */
  #fail(error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    this.#failed = { code: "STORE_FAILED", final: true };
    this.#options.log.error("endpoint_store_failed", {
      error: error instanceof Error ? error.name : "unknown",
    });
    this.#stopping.abort();
    this.#connection.stop().catch(() => {});
    this.#tell("onStatus", this.status);
    this.#tell("onFailure", error);
  }

  #pump(work: () => Promise<void>): Pump {
    const { env, signal } = this.#core;
    return new Pump({
      env,
      signal,
      work,
      onError: (error, failures) => retryAfter(this.#core, error, failures),
    });
  }

  #begin(welcome: Welcome): void {
    this.#session.begin(welcome);
    this.#incoming.reset(welcome.queue.count);
    this.#submissions.reset();
    this.#outgoing.refresh();
    for (const presence of welcome.presence) this.#tell("onPresence", presence);
    this.#pumps.greet.wake();
  }

  #end(): void {
    this.#session.end();
    this.#incoming.reset();
    this.#submissions.reset();
  }

  async #greet(): Promise<void> {
    const outcome = await this.#session.greet();
    if (outcome === "no-roster") this.#pumps.greet.wakeIn(NO_ROSTER_MS);
    if (outcome !== "ready") return;
    this.#submissions.begin();
    this.#pumps.files.wake();
    this.#pumps.receipts.wake();
    this.#pumps.send.wake();
  }

  #receive(frame: LiveFrame): void {
    switch (frame.type) {
      case "deliver":
        return this.#incoming.offer(frame);
      case "submitted":
        return this.#answer(this.#submissions.onSubmitted(frame));
      case "refused":
        return this.#answer(this.#submissions.onRefused(frame));
      case "standing":
        return this.#answer(this.#submissions.onStanding(frame));
      case "dropped":
        return this.#answer(this.#submissions.onDropped(frame));
      case "presence":
        if (frame.state === "online") this.#lookForKeys();
        return this.#tell("onPresence", { endpoint: frame.endpoint, state: frame.state, since: frame.since });
      case "pairing":
        return this.#tell("onPairing", frame.from, frame.body);
      case "changed":
        return this.#changed(frame);
    }
  }

  #changed(frame: Extract<LiveFrame, { readonly type: "changed" }>): void {
    switch (frame.what) {
      case "roster":
        if (!this.#core.state.roster) this.#pumps.greet.wake();
        return this.#pumps.trust.wake();
      case "agent":
        this.#pumps.trust.wake();
        this.#lookForKeys();
        return this.#tell("onAgents");
      case "prekeys":
        // Before it is ready, the duties of its hello fill up: a count from before they did is old. A device that waits to be
        // let in has none: it has to have keys for what the approving device seals to it.
        if (!this.#session.isReady && (this.#core.isAgent || this.#core.state.roster)) return;
        this.#prekeysHeld = frame.held;
        return this.#pumps.prekeys.wake();
      case "devices":
        this.#lookForKeys();
        return this.#tell("onDevices");
    }
  }

  /** A peer may have prekeys that had none. */
  #lookForKeys(): void {
    this.#outgoing.refresh();
    this.#pumps.send.wake();
  }

  #answer(records: readonly EndpointRecord[]): void {
    this.#answers.push(...records);
    this.#pumps.answers.wake();
  }

  async #writeAnswers(): Promise<void> {
    const records = this.#answers.splice(0);
    if (records.length > 0) await this.#core.append(records);
    this.#submissions.written(records);
    this.#pumps.files.wake();
    this.#pumps.send.wake();
  }

  async #send(): Promise<void> {
    const wait = await this.#outgoing.work();
    if (wait !== undefined && this.#session.isReady) this.#pumps.send.wakeIn(wait);
  }

  async #upload(): Promise<void> {
    const wait = await this.#uploads?.work();
    if (wait !== undefined) this.#pumps.files.wakeIn(wait);
  }

  async #giveReceipts(): Promise<void> {
    if (await writeReceipts(this.#core)) this.#pumps.send.wake();
  }

  #trustChanged(): void {
    this.#outgoing.refresh();
    this.#incoming.retry();
    this.#pumps.send.wake();
    this.#tell("onTrust");
  }

  #tellChange(change: SendChange): void {
    this.#sender.tell(change);
    this.#tell("onSend", change);
  }

  #tell<Name extends keyof EndpointEvents>(
    name: Name,
    ...values: Parameters<NonNullable<EndpointEvents[Name]>>
  ): void {
    try {
      (this.#events[name] as ((...given: typeof values) => void) | undefined)?.(...values);
    } catch (error) {
      this.#options.log.error("listener_failed", {
        event: name,
        error: error instanceof Error ? error.name : "unknown",
      });
    }
  }
}

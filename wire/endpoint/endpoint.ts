/**
 * One end of the channel: puts the duties together. Each duty has its own queue, so that no two runs of it interleave;
 * they meet in the state, which only the journal changes.
 * @module
 */
import type { Identity } from "../identity.ts";
import { isAgentId, newShortId } from "../ids.ts";
import { macCard } from "../card.ts";
import type { Welcome } from "../live.ts";
import { RelayRefusal, RelayUnreachable } from "../relay_call.ts";
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
  SendFault,
  type SendOptions,
  type Sent,
} from "./api.ts";
import { backoff } from "./backoff.ts";
import { checkDraft } from "./check_draft.ts";
import { Connection } from "./connection.ts";
import { type Core, Stopped } from "./core.ts";
import { findRestoration } from "./find_restoration.ts";
import { GapWatch } from "./gaps.ts";
import { Incoming } from "./incoming.ts";
import { PrekeyKeeper } from "./keep_prekeys.ts";
import type { LiveFrame } from "./live_socket.ts";
import { Outgoing } from "./outgoing.ts";
import { Pump, Serial } from "./pump.ts";
import { writeReceipts } from "./receipts.ts";
import type { EndpointRecord, KnownAgent, OutgoingMessage } from "./records.ts";
import { SendWaits } from "./send_waits.ts";
import { Submissions } from "./submissions.ts";
import { Trust } from "./trust.ts";
import { Upkeep } from "./upkeep.ts";

/** Messages in the outbox: as many as may wait for one endpoint at the relay. */
const MAX_OUTBOX = 10_000;
/** Receipts of one moment go together. */
const RECEIPT_MS = 100;
/** Clocks further apart than this are told. */
const CLOCK_MS = 600_000;
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
  readonly #waits = new SendWaits();
  readonly #alerts: AlertBook;
  readonly #connection: Connection;
  readonly #trust: Trust;
  readonly #prekeys: PrekeyKeeper;
  readonly #submissions: Submissions;
  readonly #outgoing: Outgoing;
  readonly #incoming: Incoming;
  readonly #upkeep: Upkeep;
  readonly #pumps: Readonly<Record<"greet" | "send" | "receipts" | "answers" | "trust" | "prekeys", Pump>>;
  readonly #core: Core;
  #answers: EndpointRecord[] = [];
  #welcome: Welcome | undefined;
  #welcomedAt = 0;
  #judged = false;
  #ready = false;
  #epoch = 0;
  #prekeysHeld: number | undefined;
  #cardShown = false;
  #failed: ConnectionError | undefined;

  constructor(options: ChannelEndpointOptions) {
    this.#options = options;
    this.self = options.self;
    this.identity = options.identity;
    this.#events = options.events ?? {};
    const { env, state } = options;
    const core = this.#core = this.#makeCore();
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
    };
    this.#trust = new Trust(core, options.pairingKey, () => this.#trustChanged());
    this.#prekeys = new PrekeyKeeper(core);
    this.#submissions = new Submissions(core, () => this.#pumps.send.wake(), () => this.#pumps.trust.wake());
    this.#outgoing = new Outgoing(core, this.#submissions);
    this.#incoming = new Incoming(core, {
      sync: () => this.#trust.sync(),
      claimed: (peer, claim) => this.#trust.claimed(peer, claim),
      show: (message) => this.#tell("onIncoming", message),
      wake: () => {
        this.#pumps.send.wake();
        this.#pumps.receipts.wakeIn(RECEIPT_MS);
      },
    }, (error, failures) => this.#onError(error, failures));
    this.#upkeep = new Upkeep(core, {
      submissions: this.#submissions,
      incoming: this.#incoming,
      gaps: new GapWatch(core),
      prekeys: this.#prekeys,
      wake: () => this.#pumps.send.wake(),
    }, (error, failures) => this.#onError(error, failures));
    this.#connection = new Connection({
      ...options,
      prepare: (last) => this.#showCard(last),
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

  async send(draft: Draft, options: SendOptions = {}): Promise<Sent> {
    const { env, state } = this.#core;
    if (this.#stopping.signal.aborted) throw new SendFault("STOPPED");
    const { id = newShortId(env), conversation, audience, content } = draft;
    const message: OutgoingMessage = { id, conversation, audience, content, at: env.now() };
    checkDraft(message);
    await this.#addressing.run(async () => {
      if (state.outbox.entry(id)) return;
      const recipients = state.recipientsOf(audience);
      if (recipients.length === 0) throw new SendFault("NO_RECIPIENT");
      if (state.outbox.size >= MAX_OUTBOX) throw new SendFault("OUTBOX_FULL");
      await this.#core.append([{ t: "out", message, recipients }], options.alongside);
    });
    const sent = state.outbox.sentOf(id);
    this.#pumps.send.wake();
    const open = sent?.state === "queued" || sent?.state === "uncertain";
    const canWait = (options.waitMs ?? 0) > 0 && ["connected", "connecting"].includes(this.status.state);
    if (!open || !canWait) return sent ?? { id, state: "submitted", at: message.at };
    const signals = [this.#stopping.signal, ...(options.signal ? [options.signal] : [])];
    const change = await this.#waits.wait(env, id, options.waitMs ?? 0, AbortSignal.any(signals));
    return change ?? state.outbox.sentOf(id) ?? sent;
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
    const isReady = () => this.#ready;
    const epoch = () => this.#epoch;
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
        return isReady();
      },
      get epoch() {
        return epoch();
      },
      append: (records, alongside = []) => this.#append([...records, ...alongside]),
      addressing: (task) => this.#addressing.run(task),
      send: (frame) => this.#connection.send(frame),
      drop: (code) => this.#connection.drop(code),
      raise: (kind, peer) => this.#alerts.raise(kind, peer),
      clear: (kind, peer) => void this.#alerts.clear(kind, peer).catch(() => {}),
      prudentNow: () =>
        this.#welcome &&
        Math.min(env.now(), this.#welcome.at + Math.floor(env.monotonic() - this.#welcomedAt)),
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
    const onError = (error: unknown, failures: number) => this.#onError(error, failures);
    return new Pump({ env: this.#options.env, signal: this.#stopping.signal, work, onError });
  }

  /** How long to wait after a failed duty. None gives up: what is due stays due. */
  #onError(error: unknown, failures: number): number | undefined {
    const { env, log } = this.#options;
    if (this.#stopping.signal.aborted) return undefined;
    if (error instanceof RelayRefusal) {
      log.warn("relay_refused", { code: error.code });
      const { retryAfterMs } = error.details;
      return backoff(env, failures, typeof retryAfterMs === "number" ? Math.min(retryAfterMs, 60_000) : 0);
    }
    if (error instanceof RelayUnreachable) log.debug("relay_unreachable");
    else log.error("duty_failed", { error: error instanceof Error ? error.name : "unknown" });
    return backoff(env, failures);
  }

  /** An agent's card must be at the relay before it says hello; the same one again changes nothing. */
  async #showCard(last: ConnectionError | null): Promise<void> {
    const { pairingKey, call, state } = this.#options;
    if (!this.#core.isAgent || !pairingKey || (this.#cardShown && last?.code !== "CARD_MISSING")) return;
    const card = { agent: this.self, key: this.key, createdAt: state.createdAt };
    await call("publishCard", { card: await macCard(card, pairingKey) });
    this.#cardShown = true;
  }

  #begin(welcome: Welcome): void {
    const { env } = this.#options;
    this.#epoch++;
    this.#welcome = welcome;
    this.#welcomedAt = env.monotonic();
    this.#judged = false;
    this.#incoming.reset();
    this.#submissions.reset();
    this.#outgoing.refresh();
    if (Math.abs(welcome.at - env.now()) > CLOCK_MS) this.#core.raise("clock-wrong", null);
    else this.#core.clear("clock-wrong", null);
    for (const presence of welcome.presence) this.#tell("onPresence", presence);
    this.#pumps.greet.wake();
  }

  #end(): void {
    this.#epoch++;
    this.#ready = false;
    this.#incoming.reset();
    this.#submissions.reset();
  }

  /** The duties of a hello, before anything is sealed (contract: channel, Delivery). */
  async #greet(): Promise<void> {
    const welcome = this.#welcome;
    const epoch = this.#epoch;
    const isOver = () => epoch !== this.#epoch || this.#connection.status.state !== "connected";
    if (!welcome || isOver()) return;
    const { state, isAgent } = this.#core;
    if (!this.#judged) {
      const { oneTime, lastResort } = this.#prekeys.unknown(welcome.prekeys);
      await findRestoration(this.#core, welcome, oneTime.length + (lastResort ? 1 : 0));
      this.#judged = true;
    }
    if (isOver()) return;
    if (!isAgent || state.roster?.roster.version !== welcome.roster) await this.#trust.sync();
    else this.#trust.shown(welcome.roster);
    if (isOver()) return;
    // A device that waits for approval, or an agent to whom the relay shows no roster that is its account's.
    if (!state.roster) return this.#pumps.greet.wakeIn(NO_ROSTER_MS);
    await this.#prekeys.greet(welcome.prekeys);
    if (isOver()) return;
    this.#ready = true;
    this.#submissions.begin();
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
        if (frame.state === "online") {
          this.#outgoing.refresh();
          this.#pumps.send.wake();
        }
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
        return this.#pumps.trust.wake();
      case "prekeys":
        this.#prekeysHeld = frame.held;
        return this.#pumps.prekeys.wake();
      case "devices":
        return this.#tell("onDevices");
    }
  }

  #answer(records: readonly EndpointRecord[]): void {
    this.#answers.push(...records);
    this.#pumps.answers.wake();
  }

  async #writeAnswers(): Promise<void> {
    const records = this.#answers.splice(0);
    if (records.length > 0) await this.#core.append(records);
    this.#submissions.written(records);
    this.#pumps.send.wake();
  }

  async #send(): Promise<void> {
    const wait = await this.#outgoing.work();
    if (wait !== undefined && this.#ready) this.#pumps.send.wakeIn(wait);
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
    this.#waits.tell(change);
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

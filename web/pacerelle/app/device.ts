/**
 * The device in the tab that holds it: opens its state, keeps it connected, does what pages ask, tells what changed. Knows
 * nothing of tabs; a test gives it any state, clock and relay.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import type { Logger } from "../../../base/log.ts";
import { Refusal } from "../../../base/refusal.ts";
import { type ListedAgent, mergeAgents } from "../../../service/pacerelle/chat/agents.ts";
import { Chat } from "../../../service/pacerelle/chat/chat.ts";
import { listDevices, type ListedDevice } from "../../../service/pacerelle/chat/devices.ts";
import { refuse } from "../../../service/pacerelle/chat/refusals.ts";
import type { OpenState } from "../../../service/pacerelle/chat/state_opening.ts";
import type { ServerStart } from "../../../service/pacerelle/connect/server_start.ts";
import type { AgentEntry } from "../../../wire/account.ts";
import type { Endpoint } from "../../../wire/endpoint/api.ts";
import { Serial } from "../../../wire/endpoint/pump.ts";
import type { Connect } from "../../../wire/endpoint/socket.ts";
import type { Presence } from "../../../wire/live.ts";
import type { CommandInput, CommandName, CommandValue } from "./api.ts";
import type { Outcome, Told } from "./told.ts";
import type { CommandDevice } from "./commands/command_run.ts";
import { COMMANDS } from "./commands/commands.ts";
import { EntryChanges } from "./entry_changes.ts";
import { PairingDesk } from "./pairing_desk.ts";
import type { EntriesChange, SharedState } from "./tab_state.ts";
import { type DeviceFacts, stateView } from "./views/state_view.ts";
import { tell } from "./words/tell.ts";

/** What a device stands on. */
export interface DeviceOptions {
  readonly env: Env;
  readonly log: Logger;
  readonly connect: Connect;
  readonly client: string;
  readonly relay: string;
  readonly start: ServerStart;
  /** Opens the state; `onBroken` is told when it ends by itself. */
  open(
    options: { readonly create: boolean; readonly onBroken: (error: unknown) => void },
  ): Promise<OpenState>;
  /** Gives up all that is kept. */
  erase(): Promise<void>;
  /** Whether somebody may be looking at this tab. */
  isVisible(): boolean;
  onState(state: SharedState): void;
  onEntries(change: EntriesChange): void;
  /** Another tab has taken the state over: this one has nothing to hold any more. */
  onTaken(): void;
}

/** How often what only time changes is looked at: a connection that fell silent, an agent that does not answer. */
const LOOK_MS = 5_000;
/** How often the connection of a page that is looked at is listened to (its other tabs: guest.ts), and how long it may be silent. */
const LISTEN_MS = 2_000;
const SILENCE_MS = 4_000;
/** How long after it was let in a device shows that history is still coming. */
const HANDOVER_MS = 120_000;

/** The device. */
export class Device implements CommandDevice {
  readonly options: DeviceOptions;
  readonly pairing: PairingDesk;
  readonly #ending = new AbortController();
  readonly #serial = new Serial();
  readonly #entries = new EntryChanges();
  readonly #presences = new Map<string, Presence>();
  #chat: Chat | undefined;
  #endpoint: Endpoint | undefined;
  #isOpening = true;
  #fault: Told | null = null;
  #listed: readonly AgentEntry[] | null = null;
  #devices: readonly ListedDevice[] | null = null;
  /** Counts questions, and which of them the lists answer. */
  #asked = 0;
  readonly #taken = { agents: 0, devices: 0 };
  #enteredAt: number | undefined;
  #isDue = false;
  #isListing = false;
  #isListDue = false;
  #state: SharedState;

  constructor(options: DeviceOptions) {
    this.options = options;
    this.pairing = new PairingDesk({
      chat: () => this.chat,
      onChange: () => this.refresh(),
      onEntered: () => {
        this.#enteredAt = this.options.env.monotonic();
        return this.reconnectAnew();
      },
    });
    this.#state = stateView(this, undefined);
    void this.#look();
    void this.#watchConnection();
  }

  get state(): SharedState {
    return this.#state;
  }

  /** @throws {Refusal} NOT_SIGNED_IN when there is none */
  get chat(): Chat {
    if (!this.#chat) throw refuse("NOT_SIGNED_IN");
    return this.#chat;
  }

  /** What the views are made of. */
  get facts(): DeviceFacts {
    return {
      chat: this.#chat,
      isOpening: this.#isOpening,
      fault: this.#fault,
      status: this.#endpoint?.status ?? null,
      alerts: this.#endpoint?.alerts ?? [],
      agents: this.#chat ? mergeAgents(this.#chat, this.#listed) : [],
      presences: this.#presences,
      devices: this.#devices,
      pairing: this.pairing,
      isFresh: this.#enteredAt !== undefined &&
        this.options.env.monotonic() - this.#enteredAt < HANDOVER_MS,
      now: this.options.env.now(),
    };
  }

  /** Opens what is there, and connects where there is an account. */
  async open(): Promise<void> {
    await this.#open(false);
    this.#isOpening = false;
    await this.goOnline().catch((error) => this.#note(error));
    this.refresh();
  }

  /** Does one after the other what begins, enters or ends an account: two at once would make two devices of this one. */
  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#serial.run(work);
  }

  /** The chat of a device that may begin here: sign-up and log-in. */
  async begin(): Promise<Chat> {
    if (!this.#chat) await this.#open(true);
    if (this.#fault) throw new Refusal(this.#fault.code, { status: 503, message: this.#fault.words.fr });
    return this.chat;
  }

  /** Connects, if this device has a session. */
  async goOnline(): Promise<void> {
    const chat = this.#chat;
    if (!chat || this.#fault || !chat.state.account?.session || chat.state.removedAt !== undefined) return;
    this.#endpoint = await chat.endpoint();
    this.#endpoint.start();
    this.refresh();
  }

  /** Connects anew: another session, or a roster that this device was let into. */
  async reconnectAnew(): Promise<void> {
    if (!this.#chat?.state.isApproved) this.#enteredAt = undefined;
    this.#endpoint = undefined;
    await this.chat.renewEndpoint();
    await this.goOnline();
  }

  /** Tries the relay at once. */
  reconnect(): void {
    this.#endpoint?.reconnect();
  }

  /**
   * Somebody looks at a page of this device. A way that is gone looks like one on which nobody speaks: the relay is asked for
   * a sign of life where it was silent for a while, so that "connected" is true within seconds. Where nobody looks, the
   * heartbeat finds out.
   */
  listen(): void {
    const { state, heardAt } = this.#endpoint?.status ?? {};
    if (this.#ending.signal.aborted || state !== "connected") return;
    if (this.options.env.now() - (heardAt ?? 0) >= SILENCE_MS) this.reconnect();
  }

  /** Opens the state again after a fault. */
  async retry(): Promise<void> {
    await this.#shut();
    this.#fault = null;
    this.#isOpening = true;
    await this.open();
  }

  /** Gives up what is kept. */
  async erase(): Promise<void> {
    await this.#shut();
    await this.options.erase();
    this.#fault = null;
    this.#enteredAt = undefined;
    this.#listed = null;
    this.#devices = null;
    this.#presences.clear();
    this.refresh();
  }

  /** Asks the relay for the agents. */
  async listAgents(): Promise<readonly ListedAgent[]> {
    const { chat } = this;
    const turn = ++this.#asked;
    const { agents } = await chat.call("listAgents", {});
    // Who is there is left to the live connection: this answer may be older than what that has told since.
    if (this.#isNews("agents", chat, turn)) this.#listed = agents;
    this.refresh();
    return mergeAgents(chat, agents);
  }

  async listDevices(): Promise<readonly ListedDevice[]> {
    const { chat } = this;
    const turn = ++this.#asked;
    const devices = await listDevices(chat);
    if (this.#isNews("devices", chat, turn)) this.#devices = devices;
    this.refresh();
    return devices;
  }

  /** Whether an answer is of the account that is here, and none that was asked for later has come. */
  #isNews(what: "agents" | "devices", chat: Chat, turn: number): boolean {
    if (chat !== this.#chat || turn < this.#taken[what]) return false;
    this.#taken[what] = turn;
    return true;
  }

  /** Does what a page asks. Never rejects. */
  async run<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Outcome<CommandValue<Name>>> {
    try {
      const value = await COMMANDS[name](this, input);
      this.#flush();
      return { ok: true, value };
    } catch (error) {
      if (!(error instanceof Refusal)) {
        this.options.log.warn("command_failed", {
          name,
          error: error instanceof Error ? error.name : "unknown",
        });
      }
      this.#flush();
      // What stands on a storage that is gone fails in many ways, all for that one reason.
      return { ok: false, refusal: error instanceof Refusal ? tell(error) : this.#fault ?? tell(error) };
    }
  }

  /** Whether another tab has the state by now, which this one may not know yet. Of a storage that is gone the command tells. */
  async isTaken(): Promise<boolean> {
    return await this.#chat?.isWanted().catch(() => false) ?? false;
  }

  /** Something that is shown may have changed: tells of it once this turn is over. */
  refresh(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => this.#flush());
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.pairing.end();
    await this.#shut();
  }

  async #open(create: boolean): Promise<void> {
    const { env, log, connect, client, relay } = this.options;
    try {
      const chat = await Chat.open({
        open: () => this.options.open({ create, onBroken: (error) => this.#break(error) }),
        relay,
        defaultRelay: relay,
        env,
        log,
        connect,
        client,
        events: {
          onChange: () => this.refresh(),
          onPresence: (presence) => this.#presences.set(presence.endpoint, presence),
          onAgents: () => void this.listAgents().catch(() => {}),
          onDevices: () => void this.listDevices().catch(() => {}),
          onPairing: (from, body) => void this.pairing.take(from, body),
        },
      });
      this.#entries.follow(chat.state.log);
      this.#chat = chat;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "NOT_SIGNED_IN") this.#break(error);
    }
  }

  async #shut(): Promise<void> {
    const chat = this.#chat;
    this.#chat = undefined;
    this.#endpoint = undefined;
    this.#entries.follow(undefined);
    await chat?.close().catch(() => {});
  }

  #break(error: unknown): void {
    if (error instanceof Refusal && error.code === "STORAGE_TAKEN") return this.options.onTaken();
    this.#fault = tell(error);
    this.options.log.error("device_broken", { code: this.#fault.code });
    this.refresh();
  }

  #note(error: unknown): void {
    this.options.log.warn("device_offline", { error: error instanceof Error ? error.name : "unknown" });
  }

  /** Looks every now and then, for as long as the device is held. */
  async #look(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await this.options.env.sleep(LOOK_MS, signal).catch(() => {});
      if (!signal.aborted) this.refresh();
    }
  }

  /** Listens for as long as this tab is looked at; another tab that is asks by its pings. */
  async #watchConnection(): Promise<void> {
    const { env, isVisible } = this.options;
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await env.sleep(LISTEN_MS, signal).catch(() => {});
      if (isVisible()) this.listen();
    }
  }

  #flush(): void {
    this.#isDue = false;
    if (this.#ending.signal.aborted) return;
    const before = this.#state;
    for (const change of this.#entries.take()) this.options.onEntries(change);
    const state = stateView(this, before);
    if (state !== before) {
      this.#state = state;
      this.options.onState(state);
    }
    if (state.connection.state === "connected" && before.connection.state !== "connected") {
      this.#onConnected();
    }
    this.#noteEntry();
  }

  #onConnected(): void {
    if (!this.#chat?.state.isApproved) return;
    // What is being asked for may be from before this connection.
    this.#isListDue = this.#isListing;
    if (this.#isListing) return;
    this.#isListing = true;
    this.listAgents().then(() => this.listDevices()).catch(() => {}).finally(() => {
      this.#isListing = false;
      if (this.#isListDue) this.#onConnected();
    });
  }

  /** The roster took this device in by its code: the code has done its duty. */
  #noteEntry(): void {
    const account = this.#chat?.state.account;
    if (!this.#chat?.state.isApproved || !account || account.pairing === null || this.#fault) return;
    if (this.#enteredAt !== undefined) return;
    this.#enteredAt = this.options.env.monotonic();
    this.#chat.append([{ ...account, pairing: null }]).catch((error) => this.#note(error));
    this.#onConnected();
  }
}

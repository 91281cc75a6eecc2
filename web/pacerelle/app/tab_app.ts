/**
 * The app in one tab: holds the device or follows the tab that does, and is the same to its pages either way.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import { newShortId } from "../../../wire/ids.ts";
import type { App, CommandInput, CommandName, CommandValue, ConversationWatch } from "./api.ts";
import type { AppState, StorageView } from "./state_types.ts";
import type { Outcome } from "./told.ts";
import { Device, type DeviceOptions } from "./device.ts";
import type { EntriesChange, SharedState } from "./tab_state.ts";
import { Election, type TabLocks } from "../../kit/election.ts";
import { Guest } from "./tabs/guest.ts";
import { Host } from "./tabs/host.ts";
import type { TabChannel } from "./tabs/messages.ts";
import { Watch } from "./watch.ts";

/** What the browser gives a tab. */
export interface TabParts {
  readonly env: Env;
  readonly locks: TabLocks | undefined;
  /** The lock's name. */
  readonly name: string;
  channel(): TabChannel;
  isVisible(): boolean;
  /** Calls back when the tab is shown, and when the network comes or goes; answers how to stop. */
  onShown(listener: () => void): () => void;
  onNetwork(listener: () => void): () => void;
  readonly storage: {
    persist(): Promise<boolean>;
    persisted(): Promise<boolean>;
    estimate(): Promise<{ readonly usage?: number; readonly quota?: number }>;
  } | undefined;
  /** Done once before a device is opened here. */
  prepare(): Promise<void>;
  readonly device: Omit<DeviceOptions, "isVisible" | "onState" | "onEntries" | "onTaken">;
}

/** What is shown before anything is known of the device. */
export const OPENING: SharedState = {
  phase: "opening",
  fault: null,
  account: null,
  connection: { state: "offline", since: 0, heardAt: null, error: null },
  agents: [],
  devices: null,
  conversations: [],
  unsent: 0,
  alerts: [],
  pairing: null,
  handover: null,
};

/** The commands whose message id the calling tab makes, so that asking twice says nothing twice. */
const NAMED: ReadonlySet<CommandName> = new Set<CommandName>(["sendText", "answerWidget"]);

/** The app. */
export class TabApp implements App {
  readonly #parts: TabParts;
  readonly #channel: TabChannel;
  readonly #election: Election;
  readonly #listeners = new Set<(state: AppState) => void>();
  readonly #watches = new Set<Watch>();
  readonly #stops: (() => void)[];
  readonly #ready: Promise<void>;
  #shared: SharedState = OPENING;
  #storage: StorageView = { fault: null, isPersistent: null, usage: null, quota: null };
  #guest: Guest | undefined;
  #host: Host | undefined;
  #device: Device | undefined;
  /** The device opens here: what is asked meanwhile waits, since it would find nobody signed in. */
  #opening: Promise<void> | undefined;
  #state: AppState;
  #isClosed = false;

  constructor(parts: TabParts) {
    this.#parts = parts;
    this.#state = this.#compose();
    this.#channel = parts.channel();
    this.#channel.onmessage = ({ data }) => {
      if (data.to === "holder") this.#host?.receive(data);
      else this.#guest?.receive(data);
    };
    this.#election = new Election({
      locks: parts.locks,
      name: parts.name,
      onHeld: () => void this.#hold(),
      onLost: () => this.#lose(),
    });
    this.#stops = [
      parts.onShown(() => this.#guest?.look()),
      // Back: at once. Gone: a connection that still seems to live is asked for a sign.
      parts.onNetwork(() => this.#device?.reconnect()),
    ];
    this.#follow();
    this.#ready = parts.prepare();
    this.#ready.then(() => this.#election.wait(), () => this.#election.wait());
    void this.#lookAtStorage();
  }

  get state(): AppState {
    return this.#state;
  }

  subscribe(listener: (state: AppState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async run<Name extends CommandName>(
    name: Name,
    input: CommandInput<Name>,
  ): Promise<Outcome<CommandValue<Name>>> {
    const named = NAMED.has(name) ? { id: newShortId(this.#parts.env), ...input } : input;
    await this.#opening;
    const outcome = this.#device ? this.#device.run(name, named) : this.#guest?.run(name, named);
    return await outcome as Outcome<CommandValue<Name>>;
  }

  watch(agent: string, listener: (watch: ConversationWatch) => void): ConversationWatch {
    const watch: Watch = new Watch({
      agent,
      load: (before, limit) =>
        this.run("page", { agent, ...(before === undefined ? {} : { before }), limit }),
      onChange: listener,
      onClose: () => this.#watches.delete(watch),
    });
    this.#watches.add(watch);
    return watch;
  }

  async askPersistence(): Promise<void> {
    await this.#parts.storage?.persist().catch(() => false);
    await this.#lookAtStorage();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    this.#guest?.abandon();
    await this.#letGo();
    this.#election.close();
    this.#channel.close();
  }

  #follow(): void {
    const { env, isVisible } = this.#parts;
    this.#guest = new Guest({
      env,
      channel: this.#channel,
      isVisible,
      onState: (state) => this.#show(state),
      onEntries: (change) => this.#take(change),
      onHolder: () => this.#reloadWatches(),
      onSilence: () => this.#election.steal(),
    });
  }

  /** This tab holds the device: opens it, tells the others, does what was asked of the last holder. */
  async #hold(): Promise<void> {
    await this.#ready.catch(() => {});
    // Taken away again meanwhile.
    if (this.#isClosed || this.#device || !this.#election.isHeld) return;
    const { env } = this.#parts;
    const device = this.#device = new Device({
      ...this.#parts.device,
      isVisible: this.#parts.isVisible,
      onState: (state) => {
        if (this.#device !== device) return;
        this.#show(state);
        this.#host?.tellState(state);
      },
      onEntries: (change) => {
        if (this.#device !== device) return;
        this.#take(change);
        this.#host?.tellEntries(change);
      },
      onTaken: () => this.#lose(),
    });
    await (this.#opening = device.open());
    if (this.#device !== device) return;
    this.#host = new Host(newShortId(env), this.#channel, device, () => this.#lose());
    this.#host.announce();
    this.#show(device.state);
    this.#reloadWatches();
    this.#guest?.handOver((name, input) => device.run(name, input as never));
    this.#guest = undefined;
  }

  /** Another tab has taken the device. */
  #lose(): void {
    if (this.#isClosed || !this.#device) return;
    void this.#letGo();
    this.#follow();
    this.#election.yield();
    this.#tell();
  }

  async #letGo(): Promise<void> {
    const device = this.#device;
    this.#device = undefined;
    this.#host?.end();
    this.#host = undefined;
    await device?.close().catch(() => {});
  }

  #show(state: SharedState): void {
    this.#shared = state;
    this.#tell();
  }

  #take(change: EntriesChange): void {
    for (const watch of this.#watches) if (watch.agent === change.agent) watch.take(change);
  }

  #reloadWatches(): void {
    for (const watch of this.#watches) void watch.reload();
  }

  async #lookAtStorage(): Promise<void> {
    const { storage } = this.#parts;
    if (!storage) return;
    const [isPersistent, { usage = null, quota = null }] = await Promise.all([
      storage.persisted().catch(() => null),
      storage.estimate().catch(() => ({ usage: undefined, quota: undefined })),
    ]);
    this.#storage = { ...this.#storage, isPersistent, usage, quota };
    this.#tell();
  }

  #compose(): AppState {
    const { fault, ...shared } = this.#shared;
    const tab = this.#host ? "holds" : shared.phase === "opening" ? "opening" : "follows";
    const { isPersistent, usage, quota } = this.#storage;
    if (fault !== this.#storage.fault) this.#storage = { fault, isPersistent, usage, quota };
    return { ...shared, tab, storage: this.#storage };
  }

  #tell(): void {
    if (this.#isClosed) return;
    this.#state = this.#compose();
    for (const listener of this.#listeners) listener(this.#state);
  }
}

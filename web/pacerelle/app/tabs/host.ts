/**
 * The tab that holds the device, towards the others: does what they ask and tells them what changes.
 * @module
 */
import type { Device } from "../device.ts";
import type { EntriesChange, SharedState } from "../tab_state.ts";
import type { GuestMessage, HolderMessage, TabChannel } from "./messages.ts";

/** What the holder needs of its device. */
export type HeldDevice = Pick<Device, "state" | "isTaken" | "listen" | "run">;

/** Serves one device for one term. */
export class Host {
  readonly term: string;
  readonly #channel: Pick<TabChannel, "postMessage">;
  readonly #device: HeldDevice;
  readonly #onTaken: () => void;
  #isOver = false;

  constructor(
    term: string,
    channel: Pick<TabChannel, "postMessage">,
    device: HeldDevice,
    onTaken: () => void,
  ) {
    this.term = term;
    this.#channel = channel;
    this.#device = device;
    this.#onTaken = onTaken;
  }

  /** Says to every tab that this one holds. */
  announce(): void {
    this.#post({ to: "guests", type: "holder", term: this.term, state: this.#device.state });
  }

  tellState(state: SharedState): void {
    this.#post({ to: "guests", type: "state", term: this.term, state });
  }

  tellEntries(change: EntriesChange): void {
    this.#post({ to: "guests", type: "entries", term: this.term, change });
  }

  receive(message: GuestMessage): void {
    switch (message.type) {
      case "hello":
        return void this.#greet();
      case "ping":
        // Whoever means another holder is told who it is.
        if (message.term !== this.term) return void this.#greet();
        // It is looked at, and asks as often as it is.
        this.#device.listen();
        return this.#post({ to: "guests", type: "pong", term: this.term });
      case "run":
        if (message.term === this.term) void this.#run(message);
    }
  }

  /** Serves no more. */
  end(): void {
    this.#isOver = true;
  }

  /** A tab that wakes finds old questions, and would lead those astray who asked them. */
  async #greet(): Promise<void> {
    if (await this.#device.isTaken()) return this.#onTaken();
    this.announce();
  }

  async #run({ call, name, input }: Extract<GuestMessage, { readonly type: "run" }>): Promise<void> {
    // A tab that wakes finds what was asked of it before it finds that it holds nothing any more.
    if (await this.#device.isTaken()) return this.#onTaken();
    const outcome = await this.#device.run(name, input as never);
    this.#post({ to: "guests", type: "answer", term: this.term, call, outcome });
  }

  #post(message: HolderMessage): void {
    if (!this.#isOver) this.#channel.postMessage(message);
  }
}

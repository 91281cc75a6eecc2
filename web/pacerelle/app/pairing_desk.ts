/**
 * Letting a device in, from either side, as long as the tab lives: which device has asked, the digits under way, what has
 * left. Nothing of it is kept: a try that is cut off begins anew.
 * @module
 */
import type { Chat } from "../../../service/pacerelle/chat/chat.ts";
import { approveDevice } from "../../../service/pacerelle/chat/devices.ts";
import { AnsweredDigits, AskedDigits, readStep } from "../../../service/pacerelle/chat/digits.ts";
import { refuse } from "../../../service/pacerelle/chat/refusals.ts";
import type { PairingStep } from "../../../wire/pairing.ts";
import type { PairingView } from "./state_types.ts";
import type { Told } from "./told.ts";
import { tell } from "./words/tell.ts";

type Commit = Extract<PairingStep, { readonly step: "commit" }>;
type OldSide = Extract<PairingView, { readonly side: "old" }>;

/** How often a device that waits says so. */
const OFFER_MS = 3_000;
/** How long it waits after the person has confirmed: the list is there by then, unless a connection breaks. */
const ENTER_MS = 600_000;
/** Commitments that are remembered: more devices than may wait. */
const MAX_OFFERS = 32;

/** What the desk stands on. */
export interface PairingDeskOptions {
  chat(): Chat;
  onChange(): void;
  /** This device is in the account now. */
  onEntered(): Promise<void>;
}

/** The desk. */
export class PairingDesk {
  readonly #options: PairingDeskOptions;
  readonly #offers = new Map<string, Commit>();
  /** What was answered. An offer is said until its answer is heard: one may come after that was given. */
  readonly #spent = new Set<string>();
  #asked: AskedDigits | undefined;
  #confirmed = false;
  #answered: AnsweredDigits | undefined;
  #old: OldSide | null = null;
  #refusal: Told | null = null;
  /** Ends what the present try waits for. */
  #ending = new AbortController();

  constructor(options: PairingDeskOptions) {
    this.#options = options;
  }

  /** Whether a device has asked to be let in by digits. */
  wants(device: string): boolean {
    return this.#openOffer(device) !== undefined;
  }

  /** What the pages show. `code`: of this device while it waits; undefined for one that does not. */
  view(code: string | null | undefined): PairingView | null {
    if (code === undefined) return this.#old;
    const by = this.#asked?.answeredBy;
    return {
      side: "new",
      code,
      step: !this.#asked ? "idle" : this.#confirmed ? "confirmed" : by === undefined ? "asked" : "compare",
      digits: this.#asked?.digits ?? null,
      by: by?.name ?? null,
      refusal: this.#refusal,
    };
  }

  /** A step from another device of the account; anything else is nobody's. */
  async take(from: string, body: string): Promise<void> {
    const step = readStep(from, body);
    if (!step) return;
    const { signal } = this.#ending;
    try {
      if (step.step === "commit") this.#offer(step);
      else if (step.step === "answer") await this.#asked?.take(step);
      else if (await this.#answered?.take(step) && !signal.aborted) this.#show({ step: "type" });
    } catch (error) {
      if (!signal.aborted) this.#refuse(error);
    }
    this.#options.onChange();
  }

  async ask(): Promise<void> {
    this.#reset();
    const { signal } = this.#ending;
    const asked = await AskedDigits.begin(this.#options.chat());
    // Given up, or begun again, meanwhile; as below.
    if (signal.aborted) return;
    this.#asked = asked;
    await asked.offer();
    this.#options.onChange();
    void this.#offerAgain(asked, signal);
  }

  /** The person says that the other device has taken the digits; before that they say nothing of whose account this is. */
  confirm(): void {
    const asked = this.#asked;
    if (!asked?.answeredBy || this.#confirmed) throw refuse("PAIRING_OVER");
    this.#confirmed = true;
    this.#options.onChange();
    void this.#enter(asked, this.#ending.signal);
  }

  async #enter(asked: AskedDigits, signal: AbortSignal): Promise<void> {
    try {
      const isIn = await asked.enter(ENTER_MS, signal);
      if (signal.aborted) return;
      if (!isIn) throw refuse("PAIRING_OVER");
      this.#reset();
      await this.#options.onEntered();
    } catch (error) {
      if (!signal.aborted) this.#refuse(error);
    } finally {
      this.#options.onChange();
    }
  }

  async begin(device: string): Promise<void> {
    const commit = this.#openOffer(device);
    if (!commit) throw refuse("DEVICE_NOT_FOUND");
    this.#reset();
    const { signal } = this.#ending;
    // Good for one try: the next one is the other side's to begin.
    this.#offers.delete(device);
    const answered = await AnsweredDigits.begin(this.#options.chat(), commit);
    this.#spent.add(commit.commitment);
    if (signal.aborted) return;
    this.#answered = answered;
    const { id, name } = answered.device;
    this.#old = { side: "old", device: { id, name }, step: "waiting", sent: 0, parts: 0, refusal: null };
    this.#options.onChange();
  }

  async approveDigits(digits: string): Promise<{ device: string; name: string }> {
    const answered = this.#answered;
    if (!answered) throw refuse("PAIRING_OVER");
    const { signal } = this.#ending;
    try {
      const { id, name } = await answered.approve(digits, (sent, parts) => {
        if (!signal.aborted) this.#show({ step: "passing", sent, parts });
      });
      if (!signal.aborted) this.#show({ step: "done" });
      return { device: id, name };
    } catch (error) {
      if (!signal.aborted) this.#refuse(error);
      throw error;
    } finally {
      if (!signal.aborted) this.#answered = undefined;
    }
  }

  async approveCode(code: string): Promise<{ device: string; name: string }> {
    this.#reset();
    const { signal } = this.#ending;
    const { id, name } = await approveDevice(this.#options.chat(), code, (sent, parts, device) => {
      if (signal.aborted) return;
      this.#old ??= {
        side: "old",
        device: { id: device.id, name: device.name },
        step: "passing",
        sent,
        parts,
        refusal: null,
      };
      this.#show({ step: "passing", sent, parts });
    });
    if (!signal.aborted) this.#show({ step: "done" });
    return { device: id, name };
  }

  /** Gives up what is under way, or puts its result away. */
  end(): void {
    this.#reset();
    this.#options.onChange();
  }

  #reset(): void {
    this.#ending.abort();
    this.#ending = new AbortController();
    this.#asked = undefined;
    this.#answered = undefined;
    this.#confirmed = false;
    this.#old = null;
    this.#refusal = null;
  }

  #openOffer(device: string): Commit | undefined {
    const commit = this.#offers.get(device);
    return commit && !this.#spent.has(commit.commitment) ? commit : undefined;
  }

  #offer(commit: Commit): void {
    this.#offers.delete(commit.device);
    this.#offers.set(commit.device, commit);
    const [oldest] = this.#offers.keys();
    if (this.#offers.size > MAX_OFFERS && oldest !== undefined) this.#offers.delete(oldest);
  }

  async #offerAgain(asked: AskedDigits, signal: AbortSignal): Promise<void> {
    const { env } = this.#options.chat();
    while (!signal.aborted && asked.answeredBy === undefined) {
      await env.sleep(OFFER_MS, signal).catch(() => {});
      // Offline for a moment: said again the next time.
      if (!signal.aborted) await asked.offer().catch(() => {});
    }
  }

  #show(change: Partial<Pick<OldSide, "step" | "sent" | "parts">>): void {
    if (this.#old) this.#old = { ...this.#old, ...change };
    this.#options.onChange();
  }

  #refuse(error: unknown): void {
    const told = tell(error);
    if (this.#old) this.#old = { ...this.#old, refusal: told };
    this.#refusal = told;
    this.#asked = undefined;
    this.#confirmed = false;
  }
}

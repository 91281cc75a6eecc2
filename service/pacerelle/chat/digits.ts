/**
 * Letting a device in by six digits that a person compares (contract: channel "Devices"; primitives: wire/pairing.ts): the
 * new device commits to a number, the old one answers, the new one reveals. Both ends show or ask for the same six digits
 * only if nobody put another key or list of devices between them. Each try is started by a person on both sides, and the
 * old device answers one commitment once: so that whoever sits between has one guess in a million, not one per packet.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import { toBase64url } from "../../../wire/bytes.ts";
import { ChannelFault } from "../../../wire/fault.ts";
import { commitPairing, pairingDigits, PairingStep } from "../../../wire/pairing.ts";
import { findDevice, type RosterDevice } from "../../../wire/roster.ts";
import type { Chat } from "./chat.ts";
import { type ApprovedDevice, letIn, type PassProgress } from "./devices.ts";
import { APPROVAL_LOOK_MS } from "./limits.ts";
import { refuse } from "./refusals.ts";
import { requireApproval } from "./sign_in.ts";
import { syncTrust } from "./sync_trust.ts";
import { walkChain } from "./walk_chain.ts";

type Step<Name extends PairingStep["step"]> = Extract<PairingStep, { step: Name }>;

/** A step that came from `from`, which may say it for itself alone; undefined for anything else. */
export function readStep(from: string, body: string): PairingStep | undefined {
  try {
    const parsed = PairingStep.safeParse(JSON.parse(body));
    return parsed.success && parsed.data.device === from ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function digitsOf(
  commit: Step<"commit">,
  answer: Step<"answer">,
  reveal: Step<"reveal">,
): Promise<string> {
  return await pairingDigits(commit, answer, reveal).catch((error) => {
    throw error instanceof ChannelFault ? refuse("DIGITS_WRONG") : error;
  });
}

/** The new device's side of one try. */
export class AskedDigits {
  readonly #chat: Chat;
  readonly #commit: Step<"commit">;
  readonly #reveal: Step<"reveal">;
  /** Names of the devices that were asked. */
  #names: ReadonlyMap<string, string> = new Map();
  #answer: Step<"answer"> | undefined;
  #digits: string | undefined;

  private constructor(chat: Chat, made: { commit: Step<"commit">; reveal: Step<"reveal"> }) {
    this.#chat = chat;
    this.#commit = made.commit;
    this.#reveal = made.reveal;
  }

  /** Begins a try: a person asked for it. @throws {Refusal} NOT_SIGNED_IN, REMOVED */
  static async begin(chat: Chat): Promise<AskedDigits> {
    const { key } = await chat.endpoint();
    return new AskedDigits(chat, await commitPairing(chat.env, chat.self, key));
  }

  /** The digits to show, once a device has answered. */
  get digits(): string | undefined {
    return this.#digits;
  }

  /** The device that answered; its name is the relay's word. */
  get answeredBy(): { readonly id: string; readonly name: string | null } | undefined {
    const id = this.#answer?.device;
    return id === undefined ? undefined : { id, name: this.#names.get(id) ?? null };
  }

  /** Says to the account's devices that are here now that this one waits; again and again the same, until one answers. */
  async offer(): Promise<void> {
    if (this.#answer) return;
    const { devices } = await this.#chat.call("listDevices", {});
    const approved = devices.filter((device) => device.approved);
    this.#names = new Map(approved.map(({ id, name }) => [id, name]));
    const endpoint = await this.#chat.endpoint();
    for (const { id } of approved) endpoint.sendPairing(id, JSON.stringify(this.#commit));
  }

  /**
   * Takes the first answer of a device that was asked, and reveals; later ones count for nothing. Answers whether it was taken.
   */
  async take(step: PairingStep): Promise<boolean> {
    if (step.step !== "answer" || this.#answer || !this.#names.has(step.device)) return false;
    this.#answer = step;
    // The digits are settled by now, whatever the other one says next.
    this.#digits = await digitsOf(this.#commit, step, this.#reveal);
    (await this.#chat.endpoint()).sendPairing(step.device, JSON.stringify(this.#reveal));
    return true;
  }

  /**
   * The person says that the other device has taken these digits, which alone proves that nobody sits between: pins the roster
   * that they cover, and waits until this device is in one that follows it. Answers false when that does not happen within `ms`.
   * @throws {Refusal} PAIRING_OVER before there are digits; ROSTER_UNTRUSTED when the relay shows another account's rosters
   */
  async enter(ms: number, signal?: AbortSignal): Promise<boolean> {
    const chat = this.#chat;
    const answer = this.#answer;
    if (!answer || this.#digits === undefined) throw refuse("PAIRING_OVER");
    const { account } = chat;
    const deadline = chat.env.monotonic() + ms;
    while (!signal?.aborted && chat.env.monotonic() < deadline) {
      const chain = await walkChain(chat, answer.roster);
      const approver = chain && findDevice(chain.known, answer.device);
      if (!chain || approver?.key !== answer.key) throw refuse("ROSTER_UNTRUSTED");
      if (findDevice(chain.latest, chat.self)?.key === this.#reveal.key) {
        await chat.append([{ t: "roster", pinned: chain.latest }, { ...account, pairing: null }]);
        return true;
      }
      await chat.env.sleep(APPROVAL_LOOK_MS, signal).catch(() => {});
    }
    return false;
  }
}

/** What a waiting device is, by the relay's list; its key counts for nothing before the digits are compared. */
async function waitingDevice(chat: Chat, id: string): Promise<RosterDevice | undefined> {
  const { devices } = await chat.call("listDevices", {});
  const found = devices.find((device) => device.id === id && !device.approved);
  return found && { id: found.id, name: found.name, key: found.key };
}

/** The approving device's side of one try. */
export class AnsweredDigits {
  readonly #chat: Chat;
  readonly #commit: Step<"commit">;
  readonly #answer: Step<"answer">;
  /** The name is the relay's word; people see it and compare digits, not names. */
  readonly device: RosterDevice;
  #reveal: Step<"reveal"> | undefined;
  #digits: string | undefined;
  #isUsed = false;

  private constructor(
    chat: Chat,
    commit: Step<"commit">,
    answer: Step<"answer">,
    device: RosterDevice,
  ) {
    this.#chat = chat;
    this.#commit = commit;
    this.#answer = answer;
    this.device = device;
  }

  /**
   * Answers a commitment: a person chose that device.
   * @throws {Refusal} NOT_APPROVED, DEVICE_NOT_FOUND when it does not wait any more, PAIRING_OVER when this device is offline
   */
  static async begin(
    chat: Chat,
    commit: Step<"commit">,
    env: Pick<Env, "randomBytes"> = chat.env,
  ): Promise<AnsweredDigits> {
    requireApproval(chat);
    const { hash } = await syncTrust(chat);
    const device = await waitingDevice(chat, commit.device);
    if (!device) throw refuse("DEVICE_NOT_FOUND");
    const endpoint = await chat.endpoint();
    const nonce = toBase64url(env.randomBytes(32));
    const answer: Step<"answer"> = {
      step: "answer",
      device: chat.self,
      key: endpoint.key,
      nonce,
      roster: hash,
    };
    if (!endpoint.sendPairing(device.id, JSON.stringify(answer))) throw refuse("PAIRING_OVER");
    return new AnsweredDigits(chat, commit, answer, device);
  }

  /** Whether the other device has revealed, so that its digits can be typed. */
  get isReady(): boolean {
    return this.#digits !== undefined;
  }

  /** Takes what the other device reveals. @throws {Refusal} DIGITS_WRONG when it is not what it committed to */
  async take(step: PairingStep): Promise<boolean> {
    if (step.step !== "reveal" || step.device !== this.device.id || this.#reveal) return false;
    this.#reveal = step;
    this.#digits = await digitsOf(this.#commit, this.#answer, step);
    return true;
  }

  /**
   * Lets the device in when `typed` is what it shows. Good for one try.
   * @throws {Refusal} PAIRING_OVER, DIGITS_WRONG, and what {@linkcode letIn} throws
   */
  async approve(typed: string, onProgress?: PassProgress): Promise<ApprovedDevice> {
    if (!this.#reveal || this.#digits === undefined || this.#isUsed) throw refuse("PAIRING_OVER");
    this.#isUsed = true;
    if (typed.replaceAll(/\D/g, "") !== this.#digits) throw refuse("DIGITS_WRONG");
    const { id, name } = this.device;
    return await letIn(this.#chat, { id, name, key: this.#reveal.key }, undefined, onProgress);
  }
}

/**
 * What a command is: a function of the device and what the page gave. Commands see of the device what is here, so that the
 * device can know them and they need not know it.
 * @module
 */
import type { Env } from "../../../../base/env.ts";
import type { ListedAgent } from "../../../../service/pacerelle/chat/agents.ts";
import type { Chat } from "../../../../service/pacerelle/chat/chat.ts";
import type { ListedDevice } from "../../../../service/pacerelle/chat/devices.ts";
import type { ServerStart } from "../../../../service/pacerelle/connect/server_start.ts";
import type { CommandInput, CommandName, CommandValue } from "../api.ts";
import type { PairingDesk } from "../pairing_desk.ts";

/** The device, as far as commands go. */
export interface CommandDevice {
  readonly options: { readonly env: Env; readonly start: ServerStart };
  /** @throws {Refusal} NOT_SIGNED_IN when there is none */
  readonly chat: Chat;
  readonly pairing: PairingDesk;
  /** Does one after the other what begins, enters or ends an account. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The chat of a device that may begin here: sign-up and log-in. */
  begin(): Promise<Chat>;
  goOnline(): Promise<void>;
  /** Connects anew: another session, or a roster that this device was let into. */
  reconnectAnew(): Promise<void>;
  /** Tries the relay at once. */
  reconnect(): void;
  /** Opens the state again after a fault. */
  retry(): Promise<void>;
  /** Gives up what is kept. */
  erase(): Promise<void>;
  listAgents(): Promise<readonly ListedAgent[]>;
  listDevices(): Promise<readonly ListedDevice[]>;
}

/** Does one; throws what is refused. */
export type CommandRun<Name extends CommandName> = (
  device: CommandDevice,
  input: CommandInput<Name>,
) => Promise<CommandValue<Name>>;

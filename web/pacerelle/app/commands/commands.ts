/**
 * Everything that pages can ask of a device, by name.
 * @module
 */
import type { CommandInput, CommandName, CommandValue } from "../api.ts";
import type { Device } from "../device.ts";
import { accountCommands } from "./account_commands.ts";
import { agentCommands } from "./agent_commands.ts";
import { deviceCommands } from "./device_commands.ts";
import { fileCommands } from "./file_commands.ts";
import { pushCommands } from "./push_commands.ts";
import { stateCommands } from "./state_commands.ts";
import { talkCommands } from "./talk_commands.ts";

/** Does one; throws what is refused. */
export type CommandRun<Name extends CommandName> = (
  device: Device,
  input: CommandInput<Name>,
) => Promise<CommandValue<Name>>;

/** All of them. */
export const COMMANDS: { readonly [Name in CommandName]: CommandRun<Name> } = {
  ...accountCommands,
  ...deviceCommands,
  ...agentCommands,
  ...talkCommands,
  ...fileCommands,
  ...pushCommands,
  ...stateCommands,
};

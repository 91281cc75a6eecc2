/**
 * Everything that pages can ask of a device, by name.
 * @module
 */
import type { CommandName } from "../api.ts";
import { accountCommands } from "./account_commands.ts";
import { agentCommands } from "./agent_commands.ts";
import type { CommandRun } from "./command_run.ts";
import { deviceCommands } from "./device_commands.ts";
import { fileCommands } from "./file_commands.ts";
import { pushCommands } from "./push_commands.ts";
import { stateCommands } from "./state_commands.ts";
import { talkCommands } from "./talk_commands.ts";

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

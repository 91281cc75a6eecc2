/**
 * `chat`: the person's side on the terminal (contract: pacerelle §7).
 * @module
 */
import type { CommandGroup } from "../../cli/command.ts";
import { accountCommands, recoveryCommands } from "./account_commands.ts";
import { agentCommands } from "./agent_commands.ts";
import { deviceCommands } from "./device_commands.ts";
import { talkCommands } from "./talk_commands.ts";

/** `chat` */
export const chatCommands: CommandGroup = {
  summary: "Écrire à vos agents depuis le terminal.",
  commands: {
    ...accountCommands,
    agent: agentCommands,
    ...talkCommands,
    device: deviceCommands,
    recovery: recoveryCommands,
  },
};

/**
 * The person's command line alone, to be bundled: it starts in a quarter of the time that the source takes, and the ways that
 * delivered servers go start it hundreds of times.
 * @module
 */
import process from "node:process";
import { VERSION } from "../../../base/version.ts";
import { runProgram } from "../../../server/cli/run_program.ts";
import { processTerminal } from "../../../server/cli/terminal.ts";
import { chatCommands } from "../../../server/pacerelle/chat/chat_commands.ts";

const commands = { chat: { summary: "", load: () => Promise.resolve(chatCommands) } };
process.exitCode = await runProgram(
  { name: "chat", version: VERSION, commands },
  process.argv.slice(2),
  processTerminal(),
);

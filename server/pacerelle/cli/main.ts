/**
 * The command line of what is delivered: Pacerelle's stdio server and its doctor, and nothing else of the house.
 * @module
 */
import process from "node:process";
import { VERSION } from "../../../base/version.ts";
import { type Program, runProgram } from "../../cli/run_program.ts";
import { processTerminal } from "../../cli/terminal.ts";

const PROGRAM: Program = {
  name: "pacerelle-mcp",
  version: VERSION,
  fallback: "pacerelle",
  commands: {
    pacerelle: {
      summary: "La boîte de réception d’un assistant, pour un hôte MCP (stdio) ; sans commande, c’est elle",
      load: async () => (await import("./pacerelle.ts")).pacerelleCommand,
    },
    doctor: {
      summary: "Cherche ce qui ne va pas, et dit quoi faire",
      load: async () => (await import("./doctor.ts")).doctorCommand,
    },
  },
};

process.exitCode = await runProgram(PROGRAM, process.argv.slice(2), processTerminal());

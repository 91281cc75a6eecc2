/**
 * The command line. Each command loads only its own code: what a host starts over stdio never loads the database driver.
 * Deno follows these imports before it runs anything, all of both products, unless it is started with
 * `--unstable-lazy-dynamic-imports`, as the tasks are that may read the sources anyway.
 * @module
 */
import process from "node:process";
import { VERSION } from "./base/version.ts";
import { type Program, runProgram } from "./server/cli/run_program.ts";
import { processTerminal } from "./server/cli/terminal.ts";

const PROGRAM: Program = {
  name: "pacerelle",
  version: VERSION,
  fallback: "pacerelle",
  commands: {
    pacerelle: {
      summary: "Pacerelle : la boîte de réception d’un assistant, pour un hôte MCP (stdio)",
      load: async () => (await import("./server/pacerelle/cli/pacerelle.ts")).pacerelleCommand,
    },
    doctor: {
      summary: "Pacerelle : cherche ce qui ne va pas, et dit quoi faire",
      load: async () => (await import("./server/pacerelle/cli/doctor.ts")).doctorCommand,
    },
    serve: {
      summary: "Messagerie : le serveur",
      load: async () => (await import("./server/messagerie/cli/serve.ts")).serveCommand,
    },
    token: {
      summary: "Messagerie : les jetons des programmes",
      load: async () => (await import("./server/messagerie/cli/token.ts")).tokenCommands,
    },
    agent: {
      summary: "Messagerie : les conseillers",
      load: async () => (await import("./server/messagerie/cli/agent.ts")).agentCommands,
    },
    inbox: {
      summary: "Messagerie : les boîtes de réception",
      load: async () => (await import("./server/messagerie/cli/inbox.ts")).inboxCommands,
    },
    site: {
      summary: "Messagerie : les sites web",
      load: async () => (await import("./server/messagerie/cli/site.ts")).siteCommands,
    },
    import: {
      summary: "Messagerie : charge un fichier",
      load: async () => (await import("./server/messagerie/cli/import.ts")).importCommand,
    },
    export: {
      summary: "Messagerie : écrit toute la base dans un fichier",
      load: async () => (await import("./server/messagerie/cli/export.ts")).exportCommand,
    },
    backup: {
      summary: "Messagerie : copie la base, même pendant qu’elle sert",
      load: async () => (await import("./server/messagerie/cli/backup.ts")).backupCommand,
    },
    restore: {
      summary: "Messagerie : remet une sauvegarde",
      load: async () => (await import("./server/messagerie/cli/restore.ts")).restoreCommand,
    },
    "doctor-messagerie": {
      summary: "Messagerie : cherche ce qui ne va pas, et dit quoi faire",
      load: async () => (await import("./server/messagerie/cli/doctor.ts")).doctorCommand,
    },
    demo: {
      summary: "Messagerie : remplit une base d’exemple",
      load: async () => (await import("./server/messagerie/cli/demo.ts")).demoCommand,
    },
    relay: {
      summary: "Pacerelle : le relais",
      load: async () => (await import("./server/relay/cli/relay.ts")).relayCommand,
    },
    chat: {
      summary: "Pacerelle : écrire à vos agents depuis le terminal",
      load: async () => (await import("./server/pacerelle/chat/chat_commands.ts")).chatCommands,
    },
  },
};

process.exitCode = await runProgram(PROGRAM, process.argv.slice(2), processTerminal());

/**
 * `pacerelle`: the stdio server, as a host starts it; the command when none is named.
 * @module
 */
import process from "node:process";
import { defineCommand } from "../../cli/command.ts";
import { startPacerelle } from "../start_pacerelle.ts";

/** Both may stand on a command line; documentation shows the variables, which no process list shows. */
export const SETTING_OPTIONS = {
  "agent-id": { type: "string", value: "AGENT", help: "L’identifiant de l’agent (PACERELLE_AGENT_ID)" },
  "token": {
    type: "string",
    value: "JETON",
    help: "Le jeton ; préférez PACERELLE_AGENT_TOKEN, que la liste des processus ne montre pas",
  },
  "files-dir": {
    type: "string",
    value: "DOSSIER",
    help:
      "Le dossier des fichiers à envoyer et à enregistrer (PACERELLE_FILES_DIR) ; sans lui, aucun fichier",
  },
} as const;

/** `pacerelle` */
export const pacerelleCommand = defineCommand({
  summary: "Pacerelle : la boîte de réception d’un assistant, pour un hôte MCP (stdio).",
  options: SETTING_OPTIONS,
  async run({ options }, terminal) {
    if (process.stdin.isTTY) {
      await terminal.error(
        "Ce serveur attend un hôte MCP sur son entrée ; « doctor » vérifie l’installation, Ctrl-C termine.\n",
      );
    }
    await startPacerelle({
      agentId: options["agent-id"],
      token: options["token"],
      filesDir: options["files-dir"],
      environment: (variable) => terminal.environment(variable),
    });
    // It ends by itself, with its host.
    return await new Promise<number>(() => {});
  },
});

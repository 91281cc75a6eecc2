/**
 * What is pasted into each host so that its assistant gets an agent's inbox: one table for the command line, the pages and
 * docs/connect.md (the source document, "Ajouter le serveur à votre hôte"). Runs in a browser too.
 * @module
 */
import {
  type HostRow,
  type HostText,
  jsonText,
  type Plain,
  shellQuoted,
  shellWord,
  tomlTable,
  writeHostTexts,
} from "../../../base/host_text.ts";
import type { ServerStart } from "./server_start.ts";

/** The environment variable that holds an agent's token. */
export const TOKEN_VARIABLE = "PACERELLE_AGENT_TOKEN";

/** What differs from one agent to the next. */
export interface PacerelleConnection {
  readonly agentId: string;
  /** Shown once: the texts of some hosts hold it. */
  readonly token: string;
  /** The relay's address. */
  readonly relay: string;
  readonly start: ServerStart;
}

/** The hosts of the table; `env` is the settings alone. */
export type PacerelleHost =
  | "claude-desktop"
  | "claude-code"
  | "mcp-json"
  | "cursor"
  | "vscode"
  | "codex"
  | "gemini"
  | "env";

/** Seconds that Codex waits for a start; a first one may download. */
const CODEX_START = 60;
const INPUT = "pacerelle-token";

/** The server's settings, with `token` in the token's place. */
export function settingsOf(
  { agentId, relay, token }: Pick<PacerelleConnection, "agentId" | "relay" | "token">,
): Readonly<Record<string, string>> {
  return { PACERELLE_AGENT_ID: agentId, [TOKEN_VARIABLE]: token, PACERELLE_BASE_URL: relay };
}

const startOf = ({ start: { command, args } }: PacerelleConnection) => ({
  command,
  ...(args.length === 0 ? {} : { args }),
});
const servers = (pacerelle: Plain) => jsonText({ mcpServers: { pacerelle } }) + "\n";
/** A local process, as most hosts know it. */
const local = (given: PacerelleConnection, token = given.token) =>
  servers({ ...startOf(given), env: settingsOf({ ...given, token }) });
const variables = (settings: Readonly<Record<string, string>>) =>
  Object.entries(settings).map(([name, value]) => `${name}=${shellWord(value)}`);

const HOSTS: readonly HostRow<PacerelleConnection, PacerelleHost>[] = [
  {
    id: "claude-desktop",
    host: "Claude Desktop",
    file: "claude_desktop_config.json",
    format: "json",
    secret: "text",
    write: (given) => local(given),
  },
  {
    id: "claude-code",
    host: "Claude Code",
    file: null,
    format: "sh",
    secret: "text",
    // `--env` takes every word up to the next option: the name may not follow it.
    write: (given) => {
      const { [TOKEN_VARIABLE]: token = "", ...others } = settingsOf(given);
      const settings = [...variables(others), `${TOKEN_VARIABLE}="$${TOKEN_VARIABLE}"`];
      return [
        `export ${TOKEN_VARIABLE}=${shellQuoted(token)}\nclaude mcp add`,
        ...settings.map((setting) => `--env ${setting}`),
        `--transport stdio pacerelle -- ${
          [given.start.command, ...given.start.args].map(shellWord).join(" ")
        }\n`,
      ].join(" \\\n  ");
    },
  },
  {
    id: "mcp-json",
    host: "Claude Code",
    file: ".mcp.json",
    format: "json",
    // Such files are often committed.
    secret: "variable",
    write: (given) => local(given, `\${${TOKEN_VARIABLE}}`),
  },
  {
    id: "cursor",
    host: "Cursor",
    file: "~/.cursor/mcp.json",
    format: "json",
    secret: "variable",
    write: (given) => local(given, `\${env:${TOKEN_VARIABLE}}`),
  },
  {
    id: "vscode",
    host: "VS Code",
    file: ".vscode/mcp.json",
    format: "json",
    secret: "asked",
    write: (given) =>
      jsonText({
        inputs: [{ type: "promptString", id: INPUT, description: "Pacerelle token", password: true }],
        servers: {
          pacerelle: {
            type: "stdio",
            ...startOf(given),
            env: settingsOf({ ...given, token: `\${input:${INPUT}}` }),
          },
        },
      }) + "\n",
  },
  {
    id: "codex",
    host: "Codex",
    file: "~/.codex/config.toml",
    format: "toml",
    secret: "text",
    write: (given) =>
      `${tomlTable("mcp_servers.pacerelle", { ...startOf(given), startup_timeout_sec: CODEX_START })}\n${
        tomlTable("mcp_servers.pacerelle.env", settingsOf(given))
      }`,
  },
  {
    id: "gemini",
    host: "Gemini CLI",
    file: "~/.gemini/settings.json",
    format: "json",
    secret: "variable",
    write: (given) => local(given, `$${TOKEN_VARIABLE}`),
  },
  {
    id: "env",
    host: ".env",
    file: ".env",
    format: "env",
    secret: "text",
    write: (given) => variables(settingsOf(given)).join("\n") + "\n",
  },
];

/** The text for every host, in the order in which they are told. */
export function hostTexts(connection: PacerelleConnection): readonly HostText<PacerelleHost>[] {
  return writeHostTexts(HOSTS, connection);
}

/**
 * What is pasted into each host to reach Messagerie: one table for the command line, the pages and docs/connect.md (the
 * source document, "Un jeton", "Brancher un agent"). Runs in a browser too.
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

/** The environment variable that hosts read the token from. */
export const TOKEN_VARIABLE = "MESSAGERIE_TOKEN";

/** What differs from one server and one token to the next. */
export interface MessagerieConnection {
  /** The server's address for people, without a final slash. */
  readonly publicUrl: string;
  /** Shown once: the texts of some hosts hold it. */
  readonly token: string;
}

/** The hosts of the table. */
export type MessagerieHost =
  | "claude-code"
  | "mcp-json"
  | "cursor"
  | "vscode"
  | "codex"
  | "gemini"
  | "claude-desktop"
  | "mcp-servers";

/** The address of the endpoint. */
export const mcpUrl = ({ publicUrl }: Pick<MessagerieConnection, "publicUrl">): string => `${publicUrl}/mcp`;

const INPUT = "messagerie-token";
const servers = (messagerie: Plain) => jsonText({ mcpServers: { messagerie } }) + "\n";
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

const HOSTS: readonly HostRow<MessagerieConnection, MessagerieHost>[] = [
  {
    id: "claude-code",
    host: "Claude Code",
    file: null,
    format: "sh",
    secret: "text",
    write: (given) =>
      `export ${TOKEN_VARIABLE}=${shellQuoted(given.token)}
claude mcp add --transport http messagerie ${shellWord(mcpUrl(given))} \\
  --header "Authorization: Bearer $${TOKEN_VARIABLE}"
`,
  },
  {
    id: "mcp-json",
    host: "Claude Code",
    file: ".mcp.json",
    format: "json",
    secret: "variable",
    write: (given) => servers({ type: "http", url: mcpUrl(given), headers: bearer(`\${${TOKEN_VARIABLE}}`) }),
  },
  {
    id: "cursor",
    host: "Cursor",
    file: "~/.cursor/mcp.json",
    format: "json",
    secret: "variable",
    write: (given) => servers({ url: mcpUrl(given), headers: bearer(`\${env:${TOKEN_VARIABLE}}`) }),
  },
  {
    id: "vscode",
    host: "VS Code",
    file: ".vscode/mcp.json",
    format: "json",
    secret: "asked",
    write: (given) =>
      jsonText({
        inputs: [{ type: "promptString", id: INPUT, description: "Messagerie token", password: true }],
        servers: {
          messagerie: { type: "http", url: mcpUrl(given), headers: bearer(`\${input:${INPUT}}`) },
        },
      }) + "\n",
  },
  {
    id: "codex",
    host: "Codex",
    file: "~/.codex/config.toml",
    format: "toml",
    secret: "variable",
    write: (given) =>
      tomlTable("mcp_servers.messagerie", { url: mcpUrl(given), bearer_token_env_var: TOKEN_VARIABLE }),
  },
  {
    id: "gemini",
    host: "Gemini CLI",
    file: "~/.gemini/settings.json",
    format: "json",
    secret: "variable",
    // Under `url` it would expect event streams.
    write: (given) => servers({ httpUrl: mcpUrl(given), headers: bearer(`\${${TOKEN_VARIABLE}}`) }),
  },
  {
    id: "claude-desktop",
    host: "Claude Desktop",
    file: "claude_desktop_config.json",
    format: "json",
    secret: "text",
    // It starts local processes alone. No argument holds a blank: some hosts split arguments at blanks on Windows.
    write: (given) =>
      servers({
        command: "npx",
        args: ["-y", "mcp-remote", mcpUrl(given), "--header", "Authorization:${AUTH_HEADER}"],
        env: { AUTH_HEADER: `Bearer ${given.token}` },
      }),
  },
  {
    id: "mcp-servers",
    host: "mcpServers",
    file: null,
    format: "json",
    secret: "text",
    write: (given) => servers({ type: "http", url: mcpUrl(given), headers: bearer(given.token) }),
  },
];

/** The text for every host, in the order in which they are told. */
export function hostTexts(connection: MessagerieConnection): readonly HostText<MessagerieHost>[] {
  return writeHostTexts(HOSTS, connection);
}

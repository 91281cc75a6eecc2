/**
 * What a person pastes into a host so that its assistant gets the agent's inbox.
 * @module
 */
import type { MadeAgent } from "../../../service/pacerelle/chat/agents.ts";

/** How a host starts the stdio server (contract: pacerelle §1). */
const COMMAND = "npx";
const ARGUMENTS = ["-y", "@pacerelle/mcp-server"];
/** What the server takes by itself: not worth a line. */
const DEFAULT_RELAY = "http://localhost:8080";

/** The same settings for three kinds of hosts. */
export interface HostConfiguration {
  /** claude_desktop_config.json */
  readonly claudeDesktop: unknown;
  /** .mcp.json of Claude Code, which takes the secret from the environment: such files are often committed. */
  readonly claudeCode: unknown;
  /** Lines of a .env file. */
  readonly env: string;
}

/** Configuration for `agent` at `relay`. Holds the token: show it once. */
export function hostConfiguration(agent: MadeAgent, relay: string): HostConfiguration {
  const { id, token } = agent;
  const address: Record<string, string> = new URL(relay).href === new URL(DEFAULT_RELAY).href
    ? {}
    : { PACERELLE_BASE_URL: relay };
  const settings = { PACERELLE_AGENT_ID: id, PACERELLE_AGENT_TOKEN: token, ...address };
  const server = (env: Readonly<Record<string, string>>) => ({
    mcpServers: { pacerelle: { command: COMMAND, args: ARGUMENTS, env } },
  });
  return {
    claudeDesktop: server(settings),
    claudeCode: server({ ...settings, PACERELLE_AGENT_TOKEN: "${PACERELLE_AGENT_TOKEN}" }),
    env: Object.entries(settings).map(([name, value]) => `${name}=${value}\n`).join(""),
  };
}

/** The same as text to read. */
export function hostConfigurationText(configuration: HostConfiguration): string {
  const block = (value: unknown) => JSON.stringify(value, null, 2);
  return [
    "Claude Desktop, dans claude_desktop_config.json :",
    block(configuration.claudeDesktop),
    "Claude Code, dans .mcp.json (le jeton vient de l’environnement) :",
    block(configuration.claudeCode),
    "Fichier .env :",
    configuration.env,
  ].join("\n\n");
}

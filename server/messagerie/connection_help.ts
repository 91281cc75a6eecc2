/**
 * What to paste to connect a program, with the server's address and a token that was just made (the source document, "Un
 * jeton", "Brancher un agent").
 * @module
 */

/** A text safe inside double quotes of a POSIX shell. */
function quoted(text: string): string {
  return `"${text.replace(/[\\"$`]/g, "\\$&")}"`;
}

/** The command for Claude Code, then the configuration of any client that speaks MCP over HTTP. */
export function connectionHelp(publicUrl: string, token: string): string {
  const url = `${publicUrl}/mcp`;
  const config = {
    mcpServers: { messagerie: { type: "http", url, headers: { Authorization: `Bearer ${token}` } } },
  };
  return `Pour Claude Code :

export MESSAGERIE_TOKEN=${quoted(token)}
claude mcp add --transport http messagerie ${quoted(url)} --header "Authorization: Bearer $MESSAGERIE_TOKEN"

Pour un autre client :

${JSON.stringify(config, null, 2)}

Ce jeton n’est montré que cette fois.
`;
}

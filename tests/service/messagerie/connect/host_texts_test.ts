/**
 * What is pasted into each host to reach Messagerie says the given address and token, whatever characters they hold.
 * @covers messagerie.source.claude-code-command, messagerie.source.mcp-servers-json, messagerie.source.relay-config
 * @covers house.host-texts
 */
import { deepEqual, equal, ok } from "node:assert/strict";
import { hostTexts, type MessagerieHost } from "../../../../service/messagerie/connect/host_texts.ts";
import { parsePasted } from "../../../paste/parse_pasted.ts";
import type { Any } from "../../../any.ts";

/** What each host's file must come to. */
const EXPECTED: Readonly<Record<MessagerieHost, (url: string, token: string) => unknown>> = {
  "claude-code": (url, token) => [
    ...["mcp", "add", "--transport", "http", "messagerie", url],
    ...["--header", `Authorization: Bearer ${token}`],
  ],
  "mcp-json": (url) => inServers({ type: "http", url, headers: authorization("${MESSAGERIE_TOKEN}") }),
  cursor: (url) => inServers({ url, headers: authorization("${env:MESSAGERIE_TOKEN}") }),
  vscode: (url) => ({
    inputs: [{
      type: "promptString",
      id: "messagerie-token",
      description: "Messagerie token",
      password: true,
    }],
    servers: {
      messagerie: { type: "http", url, headers: authorization("${input:messagerie-token}") },
    },
  }),
  codex: (url) => ({ mcp_servers: { messagerie: { url, bearer_token_env_var: "MESSAGERIE_TOKEN" } } }),
  gemini: (url) => inServers({ httpUrl: url, headers: authorization("${MESSAGERIE_TOKEN}") }),
  "claude-desktop": (url, token) =>
    inServers({
      command: "npx",
      args: ["-y", "mcp-remote", url, "--header", "Authorization:${AUTH_HEADER}"],
      env: { AUTH_HEADER: `Bearer ${token}` },
    }),
  "mcp-servers": (url, token) => inServers({ type: "http", url, headers: authorization(token) }),
};
const inServers = (messagerie: unknown) => ({ mcpServers: { messagerie } });
const authorization = (token: string) => ({ Authorization: `Bearer ${token}` });

for (const address of ["https://chat.exemple.fr", 'https://chat.exemple.fr/"$HOME"`id`\\x\u007f é#']) {
  Deno.test(`hostTexts() says ${JSON.stringify(address)} and the token as they are, to every host`, async () => {
    const token = "msg_abcdefgh_secret";
    const texts = hostTexts({ publicUrl: address, token });
    deepEqual(texts.map(({ id }) => id).sort(), Object.keys(EXPECTED).sort());
    for (const { id, format, secret, text } of texts) {
      deepEqual(await parsePasted(format, text), EXPECTED[id](`${address}/mcp`, token), id);
      equal(text.includes(token), secret === "text", `${id}: whether it holds the token`);
      ok(text.endsWith("\n") && !text.endsWith("\n\n"), id);
    }
  });
}

Deno.test("hostTexts() gives mcp-remote no argument with a blank: some hosts split there on Windows", () => {
  const { text }: Any = hostTexts({ publicUrl: "https://chat.exemple.fr", token: "msg_x" })
    .find(({ id }) => id === "claude-desktop");
  deepEqual(JSON.parse(text).mcpServers.messagerie.args.filter((arg: string) => /\s/.test(arg)), []);
});

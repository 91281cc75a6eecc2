/**
 * A client that only starts local processes reaches the server through `mcp-remote`, configured as the source document
 * says.
 * @covers messagerie.source.relay-config
 */
import { equal } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { testFolder } from "./cli/run_cli.ts";
import { furnish } from "./furnished.ts";
import { serve } from "./served.ts";

const RELAY = fileURLToPath(new URL("../../../node_modules/mcp-remote/dist/proxy.js", import.meta.url));

Deno.test("mcp-remote relays a stdio client to the server", async () => {
  await using folder = await testFolder();
  const { create } = await furnish(folder.url);
  await using server = await serve(folder.url);
  const { token } = await create({ label: "Relais" });
  const client = new Client({ name: "essai", version: "1" });
  const transport = new StdioClientTransport({
    command: Deno.execPath(),
    args: [
      "run",
      "-A",
      "--quiet",
      RELAY,
      `${server.url}/mcp`,
      "--header",
      "Authorization:Bearer ${MESSAGERIE_TOKEN}",
    ],
    env: {
      MESSAGERIE_TOKEN: token,
      MCP_REMOTE_CONFIG_DIR: folder.path,
      HOME: folder.path,
      PATH: "/usr/bin:/bin",
    },
    stderr: "ignore",
  });
  await client.connect(transport);
  try {
    const { content } = await client.callTool({ name: "whoami", arguments: {} });
    equal(JSON.parse((content as { text: string }[])[0]?.text ?? "").label, "Relais");
    equal((await client.listTools()).tools.length, 15);
  } finally {
    await client.close();
  }
});

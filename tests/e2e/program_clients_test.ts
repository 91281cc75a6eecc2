/**
 * Clients that are programs of their own, on Node, at the real server: the inspector's command line, mcp-remote as stdio
 * hosts run it, and plain HTTP as anybody writes it.
 * @covers mcp-wire.client.inspector
 * @covers mcp-wire.client.mcp-remote
 * @covers messagerie.source.relay-config
 * @covers mcp-wire.legacy.stateless
 * @covers mcp-wire.habit-8
 * @covers mcp-wire.habit-24
 */
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { hostTexts } from "../../service/messagerie/connect/host_texts.ts";
import { clientProgram } from "./installed_clients.ts";
import { startRealServer, withToken } from "./real_server.ts";

Deno.test("the inspector, mcp-remote and plain HTTP work at the real server", async (test) => {
  await using server = await startRealServer();

  await test.step("the inspector's command line", async () => {
    // This version of it cannot send a header.
    await using authorized = withToken(server.url, server.write);
    const program = await clientProgram("inspector");
    const inspect = async (...args: string[]) => {
      const { code, stdout, stderr } = await new Deno.Command("node", {
        args: [program, `${authorized.url}/mcp`, "--transport", "http", ...args],
      }).output();
      assert.equal(code, 0, new TextDecoder().decode(stderr));
      return JSON.parse(new TextDecoder().decode(stdout));
    };
    assert.equal((await inspect("--method", "tools/list")).tools.length, 15);
    const found = await inspect(
      "--method",
      "tools/call",
      "--tool-name",
      "search_messages",
      "--tool-arg",
      "query=DÉLAI",
    );
    assert.equal(JSON.parse(found.content[0].text)[0].conversationId, server.conversationId);
  });

  // As the source document shows it; and as this house gives it to Claude Desktop, without a blank, which hosts that split
  // arguments at blanks leave whole.
  const source = [`${server.url}/mcp`, "--header", "Authorization:Bearer ${MESSAGERIE_TOKEN}"];
  await test.step("mcp-remote, the header with a blank", () =>
    throughRelay(source, { MESSAGERIE_TOKEN: server.write }));
  await test.step("mcp-remote, as Claude Desktop is told", async () => {
    const texts = hostTexts({ publicUrl: server.url, token: server.write });
    const { text = "" } = texts.find(({ id }) => id === "claude-desktop") ?? {};
    const { command, args: [yes, program, ...args], env } = JSON.parse(text).mcpServers.messagerie;
    assert.deepEqual([command, yes, program], ["npx", "-y", "mcp-remote"]);
    await throughRelay(args, env);
  });

  async function throughRelay(args: readonly string[], env: Record<string, string>): Promise<void> {
    const folder = await Deno.makeTempDir();
    const transport = new StdioClientTransport({
      command: "node",
      args: [await clientProgram("mcp-remote"), ...args],
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        ...env,
        MCP_REMOTE_CONFIG_DIR: folder,
      },
      stderr: "ignore",
    });
    const client = new Client({ name: "e2e", version: "1.0.0" });
    await client.connect(transport);
    assert.equal(client.getServerVersion()?.name, "messagerie");
    assert.equal((await client.listTools()).tools.length, 15);
    const result = await client.callTool({ name: "whoami" });
    assert.match((result.content as { text: string }[])[0]?.text ?? "", /"access":"write"/);
    await client.close();
    await Deno.remove(folder, { recursive: true });
  }

  await test.step("plain HTTP, as the source document shows a call", async () => {
    const response = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.write}`, "content-type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "send_reply",
          arguments: {
            conversation_id: server.conversationId,
            text: "Le virement part demain.",
            resolve: true,
          },
        },
      }),
    });
    assert.equal(response.status, 200);
    const { id, result } = await response.json();
    assert.equal(id, 1);
    assert.equal(JSON.parse(result.content[0].text).status, "resolved");
  });
});

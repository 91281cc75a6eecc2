/**
 * The SDK's clients, both generations and both eras, at the real server.
 * @covers mcp-wire.client.sdk-v1
 * @covers mcp-wire.client.sdk-v2-legacy
 * @covers mcp-wire.client.sdk-v2-modern
 * @covers messagerie.source.identity
 * @covers messagerie.tools.order
 * @covers messagerie.refusals.read-only
 */
import assert from "node:assert/strict";
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CATALOGUE } from "../../tools/messagerie/catalogue.ts";
import { type RealServer, startRealServer } from "./real_server.ts";

interface Called {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean;
}

/** What the clients have in common. */
interface AnyClient {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
  getServerVersion(): { readonly name: string; readonly version: string } | undefined;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

type Connect = (url: URL, token: string) => Promise<AnyClient>;

const identity = { name: "e2e", version: "1.0.0" };
const requestInit = (token: string) => ({ requestInit: { headers: { Authorization: `Bearer ${token}` } } });

const CLIENTS: Readonly<Record<string, Connect>> = {
  "SDK v1": async (url, token) => {
    const client = new Client(identity);
    const transport = new StreamableHTTPClientTransport(url, requestInit(token));
    await client.connect(transport as Parameters<Client["connect"]>[0]);
    assert.equal(transport.protocolVersion, "2025-11-25");
    assert.equal(transport.sessionId, undefined);
    return client as AnyClient;
  },
  "SDK v2, 2025 era": async (url, token) => {
    const client = new ModernClient(identity, { versionNegotiation: { mode: "legacy" } });
    await client.connect(new ModernTransport(url, requestInit(token)));
    assert.equal(client.getNegotiatedProtocolVersion(), "2025-11-25");
    return client as AnyClient;
  },
  "SDK v2, 2026 era": async (url, token) => {
    const client = new ModernClient(identity, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await client.connect(new ModernTransport(url, requestInit(token)));
    assert.equal(client.getNegotiatedProtocolVersion(), "2026-07-28");
    return client as AnyClient;
  },
  "SDK v2, choosing by itself": async (url, token) => {
    const client = new ModernClient(identity, { versionNegotiation: { mode: "auto" } });
    await client.connect(new ModernTransport(url, requestInit(token)));
    assert.equal(client.getNegotiatedProtocolVersion(), "2026-07-28");
    return client as AnyClient;
  },
};

async function call(client: AnyClient, name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: args }) as Called;
  assert.equal(content.length, 1);
  assert.equal(content[0]?.type, "text");
  return { value: JSON.parse(content[0]?.text ?? ""), isError };
}

async function works(connect: Connect, server: RealServer): Promise<void> {
  const endpoint = new URL(`${server.url}/mcp`);
  const client = await connect(endpoint, server.write);
  assert.deepEqual(client.getServerVersion()?.name, "messagerie");
  assert.equal(client.getServerVersion()?.version, "0.1.0");
  assert.match(
    client.getInstructions() ?? "",
    /whoami.*list_conversations.*get_conversation.*send_reply.*relisez/,
    "what to begin with, and what to reread before it goes out",
  );
  const names = CATALOGUE.map((tool) => tool.name);
  assert.deepEqual((await client.listTools()).tools.map((tool) => tool.name), names);

  assert.equal((await call(client, "whoami")).value.access, "write");
  const [first] = (await call(client, "list_conversations")).value;
  assert.equal(first.id, server.conversationId);
  const conversation_id = server.conversationId;
  const text = "Réponse n° 1 : **demain**";
  const replied = await call(client, "send_reply", { conversation_id, text });
  assert.equal(replied.value.messages.at(-1).text, text);
  assert.equal(
    (await call(client, "get_conversation", { conversation_id })).value.contact.name,
    "Léa Martin",
  );
  assert.ok((await call(client, "search_messages", { query: "delai" })).value.length > 0);
  const assigned = await call(client, "assign_conversation", { conversation_id, agent_id: server.agentId });
  assert.equal(assigned.value.assignee, "Claire Dubois");
  assert.equal(
    (await call(client, "assign_conversation", { conversation_id, agent_id: null })).value.assignee,
    null,
  );

  const missing = await call(client, "get_conversation", { conversation_id: server.agentId });
  assert.deepEqual([missing.isError, missing.value.code], [true, "CONVERSATION_NOT_FOUND"]);
  const malformed = await call(client, "get_conversation", { conversation_id: 3 });
  assert.deepEqual([malformed.isError, malformed.value.code], [true, "INVALID_REQUEST"]);
  assert.equal(malformed.value.details.issues[0].field, "conversation_id");
  await assert.rejects(client.callTool({ name: "drop_everything" }), /-32602|Unknown tool/);
  await client.close();

  const reader = await connect(endpoint, server.read);
  assert.deepEqual((await reader.listTools()).tools.map((tool) => tool.name), names.slice(0, 8));
  const refused = await call(reader, "send_reply", { conversation_id, text: "non" });
  assert.deepEqual([refused.isError, refused.value.code], [true, "TOKEN_READ_ONLY"]);
  await reader.close();

  await assert.rejects(
    connect(endpoint, "msg_aaaaaaaa_" + "0".repeat(43)),
    "a bad token is an error at once",
  );
}

Deno.test("the SDK's clients work at the real server", async (test) => {
  await using server = await startRealServer();
  for (const [name, connect] of Object.entries(CLIENTS)) {
    await test.step(name, () => works(connect, server));
  }
});

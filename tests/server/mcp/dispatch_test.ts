/**
 * The dispatcher in both eras, message by message.
 * @covers mcp-wire.legacy.negotiation
 * @covers mcp-wire.legacy.stateless
 * @covers mcp-wire.legacy.ping
 * @covers mcp-wire.legacy.unknown-method
 * @covers mcp-wire.modern.era
 * @covers mcp-wire.modern.discover
 * @covers mcp-wire.modern.result-type
 * @covers mcp-wire.modern.list-cache
 * @covers mcp-wire.modern.headers
 * @covers mcp-wire.modern.name-sentinel
 * @covers mcp-wire.modern.version
 * @covers mcp-wire.modern.meta
 * @covers mcp-wire.modern.unknown-method
 * @covers mcp-wire.habit-10
 * @covers mcp-wire.habit-14
 * @covers mcp-wire.habit-19
 * @covers mcp-wire.habit-20
 * @covers mcp-wire.habit-22
 * @covers mcp-wire.habit-23
 * @covers mcp-wire.habit-24
 * @covers messagerie.refusals.unknown-tool
 */
import assert from "node:assert/strict";
import type { Exchange } from "../../../server/mcp/dispatch.ts";
import type { CallSignals } from "../../../tools/tool.ts";
import { type Caller, collect, fakeDispatcher, INFO, rules, TOOLS } from "./fake_catalogue.ts";

const PROMPT = { name: "begin", title: "Commencer", description: "Lance la boucle.", text: "Commence." };
const dispatcher = fakeDispatcher();
const prompting = fakeDispatcher({ prompts: [PROMPT] });
const WRITER: Caller = { access: "write" };
const READER: Caller = { access: "read" };

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

interface Sent {
  readonly method: string;
  readonly params?: Record<string, unknown>;
  /** JSON text. */
  readonly id?: string;
  readonly headers?: Record<string, string>;
  readonly caller?: Caller;
  readonly to?: typeof dispatcher;
  readonly exchange?: Partial<Exchange>;
}

async function send(
  { method, params = {}, id = "1", headers, caller = WRITER, to = dispatcher, exchange }: Sent,
) {
  const { status, body } = await to.handle({ id, method, params }, caller, {
    signal: new AbortController().signal,
    ...(headers === undefined ? {} : { headers: new Headers(headers) }),
    ...exchange,
  });
  const answer = JSON.parse(body!);
  assert.equal(answer.jsonrpc, "2.0");
  assert.equal(JSON.stringify(answer.id), id);
  return { status, result: answer.result, error: answer.error };
}

/** A modern request over HTTP, its headers as they must be unless told otherwise; null leaves one out. */
function sendModern(
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string | null> = {},
) {
  const all: Record<string, string | null> = {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {}),
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  return send({ method, params: { _meta: META, ...params }, headers: Object.fromEntries(given) });
}

Deno.test("initialize echoes a known version and offers the latest legacy one otherwise", async () => {
  for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
    const { result } = await send({ method: "initialize", params: { protocolVersion: version } });
    assert.deepEqual(result, {
      protocolVersion: version,
      capabilities: { tools: {} },
      serverInfo: INFO,
      instructions: "Commencez par echo.",
    });
  }
  for (const version of ["2030-01-01", "2026-07-28", "1.0", undefined, 3]) {
    const { result } = await send({ method: "initialize", params: { protocolVersion: version } });
    assert.equal(result.protocolVersion, "2025-11-25");
  }
});

Deno.test("the legacy era answers ping, and every method it does not have at once with -32601", async () => {
  assert.deepEqual(await send({ method: "ping" }), { status: 200, result: {}, error: undefined });
  for (
    const method of [
      "subscriptions/listen",
      "resources/list",
      "prompts/list",
      "logging/setLevel",
      "toString",
      "",
    ]
  ) {
    const { status, error } = await send({ method });
    assert.deepEqual([status, error.code], [200, -32601], method);
  }
});

Deno.test("tools/list needs no handshake, keeps the order, and hides what the caller may not call", async () => {
  const { result } = await send({ method: "tools/list" });
  assert.deepEqual(result.tools.map((tool: { name: string }) => tool.name), TOOLS.map((tool) => tool.name));
  assert.deepEqual(Object.keys(result), ["tools"]);
  assert.deepEqual(result.tools[0], {
    name: "echo",
    title: "Écho",
    description: "Rend ce qu’il reçoit.",
    inputSchema: {
      type: "object",
      properties: {
        text: { type: "string" },
        times: { type: "integer", minimum: 1, maximum: 5, default: 1 },
      },
      required: ["text"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  });
  const seen = await send({ method: "tools/list", caller: READER });
  assert.ok(!seen.result.tools.some((tool: { name: string }) => tool.name === "write"));
  assert.equal(seen.result.tools.length, TOOLS.length - 1);
});

Deno.test("tools/call answers one text block; a refusal is a result marked isError, without structuredContent", async () => {
  const good = await send({ method: "tools/call", params: { name: "echo", arguments: { text: 'a"b' } } });
  assert.deepEqual(good.result, { content: [{ type: "text", text: '["a\\"b"]' }] });
  const refused = await send({
    method: "tools/call",
    params: { name: "write", arguments: {} },
    caller: READER,
  });
  assert.deepEqual(refused.result, {
    content: [{ type: "text", text: '{"code":"TOKEN_READ_ONLY","message":"Lecture seule."}' }],
    isError: true,
  });
});

Deno.test("tools/call of an unknown tool, or of none, is -32602", async () => {
  for (const name of ["nope", "", "__proto__", "constructor", 3, undefined, null]) {
    const { status, error } = await send({ method: "tools/call", params: { name } });
    assert.deepEqual([status, error.code], [200, -32602]);
  }
});

Deno.test("ids go back as they came, and two callers with one id do not meet", async () => {
  const ids = ["1.5", "-3", '"a"', '"1"', '""'];
  await Promise.all(ids.map((id) => send({ method: "ping", id })));
  const huge = await dispatcher.handle({ id: "123456789012345678901", method: "ping", params: {} }, WRITER, {
    signal: new AbortController().signal,
  });
  assert.equal(huge.body, '{"jsonrpc":"2.0","id":123456789012345678901,"result":{}}');
  const both = await Promise.all(["un", "deux"].map((text, index) =>
    send({
      method: "tools/call",
      params: { name: "echo", arguments: { text } },
      caller: index === 0 ? WRITER : READER,
    })
  ));
  assert.deepEqual(both.map(({ result }) => result.content[0].text), ['["un"]', '["deux"]']);
});

Deno.test("a notification gets 202 and no body, whatever it says", async () => {
  for (const method of ["notifications/initialized", "notifications/cancelled", "tools/call", "nope"]) {
    const reply = await dispatcher.handle({ id: undefined, method, params: { name: "break" } }, WRITER, {
      signal: new AbortController().signal,
    });
    assert.deepEqual(reply, { status: 202, body: undefined });
  }
});

Deno.test("progress goes to those who gave a token, and never after the answer", async () => {
  const sent: string[] = [];
  const exchange = { notify: (body: string) => void sent.push(body) };
  const params = { name: "wait", arguments: { ms: 0 } };
  await send({ method: "tools/call", params, exchange });
  assert.deepEqual(sent, []);
  await send({ method: "tools/call", params: { ...params, _meta: { progressToken: {} } }, exchange });
  assert.deepEqual(sent, []);
  await send({ method: "tools/call", params: { ...params, _meta: { progressToken: "t" } }, exchange });
  assert.deepEqual(sent.map((body) => JSON.parse(body)), [
    {
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: "t", progress: 0, total: 2, message: "début" },
    },
    {
      jsonrpc: "2.0",
      method: "notifications/progress",
      params: { progressToken: "t", progress: 1, total: 2 },
    },
  ]);
});

Deno.test("a tool that goes on after its answer sends no more progress", async () => {
  const sent: string[] = [];
  let late = () => {};
  const forgetful = {
    ...TOOLS[0]!,
    run: (_: Caller, __: unknown, call: CallSignals) => {
      late = () => call.progress(2);
      call.progress(1);
      return Promise.resolve("done");
    },
  };
  const params = { name: "echo", arguments: { text: "" }, _meta: { progressToken: 7 } };
  const exchange = { notify: (body: string) => void sent.push(body) };
  await send({ method: "tools/call", params, exchange, to: fakeDispatcher({ tools: [forgetful] }) });
  late();
  assert.equal(sent.length, 1);
});

Deno.test("prompts are listed and given where there are some", async () => {
  const listed = await send({ method: "prompts/list", to: prompting });
  const { text, ...shown } = PROMPT;
  assert.deepEqual(listed.result, { prompts: [shown] });
  const given = await send({ method: "prompts/get", params: { name: "begin" }, to: prompting });
  assert.deepEqual(given.result, {
    description: PROMPT.description,
    messages: [{ role: "user", content: { type: "text", text } }],
  });
  const unknown = await send({ method: "prompts/get", params: { name: "x" }, to: prompting });
  assert.equal(unknown.error.code, -32602);
  const opened = await send({ method: "initialize", to: prompting });
  assert.deepEqual(opened.result.capabilities, { tools: {}, prompts: {} });
});

Deno.test("server/discover tells what is spoken, and to whom", async () => {
  const { status, result } = await sendModern("server/discover");
  assert.equal(status, 200);
  assert.deepEqual(result, {
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {} },
    instructions: "Commencez par echo.",
    resultType: "complete",
    ttlMs: 300_000,
    cacheScope: "private",
    _meta: { "io.modelcontextprotocol/serverInfo": INFO },
  });
});

Deno.test("modern results are marked complete, lists say how long they hold", async () => {
  const listed = await sendModern("tools/list");
  assert.equal(listed.result.resultType, "complete");
  assert.equal(listed.result.cacheScope, "private");
  assert.ok(Number.isInteger(listed.result.ttlMs));
  assert.equal(listed.result.tools.length, TOOLS.length);
  const called = await sendModern("tools/call", { name: "echo", arguments: { text: "a" } });
  assert.equal(called.result.resultType, "complete");
  assert.deepEqual(called.result.content, [{ type: "text", text: '["a"]' }]);
  const refused = await sendModern("tools/call", { name: "find" });
  assert.equal(refused.result.resultType, "complete");
  assert.equal(refused.result.isError, true);
  const unknown = await sendModern("tools/call", { name: "nope" });
  assert.deepEqual([unknown.status, unknown.error.code], [200, -32602]);
});

Deno.test("methods of other eras are unknown to the modern one: 404 and -32601", async () => {
  for (
    const method of ["initialize", "ping", "logging/setLevel", "subscriptions/listen", "prompts/list", "x/y"]
  ) {
    const { status, error } = await sendModern(method);
    assert.deepEqual([status, error.code], [404, -32601], method);
  }
});

Deno.test("modern headers must say what the body says", async () => {
  const call = (headers: Record<string, string | null>, name = "echo") =>
    sendModern("tools/call", { name, arguments: { text: "a" } }, headers);
  for (
    const headers of [
      { "mcp-protocol-version": "2025-11-25" },
      { "mcp-protocol-version": null },
      { "mcp-method": "tools/list" },
      { "mcp-method": "TOOLS/CALL" },
      { "mcp-method": null },
      { "mcp-name": "find" },
      { "mcp-name": null },
      { "mcp-name": "" },
      { "mcp-name": "=?base64?ZmluZA==?=" },
      { "mcp-name": "=?base64?ZWNobw?=" },
      { "mcp-name": "=?base64?/w==?=" },
    ] as Record<string, string | null>[]
  ) {
    const { status, error } = await call(headers);
    assert.deepEqual([status, error.code], [400, -32020], JSON.stringify(headers));
  }
  assert.ok((await call({})).result);
  assert.ok((await call({ "mcp-name": "=?base64?ZWNobw==?=" })).result);
  const utf8 = btoa(String.fromCharCode(...new TextEncoder().encode("écho")));
  const { status, error } = await call({ "mcp-name": `=?base64?${utf8}?=` }, "écho");
  assert.deepEqual([status, error.code], [200, -32602], "the header matches; there is no such tool");
});

Deno.test("a version that is not spoken here answers 400, -32022 and those that are", async () => {
  for (const version of ["2027-01-01", "2025-11-25", "v999.0.0", ""]) {
    const params = { _meta: { ...META, "io.modelcontextprotocol/protocolVersion": version } };
    const { status, error } = await sendModern("tools/list", params, { "mcp-protocol-version": version });
    assert.deepEqual([status, error.code], [400, -32022]);
    assert.deepEqual(error.data, { supported: ["2026-07-28"], requested: version });
    assert.equal((await send({ method: "tools/list", params })).error.code, -32022, "on stdio too");
  }
});

Deno.test("a modern request without a _meta field answers 400 and -32602", async () => {
  const without = (key: string) =>
    Object.fromEntries(Object.entries(META).filter(([name]) => !name.endsWith(key)));
  for (const _meta of [undefined, {}, without("protocolVersion"), without("clientCapabilities"), null, []]) {
    const { status, error } = await sendModern("tools/list", { _meta });
    assert.deepEqual([status, error.code], [400, -32602], JSON.stringify(_meta));
  }
  const bare = await send({ method: "server/discover" });
  assert.equal(bare.error.code, -32602);
});

Deno.test("the era is told by _meta: odd headers do not hurt a legacy client", async () => {
  for (
    const headers of [
      {},
      { "mcp-method": "tools/list" },
      { "mcp-method": "other", "mcp-name": "x", "mcp-protocol-version": "2025-11-25" },
    ] as Record<string, string>[]
  ) {
    const { status, result } = await send({
      method: "tools/list",
      headers,
      params: { _meta: { progressToken: 1 } },
    });
    assert.equal(status, 200);
    assert.equal(result.resultType, undefined);
  }
  const { status, error } = await send({
    method: "tools/list",
    headers: { "mcp-protocol-version": "1999-01-01" },
  });
  assert.deepEqual([status, error.code], [400, -32022], "a version that nobody speaks");
  assert.ok(error.data.supported.includes("2025-11-25"), "and is told those of its era");
  const opened = await send({ method: "initialize", headers: { "mcp-protocol-version": "1999-01-01" } });
  assert.equal(opened.status, 200);
});

Deno.test("on stdio the modern era needs no headers", async () => {
  const { status, result } = await send({ method: "server/discover", params: { _meta: META } });
  assert.equal(status, 200);
  assert.deepEqual(result.supportedVersions, ["2026-07-28"]);
});

Deno.test("a bug in what lists the tools answers -32603 with an incident, and its text stays inside", async () => {
  const lines: string[] = [];
  const broken = fakeDispatcher({
    rules: { ...rules(lines), log: collect(lines) },
    visible: () => {
      throw new Error("secret");
    },
  });
  const { status, error } = await send({ method: "tools/list", to: broken });
  assert.deepEqual([status, error.code, error.message], [500, -32603, "Internal error"]);
  assert.equal(JSON.parse(lines[0]!).incident, error.data.incident);
  assert.ok(!lines.join("").includes("secret"));
});

Deno.test("createDispatcher() refuses two tools of one name", () => {
  assert.throws(() => fakeDispatcher({ tools: [TOOLS[0]!, TOOLS[0]!] }), /same name/);
});

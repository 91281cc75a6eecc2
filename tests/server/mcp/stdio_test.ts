/**
 * MCP over stdio: in this process over plain streams, then as a process with the SDK's own client.
 * @covers mcp-wire.stdio.discover-probe
 * @covers mcp-wire.cancel.stdio
 * @covers mcp-wire.habit-10
 * @covers mcp-wire.habit-11
 * @covers mcp-wire.habit-18
 * @covers mcp-wire.habit-22
 * @covers mcp-wire.habit-26
 */
import assert from "node:assert/strict";
import { PassThrough, Writable } from "node:stream";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { MAX_LINE_BYTES, serveStdio } from "../../../server/mcp/stdio.ts";
import { fakeDispatcher } from "./fake_catalogue.ts";
import { until } from "../../until.ts";
import type { Any } from "../../any.ts";

type Answer = Any;

/** A server over streams in this process. */
function open() {
  const input = new PassThrough();
  const output = new PassThrough();
  const closed: string[] = [];
  const answers: Answer[] = [];
  let text = "";
  const waiting: (() => void)[] = [];
  output.on("data", (chunk) => {
    text += chunk;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    answers.push(...lines.map((line) => JSON.parse(line)));
    for (const wake of waiting.splice(0)) wake();
  });
  const server = serveStdio({
    input,
    output,
    dispatcher: fakeDispatcher(),
    context: { access: "write" },
    onClose: (reason) => {
      closed.push(reason);
      for (const wake of waiting.splice(0)) wake();
    },
  });
  return {
    input,
    output,
    server,
    closed,
    answers,
    send: (message: object) => input.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n"),
    async until(condition: () => boolean) {
      while (!condition()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

const wait = (id: unknown, ms: number, more: object = {}) => ({
  id,
  method: "tools/call",
  params: { name: "wait", arguments: { ms }, ...more },
});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

Deno.test("serveStdio() answers calls as they end, not as they came", async () => {
  const { send, until, answers, input, closed } = open();
  // Longer than a busy machine takes from one line to the next.
  send(wait(1, 1_000));
  send(wait("b", 0));
  send({ method: "notifications/initialized" });
  send({ id: 3, method: "ping" });
  await until(() => answers.length === 3);
  assert.deepEqual(answers.map(({ id }) => id).sort(), [1, 3, "b"]);
  assert.equal(answers.at(-1).id, 1);
  input.end();
  await until(() => closed.length > 0);
  assert.deepEqual(closed, ["stdin ended"]);
});

Deno.test("serveStdio() answers bad lines, ignores blank ones and answers, and lives on", async () => {
  const { input, send, until, answers, server } = open();
  input.write("{\n\n   \r\n");
  input.write("x".repeat(MAX_LINE_BYTES + 1) + "\n");
  input.write(Buffer.from([0xff, 0x0a]));
  input.write('{"jsonrpc":"2.0","id":9,"result":{}}\n');
  input.write('[{"jsonrpc":"2.0","id":9,"method":"ping"}]\n');
  send({ id: 12345678901234, method: "ping" });
  await until(() => answers.length === 5);
  assert.deepEqual(
    answers.map(({ id, error }) => [id, error?.code]),
    [[null, -32700], [null, -32700], [null, -32700], [null, -32600], [12345678901234, undefined]],
  );
  server.close("test");
});

Deno.test("serveStdio() sends nothing more for a cancelled id, not even progress", async () => {
  const { send, until, answers, server } = open();
  send(wait(1, 30_000, { _meta: { progressToken: "p" } }));
  send(wait("1", 250));
  await until(() => answers.length === 1);
  assert.equal(answers[0].method, "notifications/progress");
  send({ method: "notifications/cancelled", params: { requestId: 99 } });
  send({ method: "notifications/cancelled", params: { requestId: 1 } });
  await until(() => answers.length === 2);
  assert.equal(answers[1].id, "1", 'the id 1 is not the id "1"');
  await pause(20);
  assert.equal(answers.length, 2);
  server.close("test");
});

Deno.test("serveStdio() survives a probe of the other era", async () => {
  const { send, until, answers, server } = open();
  send({ id: 0, method: "server/discover" });
  send({
    id: 1,
    method: "server/discover",
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  });
  send({ id: 2, method: "initialize", params: { protocolVersion: "2025-06-18" } });
  await until(() => answers.length === 3);
  const [bare, discovered, opened] = [0, 1, 2].map((id) => answers.find((answer) => answer.id === id));
  assert.equal(bare.error.code, -32602);
  assert.deepEqual(discovered.result.supportedVersions, ["2026-07-28"]);
  assert.equal(opened.result.protocolVersion, "2025-06-18");
  server.close("test");
});

Deno.test("serveStdio() answers what was asked just before the end, and drops what still waits", async () => {
  const { send, input, until, answers, closed } = open();
  send(wait(1, 30_000));
  send({ id: 2, method: "tools/list" });
  input.end();
  await until(() => closed.length > 0);
  assert.deepEqual(answers.map(({ id }) => id), [2]);
  await pause(30);
  assert.deepEqual(closed, ["stdin ended"], "told once");
  assert.equal(answers.length, 1);
});

Deno.test("serveStdio() ends once when the host breaks either stream", async () => {
  const failed = open();
  failed.input.destroy(new Error("EIO"));
  await failed.until(() => failed.closed.length > 0);
  assert.deepEqual(failed.closed, ["stdin failed"]);

  const closedIn = open();
  closedIn.input.destroy();
  await closedIn.until(() => closedIn.closed.length > 0);
  assert.deepEqual(closedIn.closed, ["stdin closed"]);

  const piped = open();
  piped.send(wait(1, 30_000));
  piped.output.destroy(Object.assign(new Error("EPIPE"), { code: "EPIPE" }));
  await piped.until(() => piped.closed.length > 0);
  assert.deepEqual(piped.closed, ["stdout failed"]);
});

Deno.test("serveStdio() stops reading from a host that does not read", async () => {
  const input = new PassThrough();
  const written: string[] = [];
  let release = () => {};
  const output = new Writable({
    highWaterMark: 10,
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      release = done;
    },
  });
  const server = serveStdio({
    input,
    output,
    dispatcher: fakeDispatcher(),
    context: { access: "write" },
    onClose: () => {},
  });
  input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await until(() => input.isPaused(), "it stops reading");
  input.write('{"jsonrpc":"2.0","id":2,"method":"ping"}\n');
  await pause(5);
  assert.equal(written.length, 1);
  release();
  await until(() => written.length === 2, "the next answer");
  assert.deepEqual(written.map((line) => JSON.parse(line).id), [1, 2]);
  server.close("test");
});

const FIXTURE = new URL("stdio_fixture.ts", import.meta.url).pathname;
const ARGS = ["run", "--no-check", "--quiet", FIXTURE];

Deno.test("the SDK's stdio client works with it as a process", async () => {
  const transport = new StdioClientTransport({ command: Deno.execPath(), args: ARGS, stderr: "ignore" });
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  assert.equal(client.getServerVersion()?.name, "fabrique");
  assert.equal((await client.listTools()).tools.length, 5);
  const progress: number[] = [];
  const result = await client.callTool({ name: "wait", arguments: { ms: 1 } }, undefined, {
    onprogress: (step: { readonly progress: number }) => progress.push(step.progress),
  });
  assert.deepEqual(result.content, [{ type: "text", text: '{"waited":1,"cancelled":false}' }]);
  assert.equal(progress[0], 0, "this client may drop what comes just before the answer");
  await client.close();
});

/** Starts the fixture and waits until it has answered once. */
async function start() {
  const child = new Deno.Command(Deno.execPath(), {
    args: ARGS,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  })
    .spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.getReader();
  await writer.write(new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"ping"}\n'));
  await reader.read();
  return { child, writer, reader, stderr: new Response(child.stderr).text() };
}

Deno.test("the process ends by itself when its host closes stdin, a call under way or not", async () => {
  const { child, writer, reader, stderr } = await start();
  await writer.write(new TextEncoder().encode(JSON.stringify({ jsonrpc: "2.0", ...wait(2, 30_000) }) + "\n"));
  await writer.close();
  assert.equal((await child.status).code, 0);
  assert.equal(await stderr, "closed: stdin ended\n");
  await reader.cancel();
});

Deno.test("the process ends by itself when nobody reads its stdout any more", async () => {
  const { child, writer, reader, stderr } = await start();
  await reader.cancel();
  await writer.write(new TextEncoder().encode('{"jsonrpc":"2.0","id":2,"method":"ping"}\n'));
  assert.equal((await child.status).code, 0);
  assert.match(await stderr, /closed: stdout/);
  await writer.close().catch(() => {});
});

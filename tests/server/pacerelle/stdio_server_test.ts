/**
 * The stdio server as a real process with a real relay, on Deno and on Node 20.
 * @covers pacerelle.state.lazy, mcp-wire.habit-25
 * @covers pacerelle.state.second-process, mcp-wire.habit-12
 * @covers pacerelle.source.one-host
 * @covers pacerelle.settings.missing
 * @covers pacerelle.exit, mcp-wire.habit-11, mcp-wire.habit-26
 * @covers pacerelle.logs, mcp-wire.habit-18
 * @covers pacerelle.source.token-never-on-disk
 * @covers pacerelle.source.resume
 * @covers pacerelle.delivery.offline
 * @covers pacerelle.get_status.deaf
 * @covers pacerelle.wait.bounds
 * @covers pacerelle.tools.hostile-text
 * @covers mcp-wire.habit-22
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRelay } from "../relay/harness.ts";
import { FrozenProxy } from "./frozen_proxy.ts";
import { Person } from "./person.ts";
import { until } from "../../until.ts";
import { type Runtime, StdioProcess, variablesOf } from "./stdio_process.ts";

const RUNTIMES: readonly Runtime[] = ["deno", "node"];
/** As long as a wait may be: whoever ends while one is under way has not waited for it. */
const LONGEST_WAIT = { timeoutSeconds: 30 };

const temporary = () => Deno.makeTempDir({ prefix: "pacerelle-" });
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function names(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir(folder)) found.push(name);
  return found;
}

for (const runtime of RUNTIMES) {
  Deno.test(`${runtime}: before the first call nothing is on disk and nothing is connected`, async () => {
    await using relay = await TestRelay.start();
    await using person = await Person.signUp(relay);
    const agent = await person.createAgent();
    const root = join(await temporary(), "pas", "encore");
    const seen = relay.log.length;
    await using server = new StdioProcess(variablesOf(agent, root, relay.url), { runtime });
    assert.equal((await server.request("server/discover")).code, -32602);
    const { serverInfo } = await server.initialize();
    assert.equal(serverInfo.name, "pacerelle");
    assert.equal((await server.request("tools/list")).tools.length, 8);
    await server.request("prompts/get", { name: "start_pacerelle" });
    assert.equal((await server.tool("get_history", { limit: 0 })).value.code, "INVALID_REQUEST");
    await pause(150);
    await assert.rejects(Deno.stat(root), Deno.errors.NotFound);
    assert.ok(!relay.log.slice(seen).some((line) => line.includes(agent.id)));

    assert.equal((await server.tool("get_status")).isError, false);
    assert.deepEqual((await names(join(root, agent.id))).toSorted(), [".lock", "key", "state"]);
    await server.status(({ connection }) => connection.state === "connected");
  });

  Deno.test(`${runtime}: without settings every tool says which variable and how to get it`, async () => {
    await using server = new StdioProcess({ PACERELLE_AGENT_TOKEN: "${JETON}" }, { runtime });
    await server.initialize();
    const { tools } = await server.request("tools/list");
    for (const { name } of tools) {
      const { isError, value } = await server.tool(name);
      assert.ok(isError);
      assert.equal(value.code, "NOT_CONFIGURED");
      assert.deepEqual(value.details.variables, ["PACERELLE_AGENT_ID", "PACERELLE_AGENT_TOKEN"]);
      assert.match(value.message, /Connecter un agent/);
    }
  });

  Deno.test(`${runtime}: a second copy says who holds the state, writes nothing, and takes over`, async () => {
    await using relay = await TestRelay.start();
    await using person = await Person.signUp(relay);
    const agent = await person.createAgent();
    const root = await temporary();
    const variables = variablesOf(agent, root, relay.url);
    const first = new StdioProcess(variables, { runtime });
    await first.initialize("Claude Desktop");
    await first.tool("get_status");
    await using second = new StdioProcess(variables, { runtime: runtime === "deno" ? "node" : "deno" });
    await second.initialize("Autre hôte");
    assert.equal((await second.request("tools/list")).tools.length, 8);
    for (const tool of ["get_status", "wait_for_messages"]) {
      const { isError, value } = await second.tool(tool);
      assert.ok(isError);
      assert.equal(value.code, "STATE_IN_USE");
      assert.equal(value.details.holder.app, "Claude Desktop");
      assert.equal(value.details.holder.pid, first.child.pid);
      assert.ok(Date.parse(value.details.holder.since) > 0);
      assert.ok(value.message.includes("Claude Desktop"));
    }
    await first.kill("SIGKILL");
    const id = await person.say(agent, "à qui tient l’état");
    const status = await second.status((value) => value.pending?.count === 1);
    assert.equal(status.store.holder.app, "Autre hôte");
    assert.equal((await second.requests())[0].id, id);
  });

  Deno.test(`${runtime}: it ends with its host, whichever way, and leaves no lock`, async () => {
    await using relay = await TestRelay.start();
    await using person = await Person.signUp(relay);
    const agent = await person.createAgent();
    const root = await temporary();
    const ways: Record<string, (server: StdioProcess) => void> = {
      "stdin ends": ({ child }) => void child.stdin!.end(),
      "stdout breaks": (server) => {
        server.child.stdout!.destroy();
        server.write({ id: 99, method: "ping" });
      },
      "SIGTERM": ({ child }) => void Deno.kill(child.pid!, "SIGTERM"),
      "SIGINT then SIGTERM": ({ child }) => {
        Deno.kill(child.pid!, "SIGINT");
        Deno.kill(child.pid!, "SIGTERM");
      },
    };
    for (const [way, end] of Object.entries(ways)) {
      await using server = new StdioProcess(variablesOf(agent, root, relay.url), { runtime });
      await server.initialize();
      const { isError } = await server.tool("get_status");
      assert.equal(isError, false, `${way}: the one before has left its lock`);
      const waiting = server.begin("tools/call", { name: "wait_for_messages", arguments: LONGEST_WAIT });
      // What is asked next is answered at once: the wait is under way.
      await server.request("ping");
      end(server);
      assert.equal(await server.gone, 0, way);
      assert.equal(await waiting.answer, undefined, `${way}: it waited for what was asked`);
    }
  });
}

Deno.test("stdout holds answers alone; neither logs nor disk hold a text, an answer or the token", async () => {
  await using relay = await TestRelay.start();
  await using person = await Person.signUp(relay);
  const agent = await person.createAgent();
  const root = await temporary();
  const secret = "Le code du coffre est 4711";
  await using server = new StdioProcess(variablesOf(agent, root, relay.url));
  await server.initialize();
  await server.tool("get_status");
  const id = await person.say(agent, secret);
  await server.requests();
  await server.tool("save_checkpoint", { sourceMessageId: id, summary: secret, nextAction: secret });
  await server.tool("send_message", { sourceMessageId: id, text: secret });
  server.child.stdin!.write("pas du JSON\n");
  server.child.stdin!.write("x".repeat(2_000_000) + "\n");
  await server.request("ping");
  server.child.stdin!.end();
  await server.gone;
  for (const line of server.lines) assert.equal(JSON.parse(line).jsonrpc, "2.0");
  for (const line of server.log) assert.ok(["string"].includes(typeof JSON.parse(line).event), line);
  const log = server.log.join("\n");
  const kept = [log];
  for (const name of await names(join(root, agent.id))) {
    if (name === ".lock") continue;
    const bytes = await Deno.readFile(join(root, agent.id, name));
    kept.push(new TextDecoder("latin1").decode(bytes));
  }
  assert.equal(kept.length, 3);
  for (const text of kept) {
    assert.ok(!text.includes("coffre") && !text.includes("4711"));
    assert.ok(!text.includes(agent.token) && !text.includes(agent.token.slice(5, 25)));
  }
});

Deno.test("what was written while the agent was away waits and arrives; a new session resumes", async () => {
  await using relay = await TestRelay.start();
  await using person = await Person.signUp(relay);
  const agent = await person.createAgent();
  const root = await temporary();
  const variables = variablesOf(agent, root, relay.url);
  {
    await using server = new StdioProcess(variables);
    await server.initialize();
    await server.status(({ connection }) => connection.state === "connected");
    const id = await person.say(agent, "premier");
    await server.requests();
    const checkpoint = { sourceMessageId: id, summary: "à moitié", nextAction: "l’autre moitié" };
    await server.tool("save_checkpoint", checkpoint);
    server.child.stdin!.end();
    await server.gone;
  }
  const later = await person.say(agent, "deuxième");
  await person.until(() =>
    person.changes.some((change) => change.id === later && change.state === "submitted")
  );
  await using server = new StdioProcess(variables);
  await server.initialize();
  const { value: { checkpoints } } = await server.tool("get_checkpoints");
  assert.deepEqual(
    checkpoints.map((
      { summary, nextAction }: { summary: string; nextAction: string },
    ) => [summary, nextAction]),
    [["à moitié", "l’autre moitié"]],
  );
  const status = await server.status(({ pending }) => pending.count === 2);
  assert.equal(status.checkpoints, 1);
  const { value: { messages } } = await server.tool("wait_for_messages");
  assert.deepEqual(messages.map(({ text }: { text: string }) => text), ["premier", "deuxième"]);
});

Deno.test("a call that is cancelled gets no answer, and the next one does", async () => {
  await using relay = await TestRelay.start();
  await using person = await Person.signUp(relay);
  const agent = await person.createAgent();
  await using server = new StdioProcess(variablesOf(agent, await temporary(), relay.url));
  await server.initialize();
  const waiting = server.begin("tools/call", { name: "wait_for_messages", arguments: {} });
  await server.request("ping");
  server.write({ method: "notifications/cancelled", params: { requestId: waiting.id } });
  assert.equal((await server.tool("get_status")).isError, false);
  await pause(100);
  assert.ok(!server.lines.some((line) => JSON.parse(line).id === waiting.id));
});

Deno.test("a relay that falls silent is not called connected, and is found again", async () => {
  await using relay = await TestRelay.start({ heartbeatMs: 400 });
  await using person = await Person.signUp(relay);
  const agent = await person.createAgent();
  using proxy = new FrozenProxy(relay.url);
  await using server = new StdioProcess(variablesOf(agent, await temporary(), proxy.url));
  await server.initialize();
  await server.status(({ connection }) => connection.state === "connected");
  proxy.frozen = true;
  const silent = await server.status(({ connection }) => connection.state !== "connected");
  assert.ok(["offline", "connecting"].includes(silent.connection.state));
  const sent = await person.say(agent, "pendant le silence");
  proxy.thaw();
  assert.deepEqual((await server.requests()).map(({ id }) => id), [sent]);
});

Deno.test("a token that was taken away is told, and what is here can still be read", async () => {
  await using relay = await TestRelay.start();
  await using person = await Person.signUp(relay);
  const agent = await person.createAgent();
  const other = await person.createAgent();
  const root = await temporary();
  await using server = new StdioProcess({
    ...variablesOf(agent, root, relay.url),
    PACERELLE_AGENT_TOKEN: other.token,
  });
  await server.initialize();
  const status = await server.status(({ connection }) => connection.state === "refused");
  assert.match(status.next, /PACERELLE_AGENT_TOKEN/);
  const { value } = await server.tool("wait_for_messages");
  assert.equal(value.code, "TOKEN_REFUSED");
  assert.deepEqual((await server.tool("get_history")).value, { entries: [], hasMore: false });
});

Deno.test("a relay that answers nonsense harms nothing", async () => {
  const answers = [
    () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    () => new Response("null", { status: 500 }),
    () => new Response('{"error":{"code":"PIRE","message":"x"}}', { status: 400 }),
  ];
  const frames = ["", "null", "[]", "{", '{"type":"challenge"}', '{"type":"welcome"}', "x".repeat(400_000)];
  let calls = 0;
  await using nonsense = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    calls++;
    if (request.headers.get("upgrade") !== "websocket") {
      return request.url.endsWith("publishCard") ? Response.json({}) : answers[calls % answers.length]!();
    }
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onopen = () => socket.send(frames[calls % frames.length]!);
    socket.onerror = (event) => event.preventDefault();
    return response;
  });
  await using relay = await TestRelay.start();
  await using person = await Person.signUp(relay);
  const agent = await person.createAgent();
  const root = await temporary();
  const url = `http://127.0.0.1:${nonsense.addr.port}`;
  for (let round = 0; round < 3; round++) {
    await using server = new StdioProcess(variablesOf(agent, root, url));
    await server.initialize();
    const before = calls;
    const { value } = await server.tool("wait_for_messages", { timeoutSeconds: 1 });
    assert.deepEqual(value.messages, []);
    // Its card, then its connection.
    await until(() => calls >= before + 2, "it is asked something");
    const { value: { connection } } = await server.tool("get_status");
    assert.notEqual(connection.state, "connected");
    server.child.stdin!.end();
    assert.equal(await server.gone, 0);
  }
});

for (const runtime of RUNTIMES) {
  Deno.test(`${runtime}: a bug ends the server rather than leave it hanging, and its text stays out of the log`, async () => {
    for (const bug of ["throw", "reject"]) {
      const source = new URL("./broken_main.ts", import.meta.url).pathname;
      await using server = new StdioProcess({ BUG: bug }, { runtime, source });
      await server.initialize();
      server.begin("tools/call", { name: "get_history" });
      assert.equal(await server.gone, 1, bug);
      const log = server.log.join("\n");
      assert.match(log, /server\.broken/);
      assert.ok(!log.includes("personne"));
    }
  });

  Deno.test(`${runtime}: a host that closes stderr loses the log alone`, async () => {
    await using server = new StdioProcess({ PACERELLE_LOG: "debug" }, { runtime });
    await server.initialize();
    server.child.stderr!.destroy();
    for (let call = 0; call < 3; call++) {
      assert.equal((await server.tool("get_status")).value.code, "NOT_CONFIGURED");
      await pause(20);
    }
    server.child.stdin!.end();
    assert.equal(await server.gone, 0);
  });
}

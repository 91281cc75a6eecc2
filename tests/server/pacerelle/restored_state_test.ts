/**
 * Two states of one agent: a backup that was put back, a copy on another machine, a state that was lost.
 * @covers pacerelle.store.rollback
 * @covers pacerelle.delivery.second-connection
 * @covers pacerelle.source.backup-folder
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRelay } from "../relay/harness.ts";
import { type OwnedAgent, Person } from "./person.ts";
import { StdioProcess, variablesOf } from "./stdio_process.ts";
import type { Any } from "../../any.ts";

/** Reads the one request that waits, answers and marks it. */
async function answerOne(server: StdioProcess, text: string): Promise<void> {
  const [message] = await server.requests();
  assert.equal(message.text, text);
  const sent = await server.tool("send_message", { sourceMessageId: message.id, text: `Fait : ${text}` });
  assert.equal(sent.isError, false, JSON.stringify(sent.value));
  await server.tool("mark_processed", { messageId: message.id });
}

async function copy(root: string, agent: OwnedAgent): Promise<string> {
  const target = await Deno.makeTempDir({ prefix: "copy-" });
  await Deno.mkdir(join(target, agent.id));
  for (const name of ["key", "state"]) {
    await Deno.copyFile(join(root, agent.id, name), join(target, agent.id, name));
  }
  return target;
}

async function stop(server: StdioProcess): Promise<void> {
  server.child.stdin!.end();
  await server.gone;
}

async function open(variables: Record<string, string>): Promise<StdioProcess> {
  const server = new StdioProcess(variables);
  await server.initialize();
  return server;
}

Deno.test("a backup that was put back is noticed, told, and works on", async () => {
  await using relay = await TestRelay.start();
  await using person = await Person.signUp(relay);
  const agent = await person.createAgent();
  const root = await Deno.makeTempDir();
  {
    const server = await open(variablesOf(agent, root, relay.url));
    await server.status(({ connection }) => connection.state === "connected");
    await person.say(agent, "un");
    await answerOne(server, "un");
    await stop(server);
  }
  const backup = await copy(root, agent);
  {
    const server = await open(variablesOf(agent, root, relay.url));
    for (const text of ["deux", "trois"]) {
      await person.say(agent, text);
      await answerOne(server, text);
    }
    await person.until(() => person.texts.length === 3);
    await stop(server);
  }
  await using server = await open(variablesOf(agent, backup, relay.url));
  await server.status(({ connection, alerts }) =>
    connection.state === "connected" && alerts?.some(({ kind }: Any) => kind === "restored")
  );
  const id = await person.say(agent, "quatre");
  const requests = await server.requests();
  assert.ok(requests.some((message) => message.id === id), JSON.stringify(requests));
  const sent = await server.tool("send_message", { sourceMessageId: id, text: "Fait : quatre" });
  assert.equal(sent.isError, false, JSON.stringify(sent.value));
  await person.until(() => person.texts.includes("Fait : quatre"));
  assert.deepEqual(person.texts.toSorted(), ["Fait : deux", "Fait : quatre", "Fait : trois", "Fait : un"]);
  await stop(server);
});

Deno.test("a copy of the state on another machine is refused visibly, and takes over when the first goes", async () => {
  await using relay = await TestRelay.start();
  await using person = await Person.signUp(relay);
  const agent = await person.createAgent();
  const root = await Deno.makeTempDir();
  await using first = await open(variablesOf(agent, root, relay.url));
  await first.status(({ connection }) => connection.state === "connected");
  await using second = await open(variablesOf(agent, await copy(root, agent), relay.url));
  const status = await second.status(({ connection }) => connection.state === "refused");
  assert.equal(status.connection.error.code, "ALREADY_CONNECTED");
  assert.match(status.connection.error.holder.client, /^pacerelle-mcp /);
  assert.match(status.next, /déjà connecté ailleurs/);
  const { value } = await second.tool("wait_for_messages", { timeoutSeconds: 0 });
  assert.equal(value.code, "RELAY_REFUSED");
  assert.equal((await first.tool("get_status")).value.connection.state, "connected");
  await stop(first);
  const id = await person.say(agent, "à l’autre");
  assert.equal((await second.requests())[0].id, id);
});

Deno.test("a token whose state was lost is refused with what to do", async () => {
  await using relay = await TestRelay.start();
  await using person = await Person.signUp(relay);
  const agent = await person.createAgent();
  {
    const server = await open(variablesOf(agent, await Deno.makeTempDir(), relay.url));
    await server.status(({ connection }) => connection.state === "connected");
    await stop(server);
  }
  await using server = await open(variablesOf(agent, await Deno.makeTempDir(), relay.url));
  const status = await server.status(({ connection }) => connection.state === "refused");
  assert.equal(status.connection.error.code, "CARD_CONFLICT");
  assert.match(status.next, /nouveau jeton/);
});

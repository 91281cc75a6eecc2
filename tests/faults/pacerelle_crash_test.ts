/**
 * The real stdio server is killed at every step of receive, decrypt, store, acknowledge, show, reply, submit and mark, and
 * at random moments. Whatever the step: nothing is lost, nothing is shown or sent twice. `FAULTS=long` takes every step
 * on both runtimes and more random kills; `SEED=n` repeats a run.
 * @covers pacerelle.delivery.crash-matrix
 * @covers pacerelle.delivery.once
 * @covers pacerelle.sends.same-id
 * @covers pacerelle.store.durable-first
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { TestRelay } from "../server/relay/harness.ts";
import { type OwnedAgent, Person } from "../server/pacerelle/person.ts";
import { type Runtime, StdioProcess, variablesOf } from "../server/pacerelle/stdio_process.ts";

const SOURCE = fileURLToPath(new URL("./stepping_server.ts", import.meta.url));
const LONG = Deno.env.get("FAULTS") === "long";
const SEED = Number(Deno.env.get("SEED") ?? Date.now() % 1_000_000);
/** In the short form every nth step. */
const STRIDE = LONG ? 1 : 7;
/** Few enough for one page of history to hold all that was said. */
const RANDOM_KILLS = LONG ? 40 : 8;

/** xorshift32. */
function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** One person, one agent, one state; and what the host has seen over all of its processes. */
class Desk implements AsyncDisposable {
  readonly relay: TestRelay;
  readonly person: Person;
  readonly agent: OwnedAgent;
  readonly root: string;
  /** Texts of requests by id, as they were shown. */
  readonly shown = new Map<string, string>();
  readonly marked = new Set<string>();

  private constructor(relay: TestRelay, person: Person, agent: OwnedAgent, root: string) {
    this.relay = relay;
    this.person = person;
    this.agent = agent;
    this.root = root;
  }

  static async open(): Promise<Desk> {
    const relay = await TestRelay.start();
    const person = await Person.signUp(relay);
    return new Desk(relay, person, await person.createAgent(), await Deno.makeTempDir({ prefix: "crash-" }));
  }

  start(runtime: Runtime, more: Readonly<Record<string, string>> = {}): StdioProcess {
    const variables = { ...variablesOf(this.agent, this.root, this.relay.url), ...more };
    return new StdioProcess(variables, { runtime, source: SOURCE });
  }

  /**
   * What an assistant does until all of `ids` are marked: read, answer, mark. A retry repeats what it does not know to be
   * done, as it does. Throws when the server ends.
   */
  async work(server: StdioProcess, ids: readonly string[]): Promise<void> {
    await server.initialize();
    await server.tool("get_status");
    while (ids.some((id) => !this.marked.has(id))) {
      const { value: { messages = [] } } = await server.tool("wait_for_messages", { timeoutSeconds: 2 });
      for (const { id, text } of messages) {
        assert.ok(!this.marked.has(id), `${text} is shown although it is marked`);
        assert.equal(this.shown.get(id) ?? text, text);
        this.shown.set(id, text);
        const answer = await server.tool("send_message", { sourceMessageId: id, text: `Réponse à ${text}` });
        // Marked by a call whose answer was lost.
        if (answer.value.code === "ALREADY_PROCESSED") assert.fail("a marked request was shown");
        assert.equal(answer.isError, false, JSON.stringify(answer.value));
        const marked = await server.tool("mark_processed", { messageId: id });
        assert.deepEqual(marked.value.processed, [id]);
        this.marked.add(id);
      }
      if (messages.length > 0) continue;
      // A mark whose answer was lost stands: such a request is not shown again, and history says so.
      const { value: { entries } } = await server.tool("get_history", { limit: 200 });
      for (const { id, state } of entries) if (state === "processed") this.marked.add(id);
    }
  }

  /** Works on with a server that nothing kills, and holds everything to its promises. */
  async finish(runtime: Runtime, ids: readonly string[], what: string): Promise<void> {
    await using server = this.start(runtime);
    await this.work(server, ids);
    const { person } = this;
    const expected = ids.map((id) => `Réponse à ${this.shown.get(id)}`);
    await person.until(() =>
      expected.every((text) => person.texts.includes(text)) &&
      ids.every((id) => person.changes.some((change) => change.id === id && change.state === "processed"))
    );
    // What was in doubt is settled by asking; nothing may stay so.
    const status = await server.status(({ pending, uncertainSends, queuedSends }) =>
      pending.count === 0 && uncertainSends.length === 0 && queuedSends === 0
    );
    assert.equal(status.alerts, undefined, `${what}: ${JSON.stringify(status.alerts)}`);
    const { value: { entries } } = await server.tool("get_history", { limit: 200 });
    for (const id of ids) {
      assert.equal(entries.filter((entry: { id: string }) => entry.id === id).length, 1, what);
      const replies = entries.filter((entry: { sourceMessageId?: string }) => entry.sourceMessageId === id);
      assert.equal(replies.length, 1, `${what}: replies to ${this.shown.get(id)}`);
      assert.ok(["submitted", "delivered"].includes(replies[0].state), `${what}: ${replies[0].state}`);
    }
    for (const text of expected) {
      assert.equal(person.texts.filter((got) => got === text).length, 1, `${what}: ${text} came twice`);
    }
    server.child.stdin!.end();
    await server.gone;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.person[Symbol.asyncDispose]();
    await this.relay[Symbol.asyncDispose]();
    await Deno.remove(this.root, { recursive: true });
  }
}

/** Works until the server is killed; anything else that goes wrong is an error. */
async function workUntilKilled(desk: Desk, server: StdioProcess, ids: readonly string[]): Promise<boolean> {
  try {
    await desk.work(server, ids);
    return false;
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("the server ended")) throw error;
    return true;
  }
}

Deno.test("a kill at any step loses nothing, shows nothing twice and sends nothing twice", async () => {
  await using desk = await Desk.open();
  const names = join(desk.root, "steps");
  const first = await desk.person.say(desk.agent, "étape 0");
  await desk.finish("deno", [first], "without a kill");
  // The steps of a life after the first: what they are, and how many.
  const second = await desk.person.say(desk.agent, "étape 1");
  {
    await using server = desk.start("deno", { STEPS: names });
    await desk.work(server, [second]);
    await server.kill();
  }
  const steps = (await Deno.readTextFile(names)).trim().split("\n");
  for (
    const kind of [
      "from relay: deliver",
      "state: write half",
      "state: synced",
      "to relay: ack",
      "told host",
      "to relay: submit",
      "from relay: submitted",
    ]
  ) assert.ok(steps.includes(kind), `${kind} is not among ${steps.join(", ")}`);

  let kills = 0;
  const offset = LONG ? 0 : SEED % STRIDE;
  for (let at = 1 + offset; at <= steps.length + STRIDE; at += STRIDE) {
    const runtime: Runtime = at % 2 === 0 ? "deno" : "node";
    const id = await desk.person.say(desk.agent, `étape ${at + 1}`);
    {
      await using server = desk.start(runtime, { KILL_AT: String(at) });
      if (await workUntilKilled(desk, server, [id])) kills++;
    }
    await desk.finish(runtime === "deno" ? "node" : "deno", [id], `SEED=${SEED}, killed at step ${at}`);
  }
  assert.ok(kills >= steps.length / STRIDE / 2, `only ${kills} kills`);
});

Deno.test(`${RANDOM_KILLS} kills at random moments lose and double nothing (SEED=${SEED})`, async () => {
  const random = randomOf(SEED);
  await using desk = await Desk.open();
  const ids: string[] = [];
  for (let kill = 0; kill < RANDOM_KILLS; kill++) {
    const burst = 1 + Math.floor(random() * 3);
    for (let n = 0; n < burst; n++) ids.push(await desk.person.say(desk.agent, `message ${ids.length}`));
    const server = desk.start(random() < 0.5 ? "deno" : "node");
    const timer = setTimeout(() => void server.kill(), 150 + random() * 500);
    await workUntilKilled(desk, server, ids);
    clearTimeout(timer);
    await server.kill();
  }
  await desk.finish("deno", ids, `SEED=${SEED}`);
  assert.equal(desk.shown.size, ids.length);
});

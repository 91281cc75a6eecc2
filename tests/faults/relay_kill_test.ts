/**
 * The relay killed by SIGKILL at random moments: what it said it has, it has; what was acknowledged and settled stays so;
 * order holds; nothing is delivered under another id. `FAULTS=long` for many more rounds; the seed is printed.
 * @module
 */
import assert from "node:assert/strict";
import type { Envelope } from "../../wire/envelope.ts";
import {
  type Agent,
  createAgent,
  type Device,
  env,
  forge,
  Live,
  publishPrekeys,
  seal,
  signUp,
} from "../server/relay/harness.ts";
import { until } from "../until.ts";
import { KilledRelay, random } from "./killed_relay.ts";

const ROUNDS = Deno.env.get("FAULTS") === "long" ? 60 : 4;

/** Sends and acknowledges until the relay is killed; fills the sets of what the relay said. */
async function talk(
  device: Device,
  agent: Agent,
  make: () => Envelope,
  said: { submitted: Set<string>; acknowledged: Set<string>; delivered: string[] },
): Promise<void> {
  // The kill may come before both are welcomed: then nothing was said in this round.
  const connected = await Promise.all([Live.connect(device), Live.connect(agent)]).catch(() => undefined);
  if (connected === undefined) return;
  const [phone, desk] = connected;
  const sending = (async () => {
    while (phone.isOpen) {
      for (let burst = 0; burst < 5; burst++) phone.send({ type: "submit", envelope: make() });
      for (let burst = 0; burst < 5; burst++) said.submitted.add((await phone.next("submitted")).id);
    }
  })().catch(() => {});
  const reading = (async () => {
    for (let read = 0; desk.isOpen; read++) {
      const { envelope } = await desk.next("deliver");
      said.delivered.push(envelope.id);
      // Every second one, so that some wait.
      if (read % 2 === 0) desk.ack(envelope);
      phone.send({ type: "ask", items: [{ to: agent.id, id: envelope.id }] });
    }
  })().catch(() => {});
  await Promise.all([phone.closed, desk.closed]);
  await Promise.all([sending, reading]);
}

async function standingOf(live: Live, to: string, ids: readonly string[]): Promise<string[]> {
  const states: string[] = [];
  for (let offset = 0; offset < ids.length; offset += 256) {
    live.send({ type: "ask", items: ids.slice(offset, offset + 256).map((id) => ({ to, id })) });
    states.push(...(await live.next("standing")).items.map(({ state }) => state));
  }
  return states;
}

Deno.test("a relay killed at any moment keeps what it said it has [@covers pacerelle.relay.keeps]", async () => {
  const seed = Number(Deno.env.get("SEED") ?? Math.floor(Math.random() * 2 ** 31));
  // deno-lint-ignore no-console -- whoever sees it fail needs the seed
  console.log(`seed ${seed}`);
  const roll = random(seed);
  const folder = await Deno.makeTempDir({ prefix: "relay-kill-" });
  const relay = new KilledRelay(folder);
  try {
    await relay.up();
    const device = await signUp(relay);
    const agent = await createAgent(device);
    await publishPrekeys(agent);
    let last = await seal(device, agent, "Bonjour");
    const order = new Map<string, number>();
    const make = () => {
      last = forge(last);
      order.set(last.id, last.n);
      return last;
    };
    const said = { submitted: new Set<string>(), acknowledged: new Set<string>(), delivered: [] as string[] };
    for (let round = 0; round < ROUNDS; round++) {
      const before = said.submitted.size;
      const talking = talk(device, agent, make, said);
      // In every second round something is said first, however slow the machine.
      if (round % 2 === 0) await until(() => said.submitted.size > before, "the relay takes something");
      await env.sleep(roll() * 400);
      await relay.kill();
      await talking;
      await relay.up();
      await using phone = await Live.connect(device);
      const ids = [...said.submitted];
      const states = await standingOf(phone, agent.id, ids);
      const lost = ids.filter((_, index) => !["held", "acknowledged"].includes(states[index] ?? ""));
      assert.deepEqual(lost, [], `seed ${seed}, round ${round}`);
      ids.forEach((id, index) => {
        if (states[index] === "acknowledged") said.acknowledged.add(id);
        else assert.ok(!said.acknowledged.has(id), "what was settled comes back");
      });
    }
    assert.ok(said.submitted.size >= ROUNDS / 2, "the test had something to lose");
    {
      // However much the rounds have read: there is one to be read.
      await using phone = await Live.connect(device);
      await phone.submit(make());
    }
    await using desk = await Live.connect(agent);
    const held = desk.welcome?.queue.count ?? 0;
    assert.ok(held > 0);
    let before = 0;
    for (let read = 0; read < held; read++) {
      const { envelope } = await desk.next("deliver");
      const n = order.get(envelope.id) ?? 0;
      assert.ok(n > before, "in order, each once");
      before = n;
      assert.ok(!said.acknowledged.has(envelope.id), "not again once acknowledged");
      desk.ack(envelope);
    }
    assert.ok(await desk.hasNo("deliver"));
  } finally {
    await relay.kill();
    await Deno.remove(folder, { recursive: true });
  }
});

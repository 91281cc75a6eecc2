/**
 * The state is what the journal says: rebuilt from a snapshot it is the same, and goes on the same.
 */
import assert from "node:assert/strict";
import { newIdentityRecord } from "../../../wire/endpoint/identity_record.ts";
import type { EndpointRecord, RecipientState } from "../../../wire/endpoint/records.ts";
import { ENDPOINT_RECORD_TYPES, isEndpointRecord } from "../../../wire/endpoint/records.ts";
import { EndpointState } from "../../../wire/endpoint/state.ts";
import { newId, newShortId } from "../../../wire/ids.ts";
import { startAll } from "./household.ts";
import { makeScene, write } from "./scene.ts";
import { World } from "./virtual_world.ts";

const replay = (records: readonly EndpointRecord[]) => {
  const state = new EndpointState();
  for (const record of records) state.apply(JSON.parse(JSON.stringify(record)));
  return state;
};

/** Without order where order means nothing. */
const contentOf = (state: EndpointState) =>
  state.snapshot().map((record) => JSON.stringify(record)).toSorted();

Deno.test("a snapshot taken anywhere rebuilds the state, and what follows has the same effect [@covers pacerelle.store.compaction]", async () => {
  const scene = await makeScene(21);
  const { phone, laptop, agent, relay, world } = scene;
  await startAll(scene);
  const backup = [...agent.disk];
  for (let count = 0; count < 6; count++) {
    await write(scene, phone, `question ${count}`, 700);
    await write(scene, agent, `answer ${count}`, 300);
  }
  laptop.kill();
  await write(scene, agent, "for two", 5_000);
  agent.kill();
  agent.disk = backup;
  await agent.start();
  relay.faults = { ...relay.faults, busy: 0.5, reorder: 0.5, delay: 500 };
  for (let count = 0; count < 6; count++) await write(scene, phone, `more ${count}`, 3_000);
  await world.pass(120_000);
  let checked = 0;
  for (const party of [phone, agent]) {
    const records = party.disk.map((line) => JSON.parse(line)).filter(isEndpointRecord) as EndpointRecord[];
    const types = new Set(records.map(({ t }) => t));
    for (const type of ["in", "out", "sealed", "progress", "prekeys-published"] as const) {
      assert.ok(types.has(type), type);
    }
    const whole = contentOf(replay(records));
    for (let cut = 0; cut <= records.length; cut += Math.max(1, Math.floor(records.length / 40))) {
      const part = replay(records.slice(0, cut));
      const rebuilt = replay(part.snapshot());
      assert.deepEqual(contentOf(rebuilt), contentOf(part), `${party.name} at ${cut}`);
      for (const record of records.slice(cut)) rebuilt.apply(record);
      assert.deepEqual(contentOf(rebuilt), whole, `${party.name} from ${cut}`);
      checked++;
    }
  }
  assert.ok(checked > 60);
});

Deno.test("every record's name is listed, so that a shared journal can tell them", () => {
  assert.equal(new Set(ENDPOINT_RECORD_TYPES).size, ENDPOINT_RECORD_TYPES.length);
  assert.ok(!isEndpointRecord({ t: "checkpoint" }));
});

/** A state with one message to an agent and a copy to a device. */
function makeSending() {
  const world = new World(3);
  const env = world.env();
  const [phone, laptop, agent] = [newId("device", env), newId("device", env), newId("agent", env)];
  const state = new EndpointState();
  const id = newShortId(env);
  state.apply(newIdentityRecord(env, phone));
  state.apply({
    t: "out",
    message: {
      id,
      conversation: newId("conversation", env),
      at: 1,
      audience: { to: "agent", agent },
      content: { kind: "message", body: { text: "x" } },
    },
    recipients: [agent, laptop],
  });
  const step = (to: string, from: RecipientState[], next: RecipientState) =>
    state.apply({ t: "progress", id, to, from, state: next, at: 2 }).map((change) => change.state);
  const receive = (from: string, kind: "received" | "processed" | "read") =>
    state.apply({
      t: "in",
      from,
      id: newShortId(env),
      conversation: newId("conversation", env),
      sentAt: 3,
      at: 3,
      spent: null,
      owed: false,
      payload: {
        v: 1,
        id: newShortId(env),
        n: 1,
        at: 3,
        roster: { version: 1, hash: "A".repeat(43) },
        kind: "receipt",
        body: { ids: [id], state: kind },
      },
    }).map((change) => change.state);
  return { state, id, agent, laptop, step, receive };
}

Deno.test("a message is as far as those whom it is for; copies do not count", () => {
  const { state, id, agent, laptop, step, receive } = makeSending();
  assert.equal(state.outbox.sentOf(id)?.state, "queued");
  assert.deepEqual(step(laptop, ["pending"], "submitted"), []);
  assert.deepEqual(receive(laptop, "read"), []);
  assert.deepEqual(step(agent, ["pending"], "submitted"), ["submitted"]);
  assert.deepEqual(receive(agent, "received"), ["delivered"]);
  assert.equal(state.outbox.size, 0, "through with everybody");
  assert.deepEqual(receive(laptop, "read"), [], "a copy's reader says nothing");
  assert.deepEqual(receive(agent, "processed"), ["processed"], "what comes later is told on");
});

Deno.test("a late answer of the relay takes nothing back", () => {
  const { state, id, agent, laptop, step, receive } = makeSending();
  step(agent, ["pending"], "submitted");
  assert.deepEqual(receive(agent, "processed"), ["processed"]);
  assert.deepEqual(step(agent, ["sealed"], "submitted"), []);
  assert.deepEqual(step(agent, ["submitted"], "pending"), []);
  assert.deepEqual(receive(agent, "received"), [], "nor does an earlier receipt that comes later");
  assert.equal(state.outbox.recipient(id, agent)?.state, "processed");
  assert.equal(state.outbox.recipient(id, laptop)?.state, "pending");
});

Deno.test("what its reader refused stays refused when the receipt comes after the refusal; the relay's word does not stand", () => {
  const { state, id, agent, receive } = makeSending();
  const refuse = (code: string) =>
    state.apply({
      t: "progress",
      id,
      to: agent,
      from: ["pending", "submitted"],
      state: "refused",
      at: 2,
      code,
    });
  assert.deepEqual(refuse("closed").map((change) => change.state), ["refused"]);
  // The copy is still on its way, so that the message is still here.
  assert.deepEqual(receive(agent, "received"), []);
  assert.equal(state.outbox.recipient(id, agent)?.code, "closed");

  const other = makeSending();
  other.state.apply({
    t: "progress",
    id: other.id,
    to: other.agent,
    from: ["pending"],
    state: "refused",
    at: 2,
    code: "DROPPED",
  });
  assert.deepEqual(other.receive(other.agent, "received"), ["delivered"], "it came all the same");
});

Deno.test("counters know what is missing, in bounds", () => {
  const { counters } = new EndpointState();
  for (const n of [1, 5, 3, 9]) counters.take("p", n, 0);
  const ranges = () => counters.gapsOf("p").map(({ from, to }) => [from, to]);
  assert.deepEqual(ranges(), [[2, 2], [4, 4], [6, 8]]);
  counters.take("p", 7, 0);
  assert.deepEqual(ranges(), [[2, 2], [4, 4], [6, 6], [8, 8]]);
  counters.close("p", { from: 3, to: 6 });
  assert.deepEqual(ranges(), [[2, 2], [8, 8]]);
  for (const n of [2, 8, 8]) counters.take("p", n, 0);
  assert.deepEqual(ranges(), []);
  for (let n = 11; n < 1_000; n += 2) counters.take("p", n, 0);
  assert.ok(ranges().length <= 64);
  assert.deepEqual(ranges()[0]?.[0], 10, "none is forgotten");
});

Deno.test("a snapshot does not change with what follows it", () => {
  const { state, agent, step } = makeSending();
  state.counters.take("p", 5, 0);
  const snapshot = state.snapshot();
  const text = JSON.stringify(snapshot);
  state.counters.take("p", 9, 0);
  state.counters.take("p", 2, 0);
  step(agent, ["pending"], "submitted");
  state.apply({ t: "owed", peer: "p", ids: ["x"] });
  assert.equal(JSON.stringify(snapshot), text);
});

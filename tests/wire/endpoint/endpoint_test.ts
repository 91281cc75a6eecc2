/**
 * An endpoint as those above use it: sending and its states, restored backups, prekeys over months, rosters, a disk that
 * refuses.
 */
import assert from "node:assert/strict";
import { type Draft, SendFault, type SendFaultCode } from "../../../wire/endpoint/api.ts";
import { toBase64url } from "../../../wire/bytes.ts";
import { newId, newShortId } from "../../../wire/ids.ts";
import type { RelayFrame } from "../../../wire/live.ts";
import { anchorRoster } from "../../../wire/roster.ts";
import { makeDevice, publishRoster, startAll } from "./household.ts";
import { Party } from "./party.ts";
import { alerts, makeScene, type Scene, stateOf, texts, through, write } from "./scene.ts";

const DAY_MS = 86_400_000;

const draftOf = (scene: Scene, text: string): Draft => ({
  conversation: scene.conversation,
  audience: { to: "agent", agent: scene.agent.id },
  content: { kind: "message", body: { text } },
});

Deno.test("send() waits for the relay's answer where it is asked to, and not when there is no relay [@covers pacerelle.send_message]", async () => {
  const scene = await makeScene(1);
  const { phone, agent, world, relay } = scene;
  await startAll(scene);
  const { endpoint } = phone;
  assert.ok(endpoint);
  const sent = await through(scene, endpoint.send(draftOf(scene, "one"), { waitMs: 5_000 }));
  assert.equal(sent.state, "submitted");
  const quick = await through(scene, endpoint.send(draftOf(scene, "two")));
  assert.equal(quick.state, "queued");
  // Answers get lost: not known, and said so.
  agent.kill();
  relay.faults = { ...relay.faults, mute: 1 };
  const muted = await through(scene, endpoint.send(draftOf(scene, "three"), { waitMs: 2_000 }));
  assert.equal(muted.state, "uncertain");
  relay.faults = { ...relay.faults, mute: 0 };
  await agent.start();
  await world.pass(120_000);
  assert.equal(stateOf(scene, muted.id), "delivered");
  // No relay: at once.
  relay.accounts.delete(phone.id);
  relay.cut(phone.id);
  await world.pass(2_000);
  const before = world.time;
  const offline = await through(scene, endpoint.send(draftOf(scene, "four"), { waitMs: 60_000 }));
  assert.equal(offline.state, "queued");
  assert.ok(world.time - before < 1_000);
  assert.deepEqual(endpoint.sendStateOf(offline.id), { id: offline.id, state: "queued", at: offline.at });
});

Deno.test("send() with a known id sends nothing twice; what goes alongside is in the same write [@covers pacerelle.sends.same-id, pacerelle.store.durable-first]", async () => {
  const scene = await makeScene(2);
  const { phone, agent, relay, world } = scene;
  await startAll(scene);
  const id = newShortId(world.env());
  const draft = { ...draftOf(scene, "once"), id };
  const both = [phone.endpoint?.send(draft, { alongside: [{ t: "app" }] }), phone.endpoint?.send(draft)];
  await through(scene, Promise.all(both));
  assert.deepEqual(phone.batches.filter((types) => types.includes("out")), [["out", "app"]]);
  await world.pass(10_000);
  assert.deepEqual(texts(scene, agent), ["once"]);
  assert.equal(relay.submissions.filter(({ to }) => to === agent.id).length, 1);
});

Deno.test("send() writes only what can be sealed", async () => {
  const scene = await makeScene(3);
  const { phone } = scene;
  await startAll(scene);
  const draft = draftOf(scene, "x");
  const refuses = (given: Partial<Draft>, code: SendFaultCode) =>
    assert.rejects(
      through(scene, phone.endpoint?.send({ ...draft, ...given }) ?? Promise.reject()),
      (error) => error instanceof SendFault && error.code === code,
      code,
    );
  await refuses({ content: { kind: "message", body: { text: "" } } }, "INVALID");
  await refuses({ content: { kind: "message", body: { text: "x".repeat(20_001) } } }, "INVALID");
  await refuses({ id: "42" }, "INVALID");
  await refuses({ conversation: "mine" }, "INVALID");
  await refuses({ audience: { to: "agent", agent: phone.id } }, "INVALID");
  await refuses({ audience: { to: "endpoint", endpoint: "nobody" } }, "INVALID");
  const entries = Array.from({ length: 60 }, () => ({
    id: newShortId(scene.world.env()),
    conversation: scene.conversation,
    agent: scene.agent.id,
    from: phone.id,
    at: 0,
    kind: "message" as const,
    body: { text: "x".repeat(3_000) },
  }));
  await refuses(
    { content: { kind: "history", body: { part: 1, parts: 1, entries, agents: [] } } },
    "TOO_LARGE",
  );
  const size = phone.state.outbox.size;
  await phone.endpoint?.stop();
  await refuses({}, "STOPPED");
  assert.equal(phone.state.outbox.size, size);
});

Deno.test("what a crash left uncertain is asked for, not sent again [@covers pacerelle.sends.states]", async () => {
  const scene = await makeScene(4);
  const { phone, agent, relay, world } = scene;
  await startAll(scene);
  agent.kill();
  relay.lie = (to, frame) => to === phone.id && frame.type === "submitted" ? [] : [frame];
  const id = await write(scene, phone, "hello", 5_000);
  phone.kill();
  relay.lie = undefined;
  const left = relay.submissions.length;
  await phone.start();
  assert.equal(phone.endpoint?.sendStateOf(id)?.state, "uncertain");
  await world.pass(10_000);
  assert.equal(stateOf(scene, id), "submitted");
  await agent.start();
  await world.pass(60_000);
  assert.equal(stateOf(scene, id), "delivered");
  assert.deepEqual(texts(scene, agent), ["hello"]);
  assert.deepEqual(relay.submissions.slice(left).filter((envelope) => envelope.id === id), []);
});

Deno.test("bytes that the relay has not got leave again as they are", async () => {
  const scene = await makeScene(6);
  const { phone, agent, relay, world } = scene;
  await startAll(scene);
  relay.faults = { ...relay.faults, busy: 1 };
  const id = await write(scene, phone, "hello", 30_000);
  assert.equal(stateOf(scene, id), "queued", "the relay has said that it did not take it");
  relay.faults = { ...relay.faults, busy: 0 };
  phone.kill();
  await phone.start();
  await world.pass(60_000);
  assert.equal(stateOf(scene, id), "delivered");
  const tries = relay.submissions.filter((envelope) => envelope.id === id && envelope.to === agent.id);
  assert.ok(tries.length >= 3, `${tries.length} tries`);
  for (const envelope of tries) assert.deepEqual(envelope, tries[0]);
});

Deno.test("a restored backup is found out and mended; messages to lost keys are sealed again under the same id [@covers pacerelle.store.rollback, pacerelle.channel.nack, pacerelle.channel.prekeys]", async () => {
  const scene = await makeScene(7);
  const { phone, agent, relay, world } = scene;
  await startAll(scene);
  await write(scene, phone, "before");
  const backup = [...agent.disk];
  // More than was there at the time of the backup: the agent makes new prekeys, and its counters go on.
  for (let count = 0; count < 62; count++) await write(scene, phone, `message ${count}`, 500);
  await write(scene, agent, "answer");
  const counter = agent.state.counters.sent(phone.id);
  agent.kill();
  const lost = relay.heldPrekeys(agent.id).oneTime;
  const away: string[] = [];
  for (let count = 0; count < 8; count++) away.push(await write(scene, phone, `while away ${count}`, 2_000));
  agent.disk = backup;
  await agent.start();
  // One that was sealed to a prekey that the backup does not know.
  const first = relay.submissions.find(({ id, to, prekey }) =>
    to === agent.id && away.includes(id) && !agent.state.prekeys.has(prekey)
  );
  const id = first?.id ?? "";
  assert.equal(stateOf(scene, id), "submitted");
  await world.pass(60_000);
  // What the lost days brought and was receipted for is lost, and said to be.
  assert.deepEqual(alerts(agent), ["restored", "messages-lost"]);
  const [restoration] = agent.state.restorations;
  assert.ok(restoration?.peers.includes(phone.id));
  assert.ok((restoration?.prekeys ?? 0) > 0);
  assert.ok(agent.state.counters.sent(phone.id) > counter, "no counter twice");
  const held = relay.heldPrekeys(agent.id);
  assert.ok(held.oneTime.every((prekey) => agent.state.prekeys.has(prekey)), "unknown ones are withdrawn");
  assert.ok(held.oneTime.length >= 20);
  assert.ok(lost.some((prekey) => !agent.state.prekeys.has(prekey)), "there were such");
  // The nack has brought it back: same id, same counter, another key; shown once.
  const sealed = relay.submissions.filter((envelope) => envelope.id === id && envelope.to === agent.id);
  assert.equal(sealed.length, 2);
  assert.equal(sealed[1]?.n, first?.n);
  assert.notEqual(sealed[1]?.prekey, first?.prekey);
  assert.deepEqual(texts(scene, agent).slice(-8).toSorted(), away.map((_, count) => `while away ${count}`));
  assert.equal(stateOf(scene, id), "delivered");
  assert.equal(stateOf(scene, await write(scene, agent, "after")), "delivered");
  assert.deepEqual(scene.parties.flatMap(({ bugs }) => bugs), []);
});

Deno.test("receipts of one moment go in one envelope, and none is given for a receipt", async () => {
  const scene = await makeScene(8);
  const { phone, agent, relay, world } = scene;
  await startAll(scene);
  agent.kill();
  for (let count = 0; count < 20; count++) await write(scene, phone, `${count}`, 100);
  await world.pass(10_000);
  const before = relay.submissions.length;
  await agent.start();
  await world.pass(60_000);
  assert.equal(texts(scene, agent).length, 20);
  const receipts = relay.submissions.slice(before).filter(({ from }) => from === agent.id);
  assert.ok(receipts.length <= 2, `${receipts.length} receipts`);
  const later = relay.submissions.length;
  await world.pass(3_600_000);
  assert.equal(relay.submissions.length, later, "then there is silence");
});

Deno.test("prekeys are kept at the relay for months: filled up, last resort replaced weekly, old halves destroyed", async () => {
  const scene = await makeScene(9);
  const { phone, agent, relay, world } = scene;
  await startAll(scene);
  const first = relay.heldPrekeys(agent.id).lastResort ?? "";
  assert.ok(first);
  for (let count = 0; count < 50; count++) await write(scene, phone, `${count}`, 300);
  assert.ok(relay.heldPrekeys(agent.id).oneTime.length >= 20);
  assert.ok(agent.state.prekeys.oneTime < 120, `${agent.state.prekeys.oneTime} private halves`);
  // The computer sleeps for a week, and then for a month.
  world.leap(7 * DAY_MS);
  await world.pass(2 * 3_600_000);
  const second = relay.heldPrekeys(agent.id).lastResort ?? "";
  assert.notEqual(second, first);
  assert.ok(agent.state.prekeys.has(first), "something may be on its way to it");
  world.leap(32 * DAY_MS);
  await world.pass(2 * 3_600_000);
  assert.ok(!agent.state.prekeys.has(first));
});

Deno.test("a message to an agent that takes long over its first keys leaves as soon as they are there, and it makes them once", async () => {
  const scene = await makeScene(25);
  const { phone, agent, relay, world } = scene;
  relay.slow = (endpoint, name) => endpoint === agent.id && name === "publishPrekeys" ? 20_000 : 0;
  await phone.start();
  await agent.start();
  await world.pass(1_000);
  const id = await write(scene, phone, "d’abord", 15_000);
  assert.equal(stateOf(scene, id), "queued");
  await world.pass(5_500);
  assert.deepEqual(texts(scene, agent), ["d’abord"], "it waits for no pause to end");
  await world.pass(60_000);
  const published = relay.calls.filter(({ endpoint, name }) =>
    endpoint === agent.id && name === "publishPrekeys"
  );
  assert.equal(published.length, 1, "who asked in vain meanwhile makes it no work");
});

Deno.test("a relay that cries for prekeys without end gets no more than a bounded number", async () => {
  const scene = await makeScene(17);
  const { agent, relay, world } = scene;
  const expires = world.wall + 90 * DAY_MS;
  const secrets = Array.from({ length: 4_990 }, (_, index) => ({
    id: index.toString(16).padStart(32, "0"),
    private: "A".repeat(43),
    expires,
    lastResort: false,
  }));
  agent.disk.push(JSON.stringify({ t: "prekeys", secrets, signed: [], at: world.wall }));
  await startAll(scene);
  for (let count = 0; count < 20; count++) {
    relay.say(agent.id, { type: "changed", what: "prekeys", held: 0 } satisfies RelayFrame);
    await world.pass(1_000);
  }
  assert.equal(agent.state.prekeys.oneTime, 5_000);
});

Deno.test("a message that nobody takes is given up after 30 days and told; a clock that jumps gives nothing up", async () => {
  const scene = await makeScene(10);
  const { phone, agent, relay, world } = scene;
  await startAll(scene);
  agent.kill();
  const id = await write(scene, phone, "held", 60_000);
  const keys = phone.state.prekeys.size;
  // This clock says that a year has gone by.
  phone.kill();
  phone.skew = 365 * DAY_MS;
  await phone.start();
  await world.pass(2 * 3_600_000);
  assert.equal(stateOf(scene, id), "submitted");
  assert.ok(phone.state.prekeys.size >= keys);
  assert.ok(alerts(phone).includes("clock-wrong"));
  phone.kill();
  phone.skew = 0;
  await phone.start();
  await world.pass(60_000);
  assert.ok(!alerts(phone).includes("clock-wrong"));
  relay.dropHeld();
  await world.pass(5_000);
  assert.equal(stateOf(scene, id), "refused");
  assert.equal(scene.changes.findLast((change) => change.id === id)?.code, "DROPPED");
  assert.ok(alerts(phone).includes("dropped"));
  // One for which there never was a key.
  const stranger = newId("agent", world.env());
  relay.agents.set(stranger, null);
  await through(
    scene,
    phone.endpoint?.keepAgent({ id: stranger, name: "Autre", pairingKey: "A".repeat(43) }) ??
      Promise.resolve(),
  );
  const sent = await through(
    scene,
    phone.endpoint?.send({ ...draftOf(scene, "never"), audience: { to: "agent", agent: stranger } }) ??
      Promise.reject(),
  );
  world.leap(29 * DAY_MS);
  await world.pass(2 * 3_600_000);
  assert.equal(stateOf(scene, sent.id), "queued");
  world.leap(1 * DAY_MS);
  await world.pass(2 * 3_600_000);
  assert.equal(stateOf(scene, sent.id), "refused");
  assert.equal(scene.changes.findLast((change) => change.id === sent.id)?.code, "EXPIRED");
});

Deno.test("a device that is added gets what waits; one that is removed is given up [@covers pacerelle.channel.devices, pacerelle.delivery.every-device]", async () => {
  const scene = await makeScene(11);
  const { phone, laptop, agent, world, events } = scene;
  await startAll(scene);
  laptop.kill();
  // The relay cannot be reached while the roster changes: the answer waits here.
  scene.relay.accounts.delete(agent.id);
  scene.relay.cut(agent.id);
  await world.pass(1_000);
  const id = await write(scene, agent, "answer", 100);
  const tablet = await makeDevice(scene, "tablet", events);
  scene.parties.push(tablet);
  await publishRoster(scene, [phone, tablet], phone);
  tablet.disk.push(JSON.stringify({ t: "roster", pinned: scene.roster }));
  await tablet.start();
  await world.pass(30_000);
  scene.relay.accounts.set(agent.id, {
    endpoint: agent.id,
    credential: agent.credential,
    key: agent.identity.key,
  });
  agent.endpoint?.reconnect();
  await world.pass(60_000);
  assert.deepEqual(texts(scene, tablet), ["answer"]);
  assert.deepEqual(texts(scene, phone), ["answer"]);
  assert.equal(stateOf(scene, id), "delivered");
  assert.equal(agent.state.outbox.size, 0, "nothing waits for the laptop");
  assert.equal(agent.state.peerKey(laptop.id), undefined);
});

Deno.test("an agent that speaks to a new device before another one told of it is waited for, not called a stranger [@covers pacerelle.channel.devices]", async () => {
  const scene = await makeScene(13);
  const { phone, laptop, agent, world, events } = scene;
  await startAll(scene);
  const tablet = await makeDevice(scene, "tablet", events);
  scene.parties.push(tablet);
  await publishRoster(scene, [phone, laptop, tablet], phone);
  // Let in by its code it has a roster, and of agents it knows what comes with the history alone.
  tablet.disk.splice(1, tablet.disk.length, JSON.stringify({ t: "roster", pinned: scene.roster }));
  await tablet.start();
  await world.pass(30_000);
  await write(scene, agent, "first", 3_000);
  await write(scene, agent, "second", 1_000);
  assert.deepEqual(texts(scene, tablet), []);
  const shared = {
    id: agent.id,
    name: "Assistant",
    pairingKey: toBase64url(agent.pairingKey ?? new Uint8Array(32)),
    card: scene.relay.agents.get(agent.id) ?? undefined,
  };
  await through(
    scene,
    phone.endpoint?.send({
      conversation: scene.conversation,
      audience: { to: "endpoint", endpoint: tablet.id },
      content: { kind: "history", body: { part: 1, parts: 1, entries: [], agents: [shared] } },
    }) ?? Promise.reject(),
  );
  await world.pass(3_000);
  assert.deepEqual(texts(scene, tablet), ["first", "second"]);
  assert.deepEqual(alerts(tablet), []);
});

Deno.test("an agent that lost its state comes back under a new token, told as a new identity [@covers pacerelle.channel.card]", async () => {
  const scene = await makeScene(12);
  const { phone, laptop, agent, relay, world } = scene;
  await startAll(scene);
  await write(scene, phone, "one");
  agent.kill();
  // A new token: the relay forgets the card, the person's device has the new pairing key and tells the other one.
  const pairingKey = world.chance.bytes(32);
  relay.agents.set(agent.id, null);
  const renewed = await Party.make(world, relay, {
    name: "renewed",
    id: agent.id,
    pairingKey,
    events: scene.events,
  });
  relay.anchors.set(agent.id, await anchorRoster(scene.roster.roster, agent.id, pairingKey));
  const shared = { id: agent.id, name: "Assistant", pairingKey: toBase64url(pairingKey) };
  await through(scene, phone.endpoint?.keepAgent(shared) ?? Promise.resolve());
  assert.equal(phone.state.peerKey(agent.id), undefined, "the old key counts no more");
  await through(
    scene,
    phone.endpoint?.send({
      conversation: scene.conversation,
      audience: { to: "devices" },
      content: { kind: "history", body: { part: 1, parts: 1, entries: [], agents: [shared] } },
    }) ?? Promise.reject(),
  );
  await renewed.start();
  await world.pass(60_000);
  for (const device of [phone, laptop]) {
    assert.ok(alerts(device).includes("agent-renewed"), device.name);
    assert.equal(device.state.peerKey(agent.id), renewed.identity.key);
  }
  const id = await write(scene, phone, "two");
  assert.deepEqual(texts(scene, renewed), ["two"]);
  assert.equal(stateOf(scene, id), "delivered");
  assert.deepEqual(scene.parties.flatMap(({ bugs }) => bugs), []);
});

Deno.test("a message to an agent that was removed is refused", async () => {
  const scene = await makeScene(13);
  const { phone, agent, relay, world } = scene;
  await startAll(scene);
  relay.agents.delete(agent.id);
  const id = await write(scene, phone, "anyone?", 30_000);
  assert.equal(stateOf(scene, id), "queued", "no prekey is handed out for it");
  await through(scene, phone.endpoint?.forgetAgent(agent.id) ?? Promise.resolve());
  await world.pass(1_000);
  assert.equal(stateOf(scene, id), "refused");
  assert.equal(scene.changes.findLast((change) => change.id === id)?.code, "REMOVED");
});

Deno.test("a disk that refuses stops the endpoint: nothing is acknowledged or sent on the strength of it [@covers pacerelle.store.failing-disk, pacerelle.channel.receive-order]", async () => {
  const scene = await makeScene(14);
  const { phone, agent, relay, world } = scene;
  await startAll(scene);
  agent.diskFails = true;
  const id = await write(scene, phone, "hello", 60_000);
  assert.deepEqual(texts(scene, agent), []);
  assert.equal(relay.waiting(agent.id).length, 1, "not acknowledged");
  assert.equal(stateOf(scene, id), "submitted");
  assert.deepEqual(agent.endpoint?.status.error, { code: "STORE_FAILED", final: true });
  assert.equal(agent.endpoint?.status.state, "offline");
  await assert.rejects(
    through(scene, agent.endpoint?.send(draftOf(scene, "x")) ?? Promise.resolve()),
    SendFault,
  );
  const left = relay.submissions.length;
  await world.pass(3_600_000);
  assert.equal(relay.submissions.length, left);
  agent.kill();
  agent.diskFails = false;
  await agent.start();
  await world.pass(30_000);
  assert.deepEqual(texts(scene, agent), ["hello"]);
});

Deno.test("one durable write holds the row, the seen id, the destroyed key and the receipt owed, before the acknowledgement [@covers pacerelle.channel.receive-order]", async () => {
  const scene = await makeScene(15);
  const { phone, agent, relay, world } = scene;
  await startAll(scene);
  phone.endpoint?.send(draftOf(scene, "hello"));
  // Killed as soon as it is on the disk: nothing was acknowledged yet, all of it is there.
  for (let step = 0; step < 10_000 && agent.rows.size === 0; step++) await world.pass(1);
  agent.kill();
  assert.equal(relay.waiting(agent.id).length, 1);
  const [envelope] = relay.waiting(agent.id);
  agent.compact();
  await agent.start();
  assert.ok(agent.state.seen.has(phone.id, envelope?.id ?? ""));
  assert.ok(!agent.state.prekeys.has(envelope?.prekey ?? ""));
  assert.deepEqual([...agent.state.owed.get(phone.id) ?? []], [envelope?.id]);
  await world.pass(30_000);
  assert.equal(relay.waiting(agent.id).length, 0, "a double is acknowledged");
  assert.equal(agent.rows.size, 1);
  assert.equal(stateOf(scene, envelope?.id ?? ""), "delivered");
  assert.deepEqual(agent.bugs, []);
});

Deno.test("steps of pairing pass between connected devices", async () => {
  const scene = await makeScene(16);
  const { phone, laptop } = scene;
  assert.equal(phone.endpoint?.sendPairing(laptop.id, "x") ?? false, false);
  await startAll(scene);
  assert.equal(phone.endpoint?.sendPairing(laptop.id, "x"), true);
});

Deno.test("what is written while the fate of something earlier is asked for does not overtake it", async () => {
  const scene = await makeScene(18);
  const { phone, agent, relay, world } = scene;
  await startAll(scene);
  relay.accounts.delete(phone.id);
  relay.cut(phone.id);
  await world.pass(2_000);
  const early = await write(scene, phone, "first", 1_000);
  // Its answers are slow.
  relay.lie = (to, frame) => {
    if (to !== phone.id || frame.type !== "standing") return [frame];
    world.after(4_000, () => relay.say(to, frame));
    return [];
  };
  relay.accounts.set(phone.id, { endpoint: phone.id, credential: phone.credential, key: phone.identity.key });
  phone.endpoint?.reconnect();
  await world.pass(2_000);
  assert.equal(phone.endpoint?.status.state, "connected");
  await write(scene, phone, "second", 60_000);
  assert.deepEqual(texts(scene, agent), ["first", "second"]);
  assert.equal(stateOf(scene, early), "delivered");
});

Deno.test("refusals are told as they are: for now, or for good [@covers pacerelle.relay.limits]", async () => {
  const scene = await makeScene(19);
  const { phone, agent, relay, world } = scene;
  await startAll(scene);
  agent.kill();
  let code: "QUEUE_FULL" | "TOO_LARGE" | "RECIPIENT_UNKNOWN" | undefined = "QUEUE_FULL";
  relay.lie = (to, frame) => {
    if (to !== phone.id || frame.type !== "submitted" || frame.to !== agent.id || !code) return [frame];
    return [{ type: "refused", to: frame.to, id: frame.id, code }];
  };
  const full = await write(scene, phone, "full", 30_000);
  assert.equal(stateOf(scene, full), "queued");
  assert.deepEqual(phone.endpoint?.alerts.map(({ kind, peer }) => [kind, peer]), [["queue-full", agent.id]]);
  code = undefined;
  await world.pass(30_000);
  assert.equal(stateOf(scene, full), "submitted");
  assert.deepEqual(alerts(phone), []);
  for (const lasting of ["TOO_LARGE", "RECIPIENT_UNKNOWN"] as const) {
    code = lasting;
    const refused = await write(scene, phone, lasting, 30_000);
    assert.equal(stateOf(scene, refused), "refused");
    assert.equal(scene.changes.findLast(({ id }) => id === refused)?.code, lasting);
  }
});

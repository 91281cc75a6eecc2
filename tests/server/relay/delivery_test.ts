/**
 * Delivery through a real relay over HTTP and WebSocket: order, doubles, reconnection, restarts, limits.
 * @module
 */
import assert from "node:assert/strict";
import { newShortId } from "../../../wire/ids.ts";
import { RETENTION_MS } from "../../../wire/limits.ts";
import type { Envelope } from "../../../wire/envelope.ts";
import {
  type Agent,
  claim,
  createAgent,
  type Device,
  env,
  forge,
  Live,
  open,
  publishPrekeys,
  seal,
  signUp,
  TestRelay,
} from "./harness.ts";
import { until } from "../../until.ts";

interface Pair {
  readonly device: Device;
  readonly agent: Agent;
  readonly envelope: Envelope;
}

/** An account with an agent, and a message from one to the other. */
async function makePair(relay: TestRelay): Promise<Pair> {
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await publishPrekeys(agent);
  return { device, agent, envelope: await seal(device, agent, "Bonjour") };
}

async function standing(live: Live, envelope: Envelope): Promise<string | undefined> {
  live.send({ type: "ask", items: [{ to: envelope.to, id: envelope.id }] });
  return (await live.next("standing")).items[0]?.state;
}

Deno.test("relay delivers a sealed message and forgets it once acknowledged [@covers pacerelle.relay.keeps]", async () => {
  await using relay = await TestRelay.start();
  const { device, agent, envelope } = await makePair(relay);
  await using phone = await Live.connect(device);
  await using desk = await Live.connect(agent);
  const { id, to } = await phone.submit(envelope);
  assert.deepEqual([id, to], [envelope.id, agent.id]);
  const delivered = await desk.next("deliver");
  assert.deepEqual(delivered.envelope, envelope);
  assert.equal(await open(agent, device, delivered.envelope), "Bonjour");
  assert.equal(await standing(phone, envelope), "held");
  desk.ack(envelope);
  await until(async () => await standing(phone, envelope) === "acknowledged");
  await desk.close();
  await using again = await Live.connect(agent);
  assert.equal(again.welcome?.queue.count, 0);
  assert.ok(await again.hasNo("deliver"));
});

Deno.test("a request to an absent agent waits, in order, and arrives by itself [@covers pacerelle.delivery.offline]", async () => {
  await using relay = await TestRelay.start();
  const { device, agent, envelope } = await makePair(relay);
  await using phone = await Live.connect(device);
  // More than a delivery window.
  const sent = [envelope];
  while (sent.length < 80) sent.push(forge(sent.at(-1) as Envelope));
  for (const each of sent) phone.send({ type: "submit", envelope: each });
  for (const _ of sent) await phone.next("submitted");
  await using desk = await Live.connect(agent);
  assert.equal(desk.welcome?.queue.count, 80);
  for (const each of sent) {
    const { envelope: got } = await desk.next("deliver");
    assert.equal(got.id, each.id);
    desk.ack(got);
  }
});

Deno.test("what is not acknowledged comes again after reconnecting, and after a restart of the relay", async () => {
  await using relay = await TestRelay.start();
  const { device, agent, envelope } = await makePair(relay);
  {
    await using phone = await Live.connect(device);
    await phone.submit(envelope);
  }
  for (const restart of [false, false, true]) {
    if (restart) {
      await relay.down();
      await relay.up();
    }
    await using desk = await Live.connect(agent);
    assert.deepEqual((await desk.next("deliver")).envelope, envelope);
    assert.ok(await desk.hasNo("deliver", 50), "once per connection");
  }
  await using phone = await Live.connect(device);
  assert.equal(await standing(phone, envelope), "held");
});

Deno.test("the relay keeps one of (from, to, message id), whenever a double comes [@covers pacerelle.sends.same-id]", async () => {
  await using relay = await TestRelay.start();
  const { device, agent, envelope } = await makePair(relay);
  await using phone = await Live.connect(device);
  await using desk = await Live.connect(agent);
  // Twice in one batch, then again while it is held, then after it was acknowledged.
  phone.send({ type: "submit", envelope });
  phone.send({ type: "submit", envelope });
  const [first, second] = [await phone.next("submitted"), await phone.next("submitted")];
  assert.equal(first.at, second.at);
  await phone.submit(envelope);
  await desk.next("deliver");
  desk.ack(envelope);
  desk.ack(envelope);
  await until(async () => await standing(phone, envelope) === "acknowledged");
  await phone.submit(envelope);
  assert.ok(await desk.hasNo("deliver"));
  assert.equal(await standing(phone, envelope), "acknowledged");
});

Deno.test("an unreadable envelope is forgotten, so that the same id can be sealed again [@covers pacerelle.channel.nack]", async () => {
  await using relay = await TestRelay.start();
  const { device, agent, envelope } = await makePair(relay);
  await using phone = await Live.connect(device);
  await using desk = await Live.connect(agent);
  await phone.submit(envelope);
  await desk.next("deliver");
  desk.ack(envelope, "unreadable");
  await until(async () => await standing(phone, envelope) === "unknown");
  const again = { ...await seal(device, agent, "Bonjour"), id: envelope.id };
  await phone.submit(again);
  assert.deepEqual((await desk.next("deliver")).envelope, again);
});

Deno.test("asking settles what is uncertain: unknown was never stored", async () => {
  await using relay = await TestRelay.start();
  const { device, envelope } = await makePair(relay);
  await using phone = await Live.connect(device);
  assert.equal(await standing(phone, envelope), "unknown");
  // Asked at once after handing over, without waiting for the answer; often, since it is about a moment.
  for (let round = 0; round < 30; round++) {
    const next = forge(envelope);
    phone.send({ type: "submit", envelope: next });
    assert.equal(await standing(phone, next), "held");
  }
});

Deno.test("the welcome tells marks, prekeys and queue [@covers pacerelle.store.rollback]", async () => {
  await using relay = await TestRelay.start();
  const { device, agent, envelope } = await makePair(relay);
  {
    await using phone = await Live.connect(device);
    assert.deepEqual(phone.welcome?.marks, []);
    await phone.submit({ ...envelope, n: 7 });
    await phone.submit({ ...forge(envelope), n: 3 });
  }
  await using phone = await Live.connect(device);
  assert.deepEqual(phone.welcome?.marks, [{ peer: agent.id, n: 7 }]);
  assert.equal(phone.welcome?.roster, 1);
  const [lastResort] = await publishPrekeys(agent, 1, true);
  await using desk = await Live.connect(agent);
  // Five were published, one of them was claimed.
  const held = desk.welcome?.prekeys;
  assert.equal(held?.oneTime.length, 4);
  assert.ok(!held?.oneTime.includes(envelope.prekey));
  assert.equal(held?.lastResort, lastResort);
  assert.equal(desk.welcome?.queue.count, 2);
});

Deno.test("a full queue refuses new envelopes, takes doubles, and says so to the sender [@covers pacerelle.relay.limits]", async () => {
  await using relay = await TestRelay.start({ queue: 3 });
  const { device, agent, envelope } = await makePair(relay);
  await using phone = await Live.connect(device);
  const sent = [envelope, forge(envelope), forge(envelope), forge(envelope)];
  // In one batch, so that the count must hold inside it too.
  for (const each of sent) phone.send({ type: "submit", envelope: each });
  for (const _ of sent.slice(0, 3)) await phone.next("submitted");
  const refused = await phone.next("refused");
  assert.deepEqual([refused.code, refused.id, refused.to], ["QUEUE_FULL", sent[3]?.id, agent.id]);
  await phone.submit(envelope);
  await using desk = await Live.connect(agent);
  desk.ack((await desk.next("deliver")).envelope);
  await until(async () => await standing(phone, envelope) === "acknowledged");
  await phone.submit(sent[3] as Envelope);
});

Deno.test("rates of an endpoint and of an account are limited, and said", async () => {
  await using relay = await TestRelay.start({
    endpointRate: { burst: 2, perSecond: 0.001 },
    accountRate: { burst: 3, perSecond: 0.001 },
  });
  const { device, agent, envelope } = await makePair(relay);
  await publishPrekeys(device, 2);
  await using phone = await Live.connect(device);
  await using desk = await Live.connect(agent);
  await phone.submit(envelope);
  await phone.submit(forge(envelope));
  phone.send({ type: "submit", envelope: forge(envelope) });
  const refused = await phone.next("refused");
  assert.equal(refused.code, "RATE_LIMITED");
  assert.ok((refused.retryAfterMs ?? 0) > 1_000);
  const reply = await seal(agent, device, "Oui");
  await desk.submit(reply);
  desk.send({ type: "submit", envelope: forge(reply) });
  assert.equal((await desk.next("refused")).code, "RATE_LIMITED", "the account's rate");
});

Deno.test("emptying a queue is no flood, other frames are limited", async () => {
  await using relay = await TestRelay.start({ frameRate: { burst: 45, perSecond: 0.001 } });
  const { device, agent, envelope } = await makePair(relay);
  await using phone = await Live.connect(device);
  let last = envelope;
  for (let sent = 0; sent < 40; sent++) {
    await phone.submit(last);
    last = forge(last);
  }
  await using desk = await Live.connect(agent);
  for (let read = 0; read < 40; read++) desk.ack((await desk.next("deliver")).envelope);
  for (let ping = 0; ping < 45; ping++) desk.send({ type: "ping", t: ping });
  for (let pong = 0; pong < 45; pong++) await desk.next("pong");
  // An acknowledgement of nothing that was delivered counts.
  desk.ack(last);
  assert.equal((await desk.next("error")).code, "RATE_LIMITED");
});

Deno.test("frames above the limit, or that cannot be read, end the connection and only that", async () => {
  await using relay = await TestRelay.start();
  const { device, agent, envelope } = await makePair(relay);
  await using desk = await Live.connect(agent);
  const bad = [
    "x".repeat(300_000),
    "{",
    "null",
    '{"type":"order"}',
    JSON.stringify({ type: "submit", envelope: { ...envelope, n: -1 } }),
    JSON.stringify({ type: "submit", envelope: { ...envelope, ciphertext: "A".repeat(200_000) } }),
    JSON.stringify({ type: "ack", items: [] }),
  ];
  for (const text of bad) {
    await using phone = await Live.connect(device);
    phone.sendText(text);
    assert.equal((await phone.next("error")).code, "INVALID_REQUEST", text.slice(0, 40));
    await phone.closed;
  }
  await using phone = await Live.connect(device);
  await phone.submit(envelope);
  await desk.next("deliver");
});

Deno.test("an endpoint speaks in its own name only, and to its own account only", async () => {
  await using relay = await TestRelay.start();
  const { device, agent, envelope } = await makePair(relay);
  const stranger = await signUp(relay);
  await using phone = await Live.connect(stranger);
  phone.send({ type: "submit", envelope });
  assert.equal((await phone.next("refused")).code, "FORBIDDEN");
  phone.send({ type: "submit", envelope: { ...envelope, from: stranger.id } });
  assert.equal((await phone.next("refused")).code, "RECIPIENT_UNKNOWN");
  // Acknowledging another's envelope changes nothing.
  await using own = await Live.connect(device);
  await own.submit(envelope);
  phone.ack(envelope);
  assert.equal(await standing(phone, envelope), "unknown");
  await using desk = await Live.connect(agent);
  await desk.next("deliver");
});

Deno.test("an envelope that waited for 30 days is given up, and its sender is told, now or later", async () => {
  let ahead = 0;
  const clock = { ...env, now: () => env.now() + ahead };
  await using relay = await TestRelay.start({}, { env: clock });
  const { device, agent, envelope } = await makePair(relay);
  {
    await using phone = await Live.connect(device);
    await phone.submit(envelope);
  }
  ahead = RETENTION_MS + 60_000;
  // A restart sweeps; a clock that runs ahead while the relay runs is another test's.
  await relay.down();
  await relay.up();
  await using phone = await Live.connect(device);
  assert.deepEqual((await phone.next("dropped")).items, [{ to: agent.id, id: envelope.id }]);
  assert.equal(await standing(phone, envelope), "dropped");
  await using again = await Live.connect(device, newShortId(env));
  assert.ok(await again.hasNo("dropped"), "told once");
  await using desk = await Live.connect(agent);
  assert.ok(await desk.hasNo("deliver"));
});

Deno.test("prekeys are handed out once each, then the last-resort one, to the account's own endpoints [@covers pacerelle.channel.prekeys]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  const stranger = await signUp(relay);
  const ids = await publishPrekeys(agent, 6);
  const [lastResort] = await publishPrekeys(agent, 1, true);
  assert.equal(await claim(stranger, agent.id), null);
  assert.equal(await claim(agent, agent.id), null);
  const claimed = await Promise.all(Array.from({ length: 6 }, () => claim(device, agent.id)));
  assert.deepEqual(new Set(claimed.map((prekey) => prekey?.id)), new Set(ids));
  assert.equal((await claim(device, agent.id))?.id, lastResort);
  assert.equal((await claim(device, agent.id))?.id, lastResort);
});

Deno.test("peers are told of an endpoint's first prekeys, and of no later ones", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await using phone = await Live.connect(device);
  await using desk = await Live.connect(agent);
  await publishPrekeys(agent, 2);
  assert.deepEqual(await phone.next("changed"), { type: "changed", what: "agent", agent: agent.id });
  await publishPrekeys(device, 2);
  assert.deepEqual(await desk.next("changed"), { type: "changed", what: "devices" });
  // Both sockets are read in order: what stands before the answers has come.
  await publishPrekeys(agent, 2);
  await publishPrekeys(device, 2);
  for (const live of [phone, desk]) {
    live.send({ type: "ping", t: 1 });
    await live.next("pong", "changed").then(({ type }) => assert.equal(type, "pong"));
  }
});

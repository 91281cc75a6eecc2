/**
 * A relay that lies, at the level of whole endpoints: what it swaps, replays, forges, drops, reorders or hides is found out,
 * told as an alert, and harms nothing.
 */
import assert from "node:assert/strict";
import { toBase64url } from "../../../wire/bytes.ts";
import { macCard, type MacedCard } from "../../../wire/card.ts";
import { type Envelope, sealEnvelope } from "../../../wire/envelope.ts";
import { makeIdentity } from "../../../wire/identity.ts";
import { newId, newShortId } from "../../../wire/ids.ts";
import type { RelayFrame } from "../../../wire/live.ts";
import { makePrekeys } from "../../../wire/prekey.ts";
import { anchorRoster, nextRoster, type SignedRoster, signRoster } from "../../../wire/roster.ts";
import { publishRoster, startAll } from "./household.ts";
import type { Party } from "./party.ts";
import { alerts, makeScene, type Scene, stateOf, texts, write } from "./scene.ts";

const noBugs = (scene: Scene) => assert.deepEqual(scene.parties.flatMap(({ bugs }) => bugs), []);

Deno.test("a swapped card is told, and nothing is sealed to it [@covers pacerelle.channel.hostile]", async () => {
  const scene = await makeScene(1);
  const { relay, phone, agent, world } = scene;
  const own = (await makeIdentity(world.env())).identity;
  const forged = await macCard({ agent: agent.id, key: own.key, createdAt: 0 }, world.chance.bytes(32));
  const swapCard = (answer: unknown, card: MacedCard) => {
    const { agents } = answer as { agents: { card: MacedCard | null }[] };
    return { agents: agents.map((entry) => ({ ...entry, card })) };
  };
  relay.lieCall = (_endpoint, name, answer) => name === "listAgents" ? swapCard(answer, forged) : answer;
  await startAll(scene);
  const id = await write(scene, phone, "secret", 60_000);
  assert.deepEqual(alerts(phone), ["card-forged"]);
  assert.equal(stateOf(scene, id), "queued");
  assert.deepEqual(relay.submissions.filter(({ to }) => to === agent.id), []);
  // Shown the real one, everything goes on by itself.
  relay.lieCall = undefined;
  relay.say(phone.id, { type: "changed", what: "agent", agent: agent.id });
  await world.pass(60_000);
  assert.deepEqual(alerts(phone), []);
  assert.equal(stateOf(scene, id), "delivered");
  // Whoever has the pairing key can make a good MAC; the pin holds all the same.
  const stolen = await macCard(
    { agent: agent.id, key: own.key, createdAt: 0 },
    agent.pairingKey as Uint8Array<ArrayBuffer>,
  );
  relay.lieCall = (_endpoint, name, answer) => name === "listAgents" ? swapCard(answer, stolen) : answer;
  relay.say(phone.id, { type: "changed", what: "agent", agent: agent.id });
  await world.pass(5_000);
  assert.deepEqual(alerts(phone), ["card-changed"]);
  assert.equal(phone.state.peerKey(agent.id), agent.identity.key);
  assert.equal(stateOf(scene, await write(scene, phone, "more")), "delivered");
  noBugs(scene);
});

Deno.test("a swapped roster is told, and nobody on it is trusted [@covers pacerelle.channel.roster]", async () => {
  const scene = await makeScene(2);
  const { relay, phone, laptop, agent, world } = scene;
  const own = await makeIdentity(world.env());
  const spy = { id: newId("device", world.env()), name: "Espion", key: own.identity.key };
  const { account } = scene.roster.roster;
  const forged = await signRoster(nextRoster(account, undefined, [spy]), spy.id, own.identity);
  const anchor = await anchorRoster(forged.roster, agent.id, world.chance.bytes(32));
  relay.lieCall = (endpoint, name, answer) =>
    name === "fetchRosters" && endpoint === agent.id ? { rosters: [forged], latest: 1, anchor } : answer;
  await startAll(scene);
  const id = await write(scene, phone, "hello");
  assert.deepEqual(alerts(agent), ["roster-forged"]);
  assert.equal(agent.state.roster, undefined);
  assert.deepEqual(texts(scene, agent), []);
  assert.equal(stateOf(scene, id), "queued");
  // The real one heals it: what waited comes in.
  relay.lieCall = undefined;
  await world.pass(120_000);
  assert.deepEqual(alerts(agent), []);
  assert.deepEqual(texts(scene, agent), ["hello"]);
  assert.equal(stateOf(scene, id), "delivered");
  // A later one that the relay signed itself, and another one of the same version.
  const devices = [phone, laptop].map(({ id, name, identity }) => ({ id, name, key: identity.key }));
  const next = nextRoster(account, scene.roster, [...devices, spy]);
  const added = await signRoster(next, spy.id, own.identity);
  relay.lieCall = (_endpoint, name, answer) =>
    name === "fetchRosters" ? { ...answer as object, rosters: [added], latest: 3 } : answer;
  relay.say(agent.id, { type: "changed", what: "roster", version: 3 });
  await world.pass(5_000);
  assert.deepEqual(alerts(agent), ["roster-forged"]);
  const branch: SignedRoster = {
    ...added,
    roster: { ...next, previous: toBase64url(world.chance.bytes(32)) },
  };
  relay.lieCall = (_endpoint, name, answer) =>
    name === "fetchRosters" ? { ...answer as object, rosters: [branch], latest: 3 } : answer;
  relay.say(agent.id, { type: "changed", what: "roster", version: 3 });
  await world.pass(5_000);
  assert.deepEqual(alerts(agent).toSorted(), ["roster-forged", "roster-forked"]);
  assert.equal(agent.state.peerKey(spy.id), undefined);
  noBugs(scene);
});

Deno.test("a hidden roster is told by the next message of a device that knows it [@covers pacerelle.channel.devices]", async () => {
  const scene = await makeScene(3);
  const { relay, phone, laptop, agent, world } = scene;
  await startAll(scene);
  const before = agent.state.roster;
  relay.lieCall = (endpoint, name, answer) =>
    name === "fetchRosters" && endpoint === agent.id
      ? { ...answer as object, rosters: [], latest: 2 }
      : answer;
  relay.lie = (to, frame) =>
    to === agent.id && frame.type === "changed" && frame.what === "roster" ? [] : [frame];
  await publishRoster(scene, [phone], phone);
  await world.pass(5_000);
  await write(scene, phone, "the laptop was stolen", 20_000);
  assert.deepEqual(alerts(agent), ["roster-hidden"]);
  assert.equal(agent.endpoint?.alerts[0]?.peer, phone.id);
  assert.equal(agent.state.roster, before);
  assert.deepEqual(texts(scene, agent), ["the laptop was stolen"]);
  relay.lie = relay.lieCall = undefined;
  agent.endpoint?.sync();
  await world.pass(5_000);
  assert.deepEqual(alerts(agent), []);
  // The removed device speaks no more: neither for itself, nor is anything sealed to it.
  const prekey = await claim(scene, agent);
  const late = await sealEnvelope(
    { from: laptop.id, to: agent.id, conversation: scene.conversation },
    payload(scene, "still me", 1),
    prekey,
    laptop.identity,
  );
  relay.inject(agent.id, late);
  const submitted = relay.submissions.length;
  await write(scene, agent, "answer", 60_000);
  assert.deepEqual(texts(scene, agent), ["the laptop was stolen"]);
  assert.deepEqual(alerts(agent), ["sender-unknown"]);
  assert.deepEqual(relay.submissions.slice(submitted).filter(({ to }) => to === laptop.id), []);
  noBugs(scene);
});

/** A prekey of `party`'s, as any endpoint of the account gets it. */
async function claim({ relay, phone, world }: Scene, party: Party) {
  const claimed = relay.call(phone.id)("claimPrekeys", { endpoints: [party.id] });
  await world.pass(1_000);
  const { prekeys: [first] } = await claimed;
  assert.ok(first?.prekey);
  return first.prekey;
}

const payload = ({ world, roster }: Scene, text: string, n: number) => ({
  v: 1 as const,
  id: newShortId(world.env()),
  n,
  at: world.wall,
  roster: { version: roster.roster.version, hash: roster.hash },
  kind: "message" as const,
  body: { text },
});

Deno.test("a swapped prekey is told, and the message waits for a real one [@covers pacerelle.channel.prekeys]", async () => {
  const scene = await makeScene(4);
  const { relay, phone, laptop, agent, world } = scene;
  await startAll(scene);
  const own = (await makeIdentity(world.env())).identity;
  const { prekeys: [forged] } = await makePrekeys(world.env(), agent.id, own, {
    count: 1,
    lastResort: false,
  });
  relay.lieCall = (_endpoint, name, answer) =>
    name === "claimPrekeys"
      ? {
        prekeys: (answer as { prekeys: { endpoint: string }[] }).prekeys.map((entry) =>
          entry.endpoint === agent.id ? { ...entry, prekey: forged } : entry
        ),
      }
      : answer;
  const id = await write(scene, phone, "secret");
  assert.deepEqual(alerts(phone), ["prekey-forged"]);
  assert.equal(stateOf(scene, id), "queued");
  assert.deepEqual(relay.submissions.filter(({ to }) => to === agent.id), []);
  assert.deepEqual(texts(scene, laptop), ["secret"], "the others get it all the same");
  relay.lieCall = undefined;
  await world.pass(60_000);
  assert.equal(stateOf(scene, id), "delivered");
  assert.deepEqual(alerts(phone), []);
  noBugs(scene);
});

Deno.test("one without any prekey waits alone [@covers pacerelle.delivery.every-device]", async () => {
  const scene = await makeScene(5);
  const { phone, agent, laptop, world } = scene;
  for (const party of [phone, agent]) await party.start();
  await world.pass(30_000);
  const id = await write(scene, agent, "answer");
  assert.deepEqual(texts(scene, phone), ["answer"]);
  assert.equal(stateOf(scene, id), "delivered");
  assert.equal(agent.state.outbox.recipient(id, laptop.id)?.state, "pending");
  await laptop.start();
  await world.pass(60_000);
  assert.deepEqual(texts(scene, laptop), ["answer"]);
  assert.equal(agent.state.outbox.size, 0);
});

Deno.test("a replay is shown once, under one-time and last-resort keys, and asks for nothing [@covers pacerelle.delivery.once]", async () => {
  const scene = await makeScene(6);
  const { relay, phone, agent, world } = scene;
  await startAll(scene);
  await write(scene, phone, "once");
  const envelope = relay.submissions.find(({ to }) => to === agent.id) as Envelope;
  for (let times = 0; times < 3; times++) relay.inject(agent.id, envelope);
  await world.pass(30_000);
  assert.deepEqual(texts(scene, agent), ["once"]);
  // The relay gives away the last-resort key though there are others.
  const lastResort = relay.heldPrekeys(agent.id).lastResort;
  const { prekeys } = agent.state;
  relay.lieCall = (_endpoint, name, answer) => name === "claimPrekeys" ? lastResortOf(scene, answer) : answer;
  await write(scene, phone, "lasting");
  const second = relay.submissions.findLast(({ to }) => to === agent.id) as Envelope;
  assert.equal(second.prekey, lastResort);
  assert.ok(prekeys.has(second.prekey), "it lives on");
  for (let times = 0; times < 3; times++) relay.inject(agent.id, second);
  await world.pass(30_000);
  assert.deepEqual(texts(scene, agent), ["once", "lasting"]);
  // Also after a restart, from what is on the disk alone.
  agent.kill();
  agent.compact();
  await agent.start();
  await world.pass(30_000);
  for (const replayed of [envelope, second]) relay.inject(agent.id, replayed);
  await world.pass(30_000);
  assert.deepEqual(texts(scene, agent), ["once", "lasting"]);
  assert.deepEqual(alerts(agent), []);
  const nacks = scene.shown.filter(({ message }) => message.payload.kind === "nack");
  assert.equal(nacks.length, 0);
  noBugs(scene);
});

function lastResortOf({ relay, agent }: Scene, answer: unknown) {
  const { prekeys } = answer as { prekeys: { endpoint: string; prekey: unknown }[] };
  return {
    prekeys: prekeys.map((entry) =>
      entry.endpoint === agent.id ? { ...entry, prekey: relay.lastResort(agent.id) } : entry
    ),
  };
}

Deno.test("forged and spoilt envelopes are refused, told, and block nothing [@covers pacerelle.channel.envelope, pacerelle.channel.receive-order]", async () => {
  const scene = await makeScene(7);
  const { relay, phone, agent, world, conversation } = scene;
  await startAll(scene);
  const own = (await makeIdentity(world.env())).identity;
  const addressing = { from: phone.id, to: agent.id, conversation };
  const inPhonesName = await sealEnvelope(
    addressing,
    payload(scene, "forged", 1),
    await claim(scene, agent),
    own,
  );
  const stranger = { ...addressing, from: newId("device", world.env()) };
  const ofAStranger = await sealEnvelope(
    stranger,
    payload(scene, "stranger", 1),
    await claim(scene, agent),
    own,
  );
  const real = await sealEnvelope(
    addressing,
    payload(scene, "real", 9),
    await claim(scene, agent),
    phone.identity,
  );
  const spoilt = { ...real, ciphertext: `AAAA${real.ciphertext.slice(4)}` };
  // Signed by a device, with another's seal in it.
  const empty = {
    ...await sealEnvelope(addressing, payload(scene, "x", 3), await claim(scene, agent), phone.identity),
  };
  for (const envelope of [inPhonesName, ofAStranger, spoilt, { ...empty, id: newShortId(world.env()) }]) {
    relay.inject(agent.id, envelope);
  }
  relay.say(agent.id, { type: "deliver", at: 0, envelope: { nonsense: true } });
  await world.pass(60_000);
  assert.deepEqual(texts(scene, agent), []);
  assert.deepEqual(agent.endpoint?.alerts.map(({ kind, peer }) => [kind, peer]), [
    ["envelope-forged", phone.id],
    ["sender-unknown", null],
  ]);
  assert.equal(agent.endpoint?.alerts[0]?.count, 3);
  assert.equal(stateOf(scene, await write(scene, phone, "after")), "delivered");
  assert.deepEqual(texts(scene, agent), ["after"]);
  assert.equal(agent.restarts, 0);
  noBugs(scene);
});

Deno.test("what the relay drops is asked for, then told as held back, and never said to be delivered [@covers pacerelle.channel.gaps]", async () => {
  const scene = await makeScene(8);
  const { relay, phone, agent, world } = scene;
  await startAll(scene);
  await write(scene, phone, "first");
  let isHeldBack = true;
  let lost = "";
  relay.lie = (to, frame) =>
    isHeldBack && to === agent.id && frame.type === "deliver" && frame.envelope.id === lost ? [] : [frame];
  lost = newShortId(world.env());
  const sending = phone.send(
    lost,
    scene.conversation,
    "agent",
    { kind: "message", body: { text: "dropped" } },
    agent.id,
  );
  await world.pass(10_000);
  await sending;
  await write(scene, phone, "third");
  assert.deepEqual(texts(scene, agent), ["first", "third"]);
  assert.deepEqual(alerts(agent), []);
  await world.pass(60_000);
  const nacks = scene.shown.filter(({ message }) => message.payload.kind === "nack");
  assert.deepEqual(nacks.map(({ by, message }) => [by, message.payload.body]), [
    [phone, { reason: "missing", range: { from: gapOf(scene).from, to: gapOf(scene).to } }],
  ]);
  await world.pass(300_000);
  assert.deepEqual(agent.endpoint?.alerts.map(({ kind, peer }) => [kind, peer]), [["held-back", phone.id]]);
  assert.equal(stateOf(scene, lost), "submitted");
  // It gives in.
  isHeldBack = false;
  relay.cut(agent.id);
  await world.pass(120_000);
  assert.deepEqual(texts(scene, agent), ["first", "third", "dropped"]);
  assert.equal(stateOf(scene, lost), "delivered");
  assert.deepEqual(alerts(agent), []);
  noBugs(scene);
});

function gapOf({ agent, phone }: Scene) {
  const [gap] = agent.state.counters.gapsOf(phone.id);
  assert.ok(gap);
  return gap;
}

Deno.test("a gap whose messages are not there any more is told as a loss, once, and asked for no more", async () => {
  const scene = await makeScene(9);
  const { relay, phone, agent, world } = scene;
  await startAll(scene);
  // The relay swallows a receipt, and says that the agent has it.
  relay.lie = (to, frame) => to === phone.id && frame.type === "deliver" ? [] : [frame];
  await write(scene, phone, "one");
  relay.lie = (_to, frame) =>
    frame.type === "standing"
      ? [{ ...frame, items: frame.items.map((item) => ({ ...item, state: "acknowledged" as const })) }]
      : [frame];
  await world.pass(700_000);
  assert.equal(agent.state.outbox.size, 0, "the agent takes the relay's word for a receipt");
  relay.lie = undefined;
  await write(scene, agent, "answer");
  await world.pass(120_000);
  assert.deepEqual(alerts(phone), ["messages-lost"]);
  assert.deepEqual(phone.state.counters.gapsOf(agent.id), []);
  phone.endpoint?.clearAlert("messages-lost", agent.id);
  await world.pass(3_600_000);
  assert.deepEqual(alerts(phone), []);
  noBugs(scene);
});

Deno.test("deliveries in another order are all shown, and nothing is told", async () => {
  const scene = await makeScene(10);
  const { relay, phone, agent, world } = scene;
  await startAll(scene);
  let kept: RelayFrame[] | undefined = [];
  relay.lie = (to, frame) => {
    if (to !== agent.id || frame.type !== "deliver" || !kept) return [frame];
    kept.push(frame);
    return [];
  };
  for (const text of ["1", "2", "3", "4"]) await write(scene, phone, text, 1_000);
  const backwards = kept.toReversed();
  kept = undefined;
  for (const frame of backwards) relay.say(agent.id, frame);
  await world.pass(120_000);
  assert.deepEqual(texts(scene, agent), ["4", "3", "2", "1"]);
  assert.deepEqual(alerts(agent), []);
  assert.equal(phone.state.outbox.size, 0);
});

Deno.test("a flood ends the connection, and the next one works", async () => {
  const scene = await makeScene(11);
  const { relay, phone, agent, world, conversation } = scene;
  await startAll(scene);
  const addressing = { from: phone.id, to: agent.id, conversation };
  const own = (await makeIdentity(world.env())).identity;
  const junk = await sealEnvelope(addressing, payload(scene, "junk", 1), await claim(scene, agent), own);
  relay.say(agent.id, ...Array(1_000).fill({ type: "deliver", at: 0, envelope: junk }));
  await world.pass(60_000);
  assert.ok(alerts(agent).includes("flood"));
  assert.equal(agent.endpoint?.status.state, "connected");
  assert.equal(stateOf(scene, await write(scene, phone, "after")), "delivered");
  // Frames that are none end it too.
  const since = agent.endpoint?.status.since ?? 0;
  relay.say(agent.id, ...Array(60).fill({ type: "deliver", at: -1 }));
  await world.pass(30_000);
  assert.ok((agent.endpoint?.status.since ?? 0) > since, "it was ended and came back");
  noBugs(scene);
});

Deno.test("marks that are lies move no counter out of reach; a higher one is told as a restored backup", async () => {
  const scene = await makeScene(12);
  const { relay, phone, agent, world } = scene;
  let mark = Number.MAX_SAFE_INTEGER;
  relay.lie = (to, frame) =>
    to === phone.id && frame.type === "welcome"
      ? [{ ...frame, marks: [{ peer: agent.id, n: mark }] }]
      : [frame];
  await startAll(scene);
  await write(scene, phone, "one");
  assert.equal(phone.state.counters.sent(agent.id), 1);
  assert.deepEqual(alerts(phone), []);
  mark = 40;
  relay.cut(phone.id);
  await world.pass(30_000);
  assert.deepEqual(alerts(phone), ["restored"]);
  assert.equal(phone.state.restorations.length, 1);
  assert.equal(stateOf(scene, await write(scene, phone, "two")), "delivered");
  assert.equal(phone.state.counters.sent(agent.id), 41);
  noBugs(scene);
});

Deno.test("the relay's word alone never makes a message delivered", async () => {
  const scene = await makeScene(13);
  const { relay, phone, agent } = scene;
  await startAll(scene);
  // It stores nothing, and says that all is well.
  relay.lie = (to, frame) => {
    if (to === agent.id && frame.type === "deliver") return [];
    if (frame.type !== "standing") return [frame];
    return [{ ...frame, items: frame.items.map((item) => ({ ...item, state: "acknowledged" as const })) }];
  };
  const id = await write(scene, phone, "hello", 1_800_000);
  assert.deepEqual(scene.states.get(id), ["queued", "uncertain", "submitted"]);
  assert.ok(phone.state.outbox.entry(id), "and what was written is kept");
});

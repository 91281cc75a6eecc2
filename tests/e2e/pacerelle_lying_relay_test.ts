/**
 * A relay that lies, between real processes: swapped cards and prekeys, replayed, forged and dropped envelopes, hidden and
 * old rosters. Each is told to the person or the assistant, and harms nothing.
 * @covers pacerelle.channel.hostile, pacerelle.channel.card, pacerelle.channel.prekeys, pacerelle.channel.roster
 * @covers pacerelle.delivery.once, pacerelle.chat.talk
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../base/env.ts";
import { macCard } from "../../wire/card.ts";
import { makeIdentity } from "../../wire/identity.ts";
import { deriveTokenSecrets } from "../../wire/token.ts";
import { LyingRelay } from "./pacerelle/lying_relay.ts";
import type { Host } from "./pacerelle/world.ts";
import { World } from "./pacerelle/world.ts";
import type { Any } from "../any.ts";

async function entryOf(world: World, id: string): Promise<Any> {
  const { entries } = await world.json("bureau", ["read", "Robot"]);
  return entries.find((entry: Any) => entry.id === id);
}

/** Waits until the agent has a message; what its own command had no time for leaves with a later one. */
const leaves = (world: World, id: string) =>
  world.seen("bureau", (entry) => entry.id === id && entry.state === "received");

const hasAlert = (kind: string) => (status: Any) => status.alerts?.some((alert: Any) => alert.kind === kind);

async function pendingIds(host: Host): Promise<string[]> {
  const { messages } = await host.tool("wait_for_messages", { timeoutSeconds: 1 });
  return messages.map((message: Any) => message.id);
}

Deno.test("a relay that lies is found out, and harms nothing", async (test) => {
  await using world = await World.make();
  await using liar = new LyingRelay(world.relayUrl);
  world.url = liar.url;
  await world.signUp("bureau");
  const agent = await world.json("bureau", ["agent", "create", "--name", "Robot"]);
  await using host = await world.host("v1", agent);
  await host.status((status) => status.connection?.state === "connected");
  const stranger = (await makeIdentity(systemEnv)).identity;
  const ids: string[] = [];

  await test.step("another card than the agent's: nothing is sealed to it, the person is told", async () => {
    liar.lies.answer = (route, answer) => {
      if (route !== "listAgents") return answer;
      for (const one of answer.agents) if (one.card) one.card.card.key = stranger.key;
      return answer;
    };
    const sent = await world.chat("bureau", ["send", "Robot", "À qui ?", "--json"]);
    assert.equal(JSON.parse(sent.out).status, "queued");
    assert.match(sent.err, /fausse identité pour « Robot »/);
    assert.deepEqual(await pendingIds(host), []);
    liar.lies = {};
    const { id } = JSON.parse(sent.out);
    await leaves(world, id);
    const read = await world.chat("bureau", ["read", "Robot"]);
    assert.doesNotMatch(read.err, /fausse identité/);
    await host.request((message) => message.id === id);
    ids.push(id);
  });

  await test.step("a card with a good MAC changes no pin", async () => {
    const { pairingKey } = await deriveTokenSecrets(agent.token, agent.id);
    const other = await macCard({ agent: agent.id, key: stranger.key, createdAt: 1 }, pairingKey);
    liar.lies.answer = (route, answer) => {
      if (route === "listAgents") { for (const one of answer.agents) one.card = other; }
      return answer;
    };
    const sent = await world.chat("bureau", ["send", "Robot", "Toujours au même", "--json"]);
    assert.match(sent.err, /autre identité pour « Robot »/);
    const { id } = JSON.parse(sent.out);
    await leaves(world, id);
    await host.request((message) => message.id === id);
    ids.push(id);
    liar.lies = {};
  });

  await test.step("another key than the agent's: nothing is sealed to it, the person is told", async () => {
    liar.lies.answer = (route, answer) => {
      if (route !== "claimPrekeys") return answer;
      for (const { prekey } of answer.prekeys) if (prekey) prekey.public = stranger.key;
      return answer;
    };
    const sent = await world.chat("bureau", ["send", "Robot", "Avec quelle clé ?", "--json"]);
    assert.equal(JSON.parse(sent.out).status, "queued");
    assert.match(sent.err, /fausse clé pour « Robot »/);
    assert.deepEqual(await pendingIds(host), ids);
    liar.lies = {};
    const { id } = JSON.parse(sent.out);
    await leaves(world, id);
    await host.request((message) => message.id === id);
    ids.push(id);
  });

  await test.step("what comes twice, and comes again later, is one request", async () => {
    const delivered: Any[] = [];
    liar.lies.down = (frame, endpoint) => {
      if (frame.type !== "deliver" || endpoint !== agent.id) return [frame];
      delivered.push(frame);
      return [frame, frame];
    };
    const { id } = await world.json("bureau", ["send", "Robot", "Une seule fois"]);
    await host.request((message) => message.id === id);
    ids.push(id);
    assert.deepEqual(await pendingIds(host), ids);
    await host.tool("mark_processed", { messageIds: ids });
    liar.lies = {};
    for (const frame of delivered) liar.tell(agent.id, frame);
    assert.deepEqual(await pendingIds(host), []);
  });

  await test.step("what was altered on its way is not shown, and never called received", async () => {
    liar.lies.down = (frame, endpoint) => {
      if (frame.type !== "deliver" || endpoint !== agent.id) return [frame];
      const { ciphertext } = frame.envelope;
      const flipped = (ciphertext[0] === "A" ? "B" : "A") + ciphertext.slice(1);
      return [{ ...frame, envelope: { ...frame.envelope, ciphertext: flipped } }];
    };
    const { id } = await world.json("bureau", ["send", "Robot", "Altéré"]);
    await host.status(hasAlert("envelope-forged"));
    assert.deepEqual(await pendingIds(host), []);
    assert.equal((await entryOf(world, id)).state, "waiting");
    liar.lies = {};
  });

  await test.step("what the relay says it has and drops is never called received", async () => {
    liar.lies.up = (frame, endpoint) => {
      if (frame.type !== "submit" || frame.envelope.to !== agent.id) return [frame];
      const { to, id } = frame.envelope;
      liar.tell(endpoint, { type: "submitted", to, id, at: Date.now() });
      return [];
    };
    const sent = await world.json("bureau", ["send", "Robot", "Jeté"]);
    assert.equal(sent.status, "submitted");
    liar.lies = {};
    assert.equal((await entryOf(world, sent.id)).state, "waiting");
  });

  await test.step("a hidden roster is found out by the next message of a device that has it", async () => {
    liar.lies.answer = (route, answer, request, caller) =>
      route === "fetchRosters" && caller === agent.id
        ? { ...answer, rosters: [], latest: Math.max(1, request.after) }
        : answer;
    liar.lies.down = (frame, endpoint) =>
      frame.type === "changed" && frame.what === "roster" && endpoint === agent.id ? [] : [frame];
    await world.addDevice("telephone", "bureau");
    const { id } = await world.json("bureau", ["send", "Robot", "Avec la nouvelle liste"]);
    await host.request((message) => message.id === id);
    const status = await host.status(hasAlert("roster-hidden"));
    const { message } = status.alerts.find((alert: Any) => alert.kind === "roster-hidden");
    assert.match(message, /cache une liste d’appareils/);
    liar.lies = {};
  });

  await test.step("an old roster is not gone back to, and is told", async () => {
    liar.lies.down = (frame) => [frame.type === "welcome" ? { ...frame, roster: 1 } : frame];
    liar.lies.answer = (route, answer) =>
      route === "fetchRosters" ? { ...answer, rosters: [], latest: 1 } : answer;
    const { alerts } = await world.json("bureau", ["read", "Robot"]);
    assert.match(JSON.stringify(alerts), /ancienne liste d’appareils/);
    // Nothing is signed on top of what the relay shows.
    const created = await world.chat("bureau", ["agent", "create", "--name", "Autre", "--json"]);
    assert.equal(JSON.parse(created.out).error.code, "ROSTER_UNTRUSTED");
    liar.lies = {};
    const { devices } = await world.json("bureau", ["device", "list"]);
    assert.deepEqual(devices.map((one: Any) => one.name).toSorted(), ["bureau", "telephone"]);
  });
});

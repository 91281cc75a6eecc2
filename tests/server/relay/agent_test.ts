/**
 * Agents, their cards and prekeys over HTTP.
 * @module
 */
import assert from "node:assert/strict";
import { macCard } from "../../../wire/card.ts";
import { makeIdentity } from "../../../wire/identity.ts";
import { newId } from "../../../wire/ids.ts";
import { MAX_PREKEYS_HELD } from "../../../wire/limits.ts";
import { makePrekeys } from "../../../wire/prekey.ts";
import { anchorRoster, pinAnchoredRoster, type PinnedRoster } from "../../../wire/roster.ts";
import { deriveTokenSecrets, makeToken } from "../../../wire/token.ts";
import {
  type Agent,
  call,
  createAgent,
  env,
  Live,
  publishPrekeys,
  refuses,
  signUp,
  TestRelay,
} from "./harness.ts";

Deno.test("agents are created, listed, rotated and removed by their own account only [@covers pacerelle.channel.token]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const stranger = await signUp(relay);
  const agent = await createAgent(device);
  await publishPrekeys(agent, 3);
  const { agents } = await call(device, "listAgents", {});
  assert.deepEqual(agents.map(({ id, card }) => [id, card?.card.key]), [[agent.id, agent.identity.key]]);
  assert.deepEqual((await call(stranger, "listAgents", {})).agents, []);
  // The agent finds its anchor, and pins the roster by its token alone.
  const { rosters, anchor } = await call(agent, "fetchRosters", { after: 0 });
  assert.ok(rosters[0] && anchor);
  assert.deepEqual(await pinAnchoredRoster(rosters[0], anchor, agent.id, agent.pairingKey), device.roster);

  const token = await makeToken(env);
  const secrets = await deriveTokenSecrets(token, agent.id);
  const rotation = {
    agent: agent.id,
    bearerHash: secrets.bearerHash,
    anchor: await anchorRoster((device.roster as PinnedRoster).roster, agent.id, secrets.pairingKey),
  };
  await refuses(call(stranger, "rotateAgent", rotation), "NOT_FOUND");
  await refuses(call(stranger, "removeAgent", { agent: agent.id }), "NOT_FOUND");
  await refuses(call(agent, "removeAgent", { agent: agent.id }), "FORBIDDEN");
  await refuses(call(device, "createAgent", rotation), "AGENT_CONFLICT");
  await call(device, "rotateAgent", rotation);
  await refuses(call(agent, "fetchRosters", { after: 0 }), "UNAUTHORIZED");
  const renewed: Agent = { ...agent, credential: secrets.bearer };
  await refuses(
    call(renewed, "publishPrekeys", { prekeys: [] }),
    "CARD_MISSING",
  );
  const { prekeys } = await call(device, "claimPrekeys", { endpoints: [agent.id] });
  assert.equal(prekeys[0]?.prekey, null, "keys of the old identity are gone");
  await call(device, "removeAgent", { agent: agent.id });
  assert.deepEqual((await call(device, "listAgents", {})).agents, []);
  await refuses(call(renewed, "fetchRosters", { after: 0 }), "UNAUTHORIZED");
});

Deno.test("a card is published once per token [@covers pacerelle.channel.card]", async () => {
  await using relay = await TestRelay.start();
  const agent = await createAgent(await signUp(relay));
  const { identity } = await makeIdentity(env);
  const other = await macCard({ agent: agent.id, key: identity.key, createdAt: 1 }, agent.pairingKey);
  await refuses(call(agent, "publishCard", { card: other }), "CARD_CONFLICT");
  const foreign = await macCard(
    { agent: newId("agent", env), key: agent.identity.key, createdAt: 1 },
    agent.pairingKey,
  );
  await refuses(call(agent, "publishCard", { card: foreign }), "INVALID_REQUEST");
});

Deno.test("prekeys that are forged, expired, too many or come back are refused or ignored", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  const { identity } = await makeIdentity(env);
  const forged = await makePrekeys(env, agent.id, identity, { count: 1, lastResort: false });
  await refuses(call(agent, "publishPrekeys", { prekeys: forged.prekeys }), "PREKEY_REFUSED");
  for (const ahead of [-200, 200]) {
    const clock = { ...env, now: () => env.now() + ahead * 86_400_000 };
    const { prekeys } = await makePrekeys(clock, agent.id, agent.identity, { count: 1, lastResort: false });
    await refuses(call(agent, "publishPrekeys", { prekeys }), "PREKEY_REFUSED");
  }
  const batch = async (count: number) =>
    (await makePrekeys(env, agent.id, agent.identity, { count, lastResort: false })).prekeys;
  const first = await batch(100);
  await call(agent, "publishPrekeys", { prekeys: first });
  const held = await call(agent, "publishPrekeys", { prekeys: await batch(100) });
  assert.deepEqual(held, { oneTime: MAX_PREKEYS_HELD, lastResort: null });
  await refuses(call(agent, "publishPrekeys", { prekeys: await batch(1) }), "PREKEY_REFUSED");
  const withdrawn = await call(agent, "publishPrekeys", { prekeys: [], withdraw: first.map(({ id }) => id) });
  assert.equal(withdrawn.oneTime, 100);
  // A restored state publishes again what was claimed: it is not handed out twice.
  const { prekeys: [claimed] } = await call(device, "claimPrekeys", { endpoints: [agent.id] });
  assert.ok(claimed?.prekey);
  assert.equal((await call(agent, "publishPrekeys", { prekeys: [claimed.prekey] })).oneTime, 99);
});

Deno.test("an endpoint whose prekeys run low is told", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await publishPrekeys(agent, 20);
  await using desk = await Live.connect(agent);
  await call(device, "claimPrekeys", { endpoints: [agent.id] });
  const changed = await desk.next("changed");
  assert.ok(changed.what === "prekeys");
  assert.equal(changed.held, 19);
});

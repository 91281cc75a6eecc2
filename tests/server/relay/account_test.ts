/**
 * Accounts, devices, rosters, agents and prekeys over HTTP.
 * @module
 */
import assert from "node:assert/strict";
import { type RouteName, routePath, ROUTES } from "../../../wire/account.ts";
import { macCard } from "../../../wire/card.ts";
import { makeIdentity } from "../../../wire/identity.ts";
import { newId } from "../../../wire/ids.ts";
import { MAX_PREKEYS_HELD } from "../../../wire/limits.ts";
import { makePrekeys } from "../../../wire/prekey.ts";
import { callRelay, RelayRefusal, RelayUnreachable } from "../../../wire/relay_call.ts";
import type { RelayErrorCode } from "../../../wire/relay_error.ts";
import {
  advanceRoster,
  anchorRoster,
  nextRoster,
  pinAnchoredRoster,
  type PinnedRoster,
  signRoster,
} from "../../../wire/roster.ts";
import { deriveTokenSecrets, makeToken } from "../../../wire/token.ts";
import {
  type Agent,
  call,
  createAgent,
  credentials,
  type Device,
  env,
  Live,
  logIn,
  makeDevice,
  publishPrekeys,
  signUp,
  TestRelay,
} from "./harness.ts";

const rejects = (promise: Promise<unknown>, code: RelayErrorCode) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof RelayRefusal, String(error));
    assert.equal(error.code, code);
    return true;
  });

const next = (device: Device, members: readonly Device[], signer = device) =>
  signRoster(
    nextRoster(device.account, device.roster, members.map(({ entry }) => entry)),
    signer.id,
    signer.identity,
  );

Deno.test("an account is made once per address, and opened by its password and a proven key [@covers pacerelle.relay.accounts]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const before = device.credential;
  await logIn(device);
  assert.notEqual(device.credential, before);
  await rejects(call({ relay, credential: before }, "listDevices", {}), "UNAUTHORIZED");
  const [own] = (await call(device, "listDevices", {})).devices;
  assert.deepEqual([own?.id, own?.key, own?.approved], [device.id, device.identity.key, true]);

  const twin = await makeDevice(relay, device.email.toUpperCase());
  const roster = await next(twin, [twin]);
  await rejects(call(twin, "signUp", { ...await credentials(twin), roster }), "EMAIL_TAKEN");
  await rejects(call(twin, "logIn", await credentials(twin, "un autre mot de passe")), "LOGIN_REFUSED");
  const nobody = await makeDevice(relay);
  await rejects(call(nobody, "logIn", await credentials(nobody)), "LOGIN_REFUSED");
});

Deno.test("a password alone speaks in the name of no device that is there already", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const { identity } = await makeIdentity(env);
  // The device's own id and key, but no signature by that key.
  const thief = { ...device, identity };
  await rejects(call(thief, "logIn", await credentials(thief)), "LOGIN_REFUSED");
  // Its id under another key.
  const swapped = { ...device, identity, entry: { ...device.entry, key: identity.key } };
  await rejects(call(swapped, "logIn", await credentials(swapped)), "DEVICE_CONFLICT");
  // A proof that was used before.
  const used = await credentials(device);
  await call(device, "logIn", used);
  await rejects(call(device, "logIn", used), "LOGIN_REFUSED");
});

Deno.test("guessing a password is slowed down, for the right one too", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  for (let guess = 0; guess < 5; guess++) {
    await rejects(call(device, "logIn", await credentials(device, `mauvais ${guess}`)), "LOGIN_REFUSED");
  }
  await assert.rejects(call(device, "logIn", await credentials(device)), (error) => {
    assert.ok(error instanceof RelayRefusal);
    assert.equal(error.code, "TOO_MANY_ATTEMPTS");
    assert.ok(Number(error.details.retryAfterMs) > 0);
    return true;
  });
  const other = await signUp(relay);
  await logIn(other);
});

Deno.test("calls without a credential are limited by address", async () => {
  await using relay = await TestRelay.start({ anonymousRate: { burst: 2, perSecond: 0.001 } });
  await call({ relay }, "challenge", {});
  await call({ relay }, "challenge", {});
  await rejects(call({ relay }, "challenge", {}), "RATE_LIMITED");
});

Deno.test("calls with one credential are limited", async () => {
  await using relay = await TestRelay.start({ callRate: { burst: 2, perSecond: 0.001 } });
  const device = await signUp(relay);
  await call(device, "listDevices", {});
  await call(device, "listDevices", {});
  await rejects(call(device, "listDevices", {}), "RATE_LIMITED");
  await call(await signUp(relay), "listDevices", {});
});

Deno.test("sign-up refuses a short password and a roster that is not the device's own", async () => {
  await using relay = await TestRelay.start();
  const device = await makeDevice(relay);
  const other = await makeDevice(relay);
  const roster = await next(device, [device]);
  await rejects(
    call(device, "signUp", { ...await credentials(device, "court"), roster }),
    "INVALID_REQUEST",
  );
  const cases = [
    await next(device, [other], other),
    { ...roster, signature: "A".repeat(86) },
    { ...roster, roster: { ...roster.roster, devices: [other.entry] } },
  ];
  for (const bad of cases) {
    await rejects(call(device, "signUp", { ...await credentials(device), roster: bad }), "ROSTER_REFUSED");
  }
  const first = await signUp(relay);
  const sameAccount = { ...device, account: first.account };
  await rejects(
    call(device, "signUp", { ...await credentials(device), roster: await next(sameAccount, [device]) }),
    "ROSTER_CONFLICT",
  );
});

/** A second device of the account, approved with an anchor. */
async function addDevice(owner: Device): Promise<{ fresh: Device; pairingKey: Uint8Array<ArrayBuffer> }> {
  const fresh = await makeDevice(owner.relay, owner.email);
  await logIn(fresh);
  const pairingKey = env.randomBytes(32);
  const signed = await next(owner, [owner, fresh]);
  const anchor = await anchorRoster(signed.roster, fresh.id, pairingKey);
  await call(owner, "publishRoster", { roster: signed, anchor });
  owner.roster = await advanceRoster(owner.roster as PinnedRoster, [signed]);
  return { fresh, pairingKey };
}

Deno.test("a device waits, is approved by the next roster, and is blind once removed [@covers pacerelle.channel.devices]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  await publishPrekeys(agent);
  const waiting = await makeDevice(relay, device.email);
  await logIn(waiting);
  await rejects(call(waiting, "claimPrekeys", { endpoints: [agent.id] }), "FORBIDDEN");
  await rejects(call(waiting, "listAgents", {}), "FORBIDDEN");
  await rejects(call(waiting, "removeAgent", { agent: agent.id }), "FORBIDDEN");
  await rejects(
    call(waiting, "publishRoster", { roster: await next(device, [device, waiting], waiting) }),
    "ROSTER_REFUSED",
  );

  await using phone = await Live.connect(device);
  const { fresh, pairingKey } = await addDevice(device);
  const { rosters, latest, anchor } = await call(fresh, "fetchRosters", { after: 1 });
  assert.equal(latest, 2);
  assert.ok(rosters[0] && anchor);
  assert.deepEqual(await pinAnchoredRoster(rosters[0], anchor, fresh.id, pairingKey), device.roster);
  for (;;) {
    const changed = await phone.next("changed");
    if (changed.what === "roster") {
      assert.equal(changed.version, 2);
      break;
    }
  }
  await publishPrekeys(fresh, 2);
  await call(fresh, "listAgents", {});

  await using second = await Live.connect(fresh);
  const signed = await next(device, [device]);
  await call(device, "publishRoster", { roster: signed });
  assert.equal((await second.next("changed", "error")).type, "error");
  await rejects(call(fresh, "listAgents", {}), "UNAUTHORIZED");
  const { prekeys } = await call(device, "claimPrekeys", { endpoints: [fresh.id] });
  assert.equal(prekeys[0]?.prekey, null);
});

Deno.test("the relay takes the next roster only, whoever publishes first [@covers pacerelle.channel.roster]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const { fresh } = await addDevice(device);
  const stale = { ...device, roster: undefined };
  await rejects(call(device, "publishRoster", { roster: await next(stale, [device]) }), "ROSTER_CONFLICT");
  const rivals = await Promise.all([next(device, [device]), next(device, [device, fresh], fresh)]);
  const results = await Promise.allSettled([
    call(device, "publishRoster", { roster: rivals[0] }),
    call(fresh, "publishRoster", { roster: rivals[1] }),
  ]);
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  const foreign = await signUp(relay);
  await rejects(call(foreign, "publishRoster", { roster: await next(device, [device]) }), "ROSTER_REFUSED");
});

Deno.test("a waiting device signed in by a recovery key is in", async () => {
  await using relay = await TestRelay.start();
  const device = await makeDevice(relay);
  const paper = await makeDevice(relay);
  const first = await next(device, [device, paper]);
  const { session } = await call(device, "signUp", { ...await credentials(device), roster: first });
  assert.ok(session);
  const fresh = await makeDevice(relay, device.email);
  await logIn(fresh);
  const { rosters } = await call(fresh, "fetchRosters", { after: 0 });
  assert.equal(rosters.length, 1);
  const { pinFirstRoster } = await import("../../../wire/roster.ts");
  const pinned = await pinFirstRoster(rosters[0] as typeof first);
  const signed = await signRoster(
    nextRoster(device.account, pinned, [paper.entry, fresh.entry]),
    paper.id,
    paper.identity,
  );
  await call(fresh, "publishRoster", { roster: signed });
  await call(fresh, "listAgents", {});
  await rejects(call({ relay, credential: session }, "listAgents", {}), "UNAUTHORIZED");
});

Deno.test("a waiting device can be forgotten, one of the roster cannot", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const waiting = await makeDevice(relay, device.email);
  await logIn(waiting);
  await call(device, "forgetDevice", { device: waiting.id });
  await rejects(call(waiting, "listDevices", {}), "UNAUTHORIZED");
  await rejects(call(device, "forgetDevice", { device: device.id }), "FORBIDDEN");
  const stranger = await signUp(relay);
  await rejects(call(device, "forgetDevice", { device: stranger.id }), "NOT_FOUND");
});

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
  await rejects(call(stranger, "rotateAgent", rotation), "NOT_FOUND");
  await rejects(call(stranger, "removeAgent", { agent: agent.id }), "NOT_FOUND");
  await rejects(call(agent, "removeAgent", { agent: agent.id }), "FORBIDDEN");
  await rejects(call(device, "createAgent", rotation), "AGENT_CONFLICT");
  await call(device, "rotateAgent", rotation);
  await rejects(call(agent, "fetchRosters", { after: 0 }), "UNAUTHORIZED");
  const renewed: Agent = { ...agent, credential: secrets.bearer };
  await rejects(
    call(renewed, "publishPrekeys", { prekeys: [] }),
    "CARD_MISSING",
  );
  const { prekeys } = await call(device, "claimPrekeys", { endpoints: [agent.id] });
  assert.equal(prekeys[0]?.prekey, null, "keys of the old identity are gone");
  await call(device, "removeAgent", { agent: agent.id });
  assert.deepEqual((await call(device, "listAgents", {})).agents, []);
  await rejects(call(renewed, "fetchRosters", { after: 0 }), "UNAUTHORIZED");
});

Deno.test("a card is published once per token [@covers pacerelle.channel.card]", async () => {
  await using relay = await TestRelay.start();
  const agent = await createAgent(await signUp(relay));
  const { identity } = await makeIdentity(env);
  const other = await macCard({ agent: agent.id, key: identity.key, createdAt: 1 }, agent.pairingKey);
  await rejects(call(agent, "publishCard", { card: other }), "CARD_CONFLICT");
  const foreign = await macCard(
    { agent: newId("agent", env), key: agent.identity.key, createdAt: 1 },
    agent.pairingKey,
  );
  await rejects(call(agent, "publishCard", { card: foreign }), "INVALID_REQUEST");
});

Deno.test("prekeys that are forged, expired, too many or come back are refused or ignored", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const agent = await createAgent(device);
  const { identity } = await makeIdentity(env);
  const forged = await makePrekeys(env, agent.id, identity, { count: 1, lastResort: false });
  await rejects(call(agent, "publishPrekeys", { prekeys: forged.prekeys }), "PREKEY_REFUSED");
  for (const ahead of [-200, 200]) {
    const clock = { ...env, now: () => env.now() + ahead * 86_400_000 };
    const { prekeys } = await makePrekeys(clock, agent.id, agent.identity, { count: 1, lastResort: false });
    await rejects(call(agent, "publishPrekeys", { prekeys }), "PREKEY_REFUSED");
  }
  const batch = async (count: number) =>
    (await makePrekeys(env, agent.id, agent.identity, { count, lastResort: false })).prekeys;
  const first = await batch(100);
  await call(agent, "publishPrekeys", { prekeys: first });
  const held = await call(agent, "publishPrekeys", { prekeys: await batch(100) });
  assert.deepEqual(held, { oneTime: MAX_PREKEYS_HELD, lastResort: null });
  await rejects(call(agent, "publishPrekeys", { prekeys: await batch(1) }), "PREKEY_REFUSED");
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

Deno.test("HTTP refuses other methods, large and broken bodies, and unknown callers, as JSON", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const post = (name: RouteName, body: BodyInit | null, credential?: string) =>
    fetch(relay.url + routePath(name), {
      method: "POST",
      body,
      headers: credential ? { authorization: `Bearer ${credential}` } : {},
    });
  const codeOf = async (response: Response) => [response.status, (await response.json()).error.code];
  assert.deepEqual(await codeOf(await fetch(relay.url + routePath("challenge"))), [
    405,
    "METHOD_NOT_ALLOWED",
  ]);
  assert.deepEqual(await codeOf(await post("challenge", "x".repeat(70_000))), [413, "TOO_LARGE"]);
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(8_192).fill(32));
    },
  });
  assert.deepEqual(await codeOf(await post("challenge", stream)), [413, "TOO_LARGE"]);
  for (const body of ["{", "[]", "null", Uint8Array.of(0xff), null]) {
    assert.deepEqual(await codeOf(await post("challenge", body)), [400, "INVALID_REQUEST"]);
  }
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    if (ROUTES[name].access === "anyone") continue;
    for (const credential of [undefined, "A".repeat(43), "short"]) {
      assert.deepEqual(await codeOf(await post(name, "{}", credential)), [401, "UNAUTHORIZED"], name);
    }
  }
  const preflight = await fetch(relay.url + routePath("logIn"), { method: "OPTIONS" });
  assert.equal(preflight.headers.get("access-control-allow-origin"), "*");
  assert.equal(preflight.headers.get("access-control-allow-credentials"), null);
  assert.equal((await fetch(relay.url + "/nothing")).status, 404);
  assert.equal((await fetch(relay.url + "/v1/live")).status, 426);
  assert.equal((await post("listDevices", "{}", device.credential)).status, 200);
});

Deno.test("callRelay() tells a refusal from a relay that is away or is none", async () => {
  const relay = await TestRelay.start();
  const url = relay.url;
  await relay[Symbol.asyncDispose]();
  await assert.rejects(callRelay({ baseUrl: url }, "challenge", {}), RelayUnreachable);
  const answers = [
    new Response("<html>"),
    new Response("{}"),
    new Response('{"error":{"code":"X"}}', { status: 500 }),
  ];
  for (const answer of answers) {
    await assert.rejects(
      callRelay({ baseUrl: url, fetch: () => Promise.resolve(answer) }, "challenge", {}),
      RelayUnreachable,
    );
  }
  let pulled = 0;
  const endless = new Response(
    new ReadableStream({
      pull(controller) {
        pulled += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    }),
  );
  await assert.rejects(
    callRelay({ baseUrl: url, fetch: () => Promise.resolve(endless) }, "challenge", {}),
    RelayUnreachable,
  );
  assert.ok(pulled < 4 * 1024 * 1024, "read no further than it must");
});

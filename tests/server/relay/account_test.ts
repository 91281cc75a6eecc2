/**
 * Accounts, devices and rosters over HTTP.
 * @module
 */
import assert from "node:assert/strict";
import { makeIdentity } from "../../../wire/identity.ts";
import { RelayRefusal } from "../../../wire/relay_call.ts";
import {
  advanceRoster,
  anchorRoster,
  nextRoster,
  pinAnchoredRoster,
  type PinnedRoster,
  signRoster,
} from "../../../wire/roster.ts";
import {
  call,
  createAgent,
  credentials,
  type Device,
  env,
  Live,
  logIn,
  makeDevice,
  publishPrekeys,
  refuses,
  signUp,
  TestRelay,
} from "./harness.ts";

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
  await refuses(call({ relay, credential: before }, "listDevices", {}), "UNAUTHORIZED");
  const [own] = (await call(device, "listDevices", {})).devices;
  assert.deepEqual([own?.id, own?.key, own?.approved], [device.id, device.identity.key, true]);

  const twin = await makeDevice(relay, device.email.toUpperCase());
  const roster = await next(twin, [twin]);
  await refuses(call(twin, "signUp", { ...await credentials(twin), roster }), "EMAIL_TAKEN");
  await refuses(call(twin, "logIn", await credentials(twin, "un autre mot de passe")), "LOGIN_REFUSED");
  const nobody = await makeDevice(relay);
  await refuses(call(nobody, "logIn", await credentials(nobody)), "LOGIN_REFUSED");
});

Deno.test("a password alone speaks in the name of no device that is there already", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const { identity } = await makeIdentity(env);
  // The device's own id and key, but no signature by that key.
  const thief = { ...device, identity };
  await refuses(call(thief, "logIn", await credentials(thief)), "LOGIN_REFUSED");
  // Its id under another key.
  const swapped = { ...device, identity, entry: { ...device.entry, key: identity.key } };
  await refuses(call(swapped, "logIn", await credentials(swapped)), "DEVICE_CONFLICT");
  // A proof that was used before.
  const used = await credentials(device);
  await call(device, "logIn", used);
  await refuses(call(device, "logIn", used), "LOGIN_REFUSED");
});

Deno.test("guessing a password is slowed down, for the right one too", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  for (let guess = 0; guess < 5; guess++) {
    await refuses(call(device, "logIn", await credentials(device, `mauvais ${guess}`)), "LOGIN_REFUSED");
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
  await refuses(call({ relay }, "challenge", {}), "RATE_LIMITED");
});

Deno.test("behind a proxy, whoever calls too often is counted by their own address", async () => {
  await using relay = await TestRelay.start({ anonymousRate: { burst: 1, perSecond: 0.001 } });
  const challenge = async (from: string) => {
    const answer = await fetch(`${relay.url}/v1/challenge`, {
      method: "POST",
      headers: { "x-forwarded-for": from },
      body: "{}",
    });
    await answer.body?.cancel();
    return answer.status;
  };
  assert.equal(await challenge("198.51.100.1"), 200);
  assert.equal(await challenge("198.51.100.1"), 429);
  // What stands before the proxy's own entry is anybody's.
  assert.equal(await challenge("203.0.113.7, 198.51.100.1"), 429);
  assert.equal(await challenge("198.51.100.2"), 200);
  // One customer of an IPv6 provider has as many addresses as they like.
  assert.equal(await challenge("2001:db8:0:1::1"), 200);
  assert.equal(await challenge("2001:db8:0:1:ffff::2"), 429);
  assert.equal(await challenge("2001:db8:0:2::1"), 200);
  assert.equal(await challenge("::ffff:198.51.100.2"), 429);
  assert.equal(await challenge("198.51.100.2:49152"), 429);
});

Deno.test("calls with one credential are limited", async () => {
  await using relay = await TestRelay.start({ callRate: { burst: 2, perSecond: 0.001 } });
  const device = await signUp(relay);
  await call(device, "listDevices", {});
  await call(device, "listDevices", {});
  await refuses(call(device, "listDevices", {}), "RATE_LIMITED");
  await call(await signUp(relay), "listDevices", {});
});

Deno.test("sign-up refuses a short password and a roster that is not the device's own", async () => {
  await using relay = await TestRelay.start();
  const device = await makeDevice(relay);
  const other = await makeDevice(relay);
  const roster = await next(device, [device]);
  await refuses(
    call(device, "signUp", { ...await credentials(device, "court"), roster }),
    "INVALID_REQUEST",
  );
  const cases = [
    await next(device, [other], other),
    { ...roster, signature: "A".repeat(86) },
    { ...roster, roster: { ...roster.roster, devices: [other.entry] } },
  ];
  for (const bad of cases) {
    await refuses(call(device, "signUp", { ...await credentials(device), roster: bad }), "ROSTER_REFUSED");
  }
  const first = await signUp(relay);
  const sameAccount = { ...device, account: first.account };
  await refuses(
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
  await refuses(call(waiting, "claimPrekeys", { endpoints: [agent.id] }), "FORBIDDEN");
  await refuses(call(waiting, "listAgents", {}), "FORBIDDEN");
  await refuses(call(waiting, "removeAgent", { agent: agent.id }), "FORBIDDEN");
  await refuses(
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
  await refuses(call(fresh, "listAgents", {}), "UNAUTHORIZED");
  const { prekeys } = await call(device, "claimPrekeys", { endpoints: [fresh.id] });
  assert.equal(prekeys[0]?.prekey, null);
});

Deno.test("the relay takes the next roster only, whoever publishes first [@covers pacerelle.channel.roster]", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const { fresh } = await addDevice(device);
  const stale = { ...device, roster: undefined };
  await refuses(call(device, "publishRoster", { roster: await next(stale, [device]) }), "ROSTER_CONFLICT");
  const rivals = await Promise.all([next(device, [device]), next(device, [device, fresh], fresh)]);
  const results = await Promise.allSettled([
    call(device, "publishRoster", { roster: rivals[0] }),
    call(fresh, "publishRoster", { roster: rivals[1] }),
  ]);
  assert.deepEqual(results.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
  const foreign = await signUp(relay);
  await refuses(call(foreign, "publishRoster", { roster: await next(device, [device]) }), "ROSTER_REFUSED");
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
  await refuses(call({ relay, credential: session }, "listAgents", {}), "UNAUTHORIZED");
});

Deno.test("a waiting device can be forgotten, one of the roster cannot", async () => {
  await using relay = await TestRelay.start();
  const device = await signUp(relay);
  const waiting = await makeDevice(relay, device.email);
  await logIn(waiting);
  await call(device, "forgetDevice", { device: waiting.id });
  await refuses(call(waiting, "listDevices", {}), "UNAUTHORIZED");
  await refuses(call(device, "forgetDevice", { device: device.id }), "FORBIDDEN");
  const stranger = await signUp(relay);
  await refuses(call(device, "forgetDevice", { device: stranger.id }), "NOT_FOUND");
});

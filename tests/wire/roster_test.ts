/**
 * Rosters: only forward, only by a device of the one before.
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { systemEnv as env } from "../../base/env.ts";
import { ChannelFault, type ChannelFaultCode } from "../../wire/fault.ts";
import { type Identity, makeIdentity } from "../../wire/identity.ts";
import { newId } from "../../wire/ids.ts";
import {
  advanceRoster,
  anchorRoster,
  compareRoster,
  nextRoster,
  pinAnchoredRoster,
  pinFirstRoster,
  type PinnedRoster,
  Roster,
  type RosterDevice,
  rosterHash,
  type SignedRoster,
  signRoster,
} from "../../wire/roster.ts";

interface TestDevice {
  readonly entry: RosterDevice;
  readonly identity: Identity;
}

async function makeDevice(): Promise<TestDevice> {
  const { identity } = await makeIdentity(env);
  return { entry: { id: newId("device", env), name: "Téléphone", key: identity.key }, identity };
}

const account = newId("account", env);
const devices = await Promise.all(Array.from({ length: 4 }, makeDevice));
const [phone, laptop, tablet, thief] = devices as [TestDevice, TestDevice, TestDevice, TestDevice];

const sign = (before: PinnedRoster | undefined, members: readonly TestDevice[], signer: TestDevice) =>
  signRoster(
    nextRoster(account, before, members.map(({ entry }) => entry)),
    signer.entry.id,
    signer.identity,
  );

/** Three versions: phone; phone and laptop; laptop alone. */
async function makeChain(): Promise<{ signed: SignedRoster[]; pins: PinnedRoster[] }> {
  const first = await sign(undefined, [phone], phone);
  const pins = [await pinFirstRoster(first)];
  const second = await sign(pins[0], [phone, laptop], phone);
  pins.push(await advanceRoster(pins[0] as PinnedRoster, [second]));
  const third = await sign(pins[1], [laptop], laptop);
  pins.push(await advanceRoster(pins[1] as PinnedRoster, [third]));
  return { signed: [first, second, third], pins };
}

const chain = await makeChain();
const [pin1, pin2, pin3] = chain.pins as [PinnedRoster, PinnedRoster, PinnedRoster];
const [signed1, signed2, signed3] = chain.signed as [SignedRoster, SignedRoster, SignedRoster];

const rejects = (promise: Promise<unknown>, code: ChannelFaultCode) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof ChannelFault);
    assert.equal(error.code, code);
    return true;
  });

Deno.test("advanceRoster() walks the chain, from any pin on it [@covers pacerelle.channel.roster]", async () => {
  assert.deepEqual(await advanceRoster(pin1, [signed2, signed3]), pin3);
  assert.deepEqual(await advanceRoster(pin1, [signed1, signed2, signed3]), pin3);
  assert.deepEqual(await advanceRoster(pin2, [signed2]), pin2);
  assert.deepEqual(await advanceRoster(pin2, []), pin2);
});

Deno.test("advanceRoster() never goes back, skips or branches off", async () => {
  await rejects(advanceRoster(pin2, [signed1]), "ROSTER_ROLLED_BACK");
  await rejects(advanceRoster(pin3, [signed2, signed3]), "ROSTER_ROLLED_BACK");
  await rejects(advanceRoster(pin1, [signed3]), "ROSTER_GAP");
  const branch = await sign(pin1, [phone, tablet], phone);
  await rejects(advanceRoster(pin2, [branch]), "ROSTER_FORKED");
  const onBranch = await sign(await advanceRoster(pin1, [branch]), [phone], tablet);
  await rejects(advanceRoster(pin2, [onBranch]), "ROSTER_FORKED");
});

Deno.test("advanceRoster() refuses a signer that was not in the roster before", async () => {
  await rejects(advanceRoster(pin1, [await sign(pin1, [phone, thief], thief)]), "ROSTER_FORGED");
  // Removed in version 3.
  await rejects(advanceRoster(pin3, [await sign(pin3, [phone, laptop], phone)]), "ROSTER_FORGED");
  const claimed = { ...await sign(pin1, [phone, thief], thief), signer: phone.entry.id };
  await rejects(advanceRoster(pin1, [claimed]), "ROSTER_FORGED");
});

Deno.test("advanceRoster() refuses another account's roster and a device under another key", async () => {
  const foreign = await signRoster(
    { ...nextRoster(account, pin1, [phone.entry]), account: newId("account", env) },
    phone.entry.id,
    phone.identity,
  );
  await rejects(advanceRoster(pin1, [foreign]), "ROSTER_FORGED");
  const rekeyed = [{ ...phone.entry, key: thief.entry.key }];
  const swapped = await signRoster(nextRoster(account, pin1, rekeyed), phone.entry.id, phone.identity);
  await rejects(advanceRoster(pin1, [swapped]), "ROSTER_INVALID");
});

Deno.test("advanceRoster() refuses devices out of order, twice, or with one key for two", async () => {
  const shapes = [
    [phone.entry, laptop.entry].sort((a, b) => a.id < b.id ? 1 : -1),
    [phone.entry, phone.entry],
    [phone.entry, { ...laptop.entry, key: phone.entry.key }].sort((a, b) => a.id < b.id ? -1 : 1),
  ];
  for (const list of shapes) {
    const roster = { ...nextRoster(account, pin1, []), devices: list };
    await rejects(
      advanceRoster(pin1, [await signRoster(roster, phone.entry.id, phone.identity)]),
      "ROSTER_INVALID",
    );
  }
  assert.equal(Roster.safeParse({ ...pin1.roster, devices: [] }).success, false);
});

Deno.test("pinFirstRoster() takes a version 1 signed by its own device only", async () => {
  await rejects(pinFirstRoster(signed2), "ROSTER_INVALID");
  await rejects(pinFirstRoster(await sign(undefined, [phone], thief)), "ROSTER_FORGED");
  await rejects(
    pinFirstRoster({ ...signed1, roster: { ...signed1.roster, previous: pin1.hash } }),
    "ROSTER_INVALID",
  );
});

Deno.test("pinAnchoredRoster() takes what the pairing key MACs, for that agent and that roster only", async () => {
  const agent = newId("agent", env);
  const key = env.randomBytes(32);
  const anchor = await anchorRoster(pin2.roster, agent, key);
  assert.deepEqual(await pinAnchoredRoster(signed2, anchor, agent, key), pin2);
  await rejects(pinAnchoredRoster(signed1, anchor, agent, key), "ROSTER_FORGED");
  await rejects(pinAnchoredRoster(signed3, { ...anchor, version: 3 }, agent, key), "ROSTER_FORGED");
  await rejects(pinAnchoredRoster(signed2, anchor, newId("agent", env), key), "ROSTER_FORGED");
  await rejects(pinAnchoredRoster(signed2, anchor, agent, env.randomBytes(32)), "ROSTER_FORGED");
  const other = newId("agent", env);
  await rejects(pinAnchoredRoster(signed2, { ...anchor, endpoint: other }, other, key), "ROSTER_FORGED");
});

Deno.test("a roster changed anywhere is refused", async () => {
  const change = fc.oneof(
    fc.constant((roster: Roster): Roster => ({ ...roster, version: roster.version + 1 })),
    fc.constant((roster: Roster): Roster => ({
      ...roster,
      // Another letter than the one that is there, whichever that is.
      previous: (roster.previous?.startsWith("B") ? "C" : "B") + (roster.previous ?? "").slice(1),
    })),
    fc.nat({ max: 1 }).map((index) => (roster: Roster): Roster => ({
      ...roster,
      devices: roster.devices.map((device, i) =>
        i === index ? { ...device, name: device.name + "x" } : device
      ),
    })),
    fc.nat({ max: 1 }).map((index) => (roster: Roster): Roster => ({
      ...roster,
      devices: roster.devices.filter((_, i) => i !== index),
    })),
    fc.nat({ max: 1 }).map((index) => (roster: Roster): Roster => ({
      ...roster,
      devices: roster.devices.map((device, i) => i === index ? { ...device, key: tablet.entry.key } : device),
    })),
  );
  await fc.assert(
    fc.asyncProperty(change, async (apply) => {
      const roster = apply(signed2.roster);
      assert.notEqual(await rosterHash(roster), pin2.hash);
      await assert.rejects(advanceRoster(pin1, [{ ...signed2, roster }]), ChannelFault);
    }),
    { numRuns: 40 },
  );
});

Deno.test("over random histories a pin only ever moves forward", async () => {
  // Each step shows some roster, honest or not, to a pin; whatever happens its version never falls.
  const forked = await sign(pin1, [phone, tablet], phone);
  const shown = [signed1, signed2, signed3, forked, await sign(pin2, [phone, thief], thief)];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: shown.length - 1 }), { maxLength: 8 }), async (order) => {
      let pinned = pin1;
      for (const index of order) {
        const before = pinned;
        try {
          pinned = await advanceRoster(pinned, [shown[index] as SignedRoster]);
        } catch (error) {
          assert.ok(error instanceof ChannelFault);
        }
        assert.ok(pinned.roster.version >= before.roster.version);
        if (pinned.roster.version === before.roster.version) assert.equal(pinned.hash, before.hash);
        assert.ok(!pinned.roster.devices.some(({ id }) => id === thief.entry.id));
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("compareRoster() finds a hidden and a forked roster", () => {
  const claim = (pin: PinnedRoster) => ({ version: pin.roster.version, hash: pin.hash });
  assert.equal(compareRoster(pin2, claim(pin2)), "same");
  assert.equal(compareRoster(pin2, claim(pin1)), "behind");
  assert.equal(compareRoster(pin2, claim(pin3)), "ahead");
  assert.equal(compareRoster(pin2, { version: 2, hash: pin3.hash }), "forked");
});

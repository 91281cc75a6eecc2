/**
 * Adding a device, by the long code and by six digits, with a relay in between that lies.
 * @module
 */
import assert from "node:assert/strict";
import { systemEnv as env } from "../../base/env.ts";
import { ChannelFault } from "../../wire/fault.ts";
import { makeIdentity } from "../../wire/identity.ts";
import { newId } from "../../wire/ids.ts";
import { commitPairing, makePairingCode, pairingDigits, readPairingCode } from "../../wire/pairing.ts";
import {
  advanceRoster,
  anchorRoster,
  nextRoster,
  pinAnchoredRoster,
  pinFirstRoster,
  signRoster,
} from "../../wire/roster.ts";

const make = async () => {
  const { identity } = await makeIdentity(env);
  return { identity, entry: { id: newId("device", env), name: "Appareil", key: identity.key } };
};
const account = newId("account", env);
const old = await make();
const fresh = await make();
const relayKey = (await makeIdentity(env)).identity.key;
const isRefused = (error: unknown) => error instanceof ChannelFault && error.code === "PAIRING_REFUSED";

Deno.test("a code lets the old device find the new one's key, and the new one pin the roster [@covers pacerelle.channel.devices]", async () => {
  const shown = await makePairingCode(env, fresh.entry.id, fresh.entry.key);
  const first = await pinFirstRoster(
    await signRoster(nextRoster(account, undefined, [old.entry]), old.entry.id, old.identity),
  );
  const read = await readPairingCode(shown.code, [{ ...fresh.entry, key: relayKey }, fresh.entry]);
  assert.deepEqual(read.device, fresh.entry);
  assert.deepEqual(read.pairingKey, shown.pairingKey);
  const second = await signRoster(
    nextRoster(account, first, [old.entry, fresh.entry]),
    old.entry.id,
    old.identity,
  );
  const anchor = await anchorRoster(second.roster, fresh.entry.id, read.pairingKey);
  const pinned = await pinAnchoredRoster(second, anchor, fresh.entry.id, shown.pairingKey);
  assert.deepEqual(pinned, await advanceRoster(first, [second]));
  // A relay that makes a roster of its own for the new device has no key to MAC it with.
  const own = await signRoster(nextRoster(account, undefined, [fresh.entry]), fresh.entry.id, fresh.identity);
  await assert.rejects(pinAnchoredRoster(own, { ...anchor, version: 1 }, fresh.entry.id, shown.pairingKey));
});

Deno.test("readPairingCode() refuses a swapped key, another device and a mistyped code", async () => {
  const { code } = await makePairingCode(env, fresh.entry.id, fresh.entry.key);
  await assert.rejects(readPairingCode(code, [{ ...fresh.entry, key: relayKey }]), isRefused);
  await assert.rejects(readPairingCode(code, [{ ...fresh.entry, id: newId("device", env) }]), isRefused);
  await assert.rejects(readPairingCode(code, []), isRefused);
  for (let index = 0; index < code.length; index++) {
    const wrong = code.slice(0, index) + (code[index] === "A" ? "B" : "A") + code.slice(index + 1);
    await assert.rejects(readPairingCode(wrong, [fresh.entry]), isRefused, `letter ${index}`);
  }
});

Deno.test("six digits agree on both sides and cover both keys and the roster", async () => {
  const { commit, reveal } = await commitPairing(env, fresh.entry.id, fresh.entry.key);
  const answer = {
    step: "answer",
    device: old.entry.id,
    key: old.entry.key,
    nonce: "A".repeat(43),
    roster: "A".repeat(43),
  } as const;
  const digits = await pairingDigits(commit, answer, reveal);
  assert.match(digits, /^\d{6}$/);
  assert.equal(await pairingDigits(commit, answer, reveal), digits);
  const others = await Promise.all([
    pairingDigits(commit, { ...answer, key: relayKey }, reveal),
    pairingDigits(commit, { ...answer, roster: "B" + "A".repeat(42) }, reveal),
    pairingDigits(commit, { ...answer, nonce: "B" + "A".repeat(42) }, reveal),
  ]);
  // Each differs but for one chance in a million.
  assert.ok(others.every((other) => other !== digits));
  for (
    const change of [{ key: relayKey }, { nonce: "B" + "A".repeat(42) }, { device: newId("device", env) }]
  ) {
    await assert.rejects(pairingDigits(commit, answer, { ...reveal, ...change }), isRefused);
  }
});

/**
 * A relay that lies, at the level of the wire: each thing that it might swap, replay, forge or hide is found out by an
 * endpoint that knows only what it has pinned.
 * @module
 */
import assert from "node:assert/strict";
import { systemEnv as env } from "../../base/env.ts";
import { macCard, pinCard } from "../../wire/card.ts";
import { openEnvelope, type Receiver, sealEnvelope } from "../../wire/envelope.ts";
import { ChannelFault, type ChannelFaultCode } from "../../wire/fault.ts";
import { type Identity, makeIdentity } from "../../wire/identity.ts";
import { newId, newShortId } from "../../wire/ids.ts";
import type { Payload } from "../../wire/payload.ts";
import { makePrekeys, type PrekeySecret, type SignedPrekey, verifyPrekey } from "../../wire/prekey.ts";
import {
  advanceRoster,
  anchorRoster,
  compareRoster,
  findDevice,
  nextRoster,
  pinAnchoredRoster,
  pinFirstRoster,
  type PinnedRoster,
  signRoster,
} from "../../wire/roster.ts";
import { deriveTokenSecrets, makeToken } from "../../wire/token.ts";

const rejects = (promise: Promise<unknown>, code: ChannelFaultCode) =>
  assert.rejects(promise, (error) => error instanceof ChannelFault && error.code === code, code);

const account = newId("account", env);
const agentId = newId("agent", env);
const conversation = newId("conversation", env);
const { pairingKey, bearer } = await deriveTokenSecrets(await makeToken(env), agentId);

interface Party {
  readonly id: string;
  readonly identity: Identity;
}
const makeParty = async (kind: "device" | "agent", id = newId(kind, env)): Promise<Party> => ({
  id,
  identity: (await makeIdentity(env)).identity,
});
const phone = await makeParty("device");
const laptop = await makeParty("device");
const agent = await makeParty("agent", agentId);
/** The relay's own keys: all that it can sign and MAC with. */
const relay = await makeParty("device");
const entry = ({ id, identity }: Party) => ({ id, name: "Appareil", key: identity.key });

const signed1 = await signRoster(nextRoster(account, undefined, [entry(phone)]), phone.id, phone.identity);
const pin1 = await pinFirstRoster(signed1);
const signed2 = await signRoster(
  nextRoster(account, pin1, [entry(phone), entry(laptop)]),
  phone.id,
  phone.identity,
);
const pin2 = await advanceRoster(pin1, [signed2]);
const signed3 = await signRoster(nextRoster(account, pin2, [entry(phone)]), phone.id, phone.identity);
const pin3 = await advanceRoster(pin2, [signed3]);

function message(n: number, roster: PinnedRoster): Payload {
  return {
    v: 1,
    id: newShortId(env),
    n,
    at: env.now(),
    roster: { version: roster.roster.version, hash: roster.hash },
    kind: "message",
    body: { text: "Bonjour" },
  };
}

const batch = await makePrekeys(env, agentId, agent.identity, { count: 3, lastResort: false });
const [prekey] = batch.prekeys as [SignedPrekey];

/** The agent: what it pinned, the private halves it still has, what it has seen. */
class Inbox {
  readonly secrets = new Map<string, PrekeySecret>(batch.secrets.map((secret) => [secret.id, secret]));
  readonly seen = new Set<string>();
  roster: PinnedRoster;

  constructor(roster: PinnedRoster) {
    this.roster = roster;
  }

  get receiver(): Receiver {
    return {
      self: agentId,
      senderKey: (id) => findDevice(this.roster, id)?.key,
      prekeyPrivate: (id) => this.secrets.get(id)?.private,
    };
  }

  /** Handles an envelope as the contract says; answers whether it was new. */
  async take(envelope: Parameters<typeof openEnvelope>[0]): Promise<Payload | undefined> {
    const payload = await openEnvelope(envelope, this.receiver);
    if (this.seen.has(payload.id)) return undefined;
    this.seen.add(payload.id);
    this.secrets.delete(envelope.prekey);
    return payload;
  }
}

const send = (from: Party, payload: Payload, key = prekey) =>
  sealEnvelope({ from: from.id, to: agentId, conversation }, payload, key, from.identity);

Deno.test("a swapped card is found out: at first contact by the MAC, later by the pin [@covers pacerelle.channel.hostile]", async () => {
  const own = { agent: agentId, key: relay.identity.key, createdAt: env.now() };
  // All that the relay knows of the token is the hash of the bearer, and what passes through it: the bearer itself.
  const known = new TextEncoder().encode(bearer).slice(0, 32);
  await rejects(pinCard(undefined, await macCard(own, known), agentId, pairingKey), "CARD_FORGED");
  const real = await macCard({ ...own, key: agent.identity.key }, pairingKey);
  const pinned = await pinCard(undefined, real, agentId, pairingKey);
  await rejects(pinCard(pinned, { ...real, card: own }, agentId, pairingKey), "CARD_FORGED");
});

Deno.test("a swapped roster is found out by an agent at first contact and ever after", async () => {
  const own = await signRoster(nextRoster(account, undefined, [entry(relay)]), relay.id, relay.identity);
  const anchor = await anchorRoster(signed2.roster, agentId, pairingKey);
  await rejects(pinAnchoredRoster(own, { ...anchor, version: 1 }, agentId, pairingKey), "ROSTER_FORGED");
  const pinned = await pinAnchoredRoster(signed2, anchor, agentId, pairingKey);
  const addsItself = await signRoster(
    nextRoster(account, pinned, [entry(phone), entry(laptop), entry(relay)]),
    relay.id,
    relay.identity,
  );
  await rejects(advanceRoster(pinned, [addsItself]), "ROSTER_FORGED");
});

Deno.test("a removed device in league with the relay can lead nobody along a branch of its own", async () => {
  // The laptop was removed in version 3. Without that version it would still be trusted …
  const branch = await signRoster(
    nextRoster(account, pin2, [entry(laptop), entry(relay)]),
    laptop.id,
    laptop.identity,
  );
  // … so an agent made since enters the chain at version 3, where the branch does not fit.
  const anchor = await anchorRoster(signed3.roster, agentId, pairingKey);
  const pinned = await pinAnchoredRoster(signed3, anchor, agentId, pairingKey);
  await rejects(advanceRoster(pinned, [branch]), "ROSTER_FORKED");
  await rejects(pinAnchoredRoster(branch, { ...anchor, version: 3 }, agentId, pairingKey), "ROSTER_FORGED");
});

Deno.test("a swapped prekey is found out before anything is sealed to it", async () => {
  const own = await makePrekeys(env, agentId, relay.identity, { count: 1, lastResort: false });
  await rejects(
    verifyPrekey(own.prekeys[0] as SignedPrekey, agentId, agent.identity.key, env.now()),
    "PREKEY_FORGED",
  );
  // A genuine one of somebody else, and a genuine one-time key shown as the last resort.
  const laptops = await makePrekeys(env, laptop.id, laptop.identity, { count: 1, lastResort: false });
  const [foreign] = laptops.prekeys as [SignedPrekey];
  await rejects(verifyPrekey(foreign, agentId, agent.identity.key, env.now()), "PREKEY_FORGED");
  await rejects(
    verifyPrekey({ ...prekey, lastResort: true }, agentId, agent.identity.key, env.now()),
    "PREKEY_FORGED",
  );
});

Deno.test("a replay is handled once, and opens nothing once its key is destroyed", async () => {
  const inbox = new Inbox(pin2);
  const envelope = await send(phone, message(1, pin2));
  assert.ok(await inbox.take(envelope));
  await rejects(inbox.take(envelope), "NO_KEY");
  // Under a last-resort key, which is not destroyed, the id is what it falls to.
  const lasting = await makePrekeys(env, agentId, agent.identity, { count: 1, lastResort: true });
  const [lastResort] = lasting.prekeys as [SignedPrekey];
  const again = await send(phone, message(2, pin2), lastResort);
  for (const expected of [true, false, false]) {
    for (const secret of lasting.secrets) inbox.secrets.set(secret.id, secret);
    assert.equal(await inbox.take(again) !== undefined, expected);
  }
});

Deno.test("a forged envelope is refused: by the relay, by a stranger, readdressed, or turned round", async () => {
  const inbox = new Inbox(pin2);
  const payload = message(1, pin2);
  await rejects(inbox.take(await send(relay, payload)), "SENDER_UNKNOWN");
  const claimed = { ...await send(relay, payload), from: phone.id };
  await rejects(inbox.take(claimed), "SIGNATURE_INVALID");
  const real = await send(phone, payload);
  await rejects(inbox.take({ ...real, from: laptop.id }), "SIGNATURE_INVALID");
  // The seal of one message under the signature and header of another.
  const other = await send(phone, message(2, pin2));
  await rejects(inbox.take({ ...real, enc: other.enc, ciphertext: other.ciphertext }), "SIGNATURE_INVALID");
  // An approved device signs what it did not seal: the header is in the seal too.
  const stolen = await sealEnvelope(
    { from: laptop.id, to: agentId, conversation },
    payload,
    prekey,
    laptop.identity,
  );
  await rejects(inbox.take({ ...stolen, ciphertext: real.ciphertext }), "SIGNATURE_INVALID");
  assert.ok(await inbox.take(real), "and the genuine one still opens");
});

Deno.test("a hidden roster is found out by the next message of a device that knows it", async () => {
  // The relay shows the agent nothing after version 2.
  const inbox = new Inbox(pin2);
  const payload = await inbox.take(await send(phone, message(1, pin3)));
  assert.ok(payload);
  assert.equal(compareRoster(inbox.roster, payload.roster), "ahead");
  // What it might show instead does not bring the pin there.
  await rejects(advanceRoster(inbox.roster, [signed1]), "ROSTER_ROLLED_BACK");
  inbox.roster = await advanceRoster(inbox.roster, [signed3]);
  assert.equal(compareRoster(inbox.roster, payload.roster), "same");
  const removed = await send(laptop, message(1, pin2), batch.prekeys[1]);
  await rejects(inbox.take(removed), "SENDER_UNKNOWN");
});

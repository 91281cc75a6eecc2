/**
 * Envelopes, prekeys, cards and padding: what is changed anywhere is refused, for the reason it is wrong.
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { systemEnv as env } from "../../base/env.ts";
import { concat, fromBase64url, fromHex, toBase64url, utf8 } from "../../wire/bytes.ts";
import { canonical } from "../../wire/canonical.ts";
import { sha256 } from "../../wire/hash.ts";
import { hpkeSeal } from "../../wire/hpke.ts";
import { macCard, pinCard } from "../../wire/card.ts";
import { Envelope, openEnvelope, type Receiver, sealEnvelope } from "../../wire/envelope.ts";
import { ChannelFault, type ChannelFaultCode } from "../../wire/fault.ts";
import { makeIdentity } from "../../wire/identity.ts";
import { newId, newShortId } from "../../wire/ids.ts";
import { MAX_ENVELOPE_BYTES, MAX_PADDED_BYTES, MAX_TEXT, PREKEY_LIFETIME_MS } from "../../wire/limits.ts";
import { pad, unpad } from "../../wire/padding.ts";
import { decodePayload, encodePayload, type Payload } from "../../wire/payload.ts";
import { makePrekeys, type SignedPrekey, verifyPrekey } from "../../wire/prekey.ts";

const from = newId("device", env);
const to = newId("agent", env);
const conversation = newId("conversation", env);
const { identity: sender } = await makeIdentity(env);
const { identity: receiver } = await makeIdentity(env);
const { identity: stranger } = await makeIdentity(env);
const { prekeys, secrets } = await makePrekeys(env, to, receiver, { count: 2, lastResort: false });
const [prekey, otherPrekey] = prekeys as [SignedPrekey, SignedPrekey];

const payload = (text = "Bonjour 🎈", n = 1): Payload => ({
  v: 1,
  id: newShortId(env),
  n,
  at: env.now(),
  roster: { version: 1, hash: "A".repeat(43) },
  kind: "message",
  body: { text },
});

const self: Receiver = {
  self: to,
  senderKey: (id) => id === from ? sender.key : undefined,
  prekeyPrivate: (id) => secrets.find((secret) => secret.id === id)?.private,
};

const seal = (content: Payload = payload(), key = prekey, identity = sender) =>
  sealEnvelope({ from, to, conversation }, content, key, identity);

const rejects = (promise: Promise<unknown>, code: ChannelFaultCode) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof ChannelFault);
    assert.equal(error.code, code);
    return true;
  });

Deno.test("openEnvelope() gives back any payload that sealEnvelope() took [@covers pacerelle.channel.envelope]", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 400 }).filter((text) => text.trim() !== ""),
      fc.integer({ min: 1, max: 2 ** 53 - 1 }),
      async (text, n) => {
        const content = payload(text, n);
        const envelope = await seal(content);
        assert.deepEqual(Envelope.parse(JSON.parse(JSON.stringify(envelope))), envelope);
        assert.deepEqual(await openEnvelope(envelope, self), content);
      },
    ),
    { numRuns: 40 },
  );
});

Deno.test("two seals of one payload share neither key nor ciphertext", async () => {
  const content = payload();
  const [a, b] = await Promise.all([seal(content), seal(content)]);
  assert.notEqual(a.enc, b.enc);
  assert.notEqual(a.ciphertext, b.ciphertext);
});

Deno.test("an envelope with any byte of its sealed parts changed is refused [@covers pacerelle.channel.hostile]", async () => {
  const envelope = await seal();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("enc", "ciphertext", "signature"),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (part, position, mask) => {
        const bytes = fromBase64url(envelope[part as "enc"]);
        const index = position % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ mask;
        await rejects(openEnvelope({ ...envelope, [part]: toBase64url(bytes) }, self), "SIGNATURE_INVALID");
      },
    ),
    { numRuns: 150 },
  );
});

Deno.test("an envelope with any part of its header changed is refused", async () => {
  const envelope = await seal();
  const changes: [Partial<Envelope>, ChannelFaultCode][] = [
    [{ v: 2 }, "UNSUPPORTED"],
    [{ suite: 2 }, "UNSUPPORTED"],
    [{ from: newId("device", env) }, "SENDER_UNKNOWN"],
    [{ to: newId("agent", env) }, "SENDER_UNKNOWN"],
    [{ conversation: newId("conversation", env) }, "SIGNATURE_INVALID"],
    [{ id: newShortId(env) }, "SIGNATURE_INVALID"],
    [{ prekey: otherPrekey.id }, "SIGNATURE_INVALID"],
    [{ n: 2 }, "SIGNATURE_INVALID"],
    [{ ciphertext: envelope.ciphertext + "A" }, "SIGNATURE_INVALID"],
  ];
  for (const [change, code] of changes) {
    await rejects(openEnvelope({ ...envelope, ...change }, self), code);
  }
});

Deno.test("openEnvelope() says which check failed, in the contract's order", async () => {
  const envelope = await seal();
  await rejects(openEnvelope(await seal(payload(), prekey, stranger), self), "SIGNATURE_INVALID");
  await rejects(openEnvelope(envelope, { ...self, senderKey: () => undefined }), "SENDER_UNKNOWN");
  await rejects(openEnvelope(envelope, { ...self, prekeyPrivate: () => undefined }), "NO_KEY");
  // A forged envelope must not be told apart by whether its prekey exists: the signature comes first.
  const forged = { ...envelope, prekey: newShortId(env) };
  await rejects(openEnvelope(forged, self), "SIGNATURE_INVALID");
  await rejects(
    openEnvelope(envelope, { ...self, prekeyPrivate: () => secrets[1]?.private }),
    "NOT_OPENED",
  );
});

Deno.test("an envelope for one endpoint does not open at another, even with its key", async () => {
  const elsewhere = newId("agent", env);
  const envelope = await seal();
  const readdressed = { ...envelope, to: elsewhere };
  await rejects(openEnvelope(readdressed, { ...self, self: elsewhere }), "SIGNATURE_INVALID");
});

Deno.test("sealEnvelope() refuses a key that is none and a suite of the future", async () => {
  await rejects(seal(payload(), { ...prekey, public: "A".repeat(43) }), "PREKEY_FORGED");
  await rejects(seal(payload(), { ...prekey, suite: 2 }), "PREKEY_UNSUPPORTED");
});

/** An envelope written from the documentation alone (docs/channel.md), with any payload under any header. */
async function sealByHand(
  content: Payload,
  change: Partial<Pick<Envelope, "id" | "n">> = {},
): Promise<Envelope> {
  const header = {
    v: 1,
    suite: 1,
    from,
    to,
    conversation,
    id: content.id,
    prekey: prekey.id,
    n: content.n,
    ...change,
  };
  const aad = canonical(
    "pacerelle/envelope/1",
    1,
    1,
    from,
    to,
    conversation,
    fromHex(header.id),
    fromHex(prekey.id),
    header.n,
  );
  const json = new TextEncoder().encode(JSON.stringify(content));
  const plaintext = new Uint8Array(512);
  plaintext.set([0, 0, json.length >> 8, json.length & 0xff]);
  plaintext.set(json, 4);
  const info = utf8("pacerelle/1" + from + to);
  const { enc, ciphertext } = await hpkeSeal({
    publicKey: fromBase64url(prekey.public),
    info,
    aad,
    plaintext,
  });
  const signature = await sender.sign(concat(aad, enc, await sha256(ciphertext)));
  return { ...header, enc: toBase64url(enc), ciphertext: toBase64url(ciphertext), signature };
}

Deno.test("openEnvelope() opens what is written from the documentation", async () => {
  const content = payload("x".repeat(100), 7);
  assert.deepEqual(await openEnvelope(await sealByHand(content), self), content);
});

Deno.test("openEnvelope() refuses a payload under another id or counter than the header's", async () => {
  const content = payload("x".repeat(100), 7);
  await rejects(openEnvelope(await sealByHand(content, { id: newShortId(env) }), self), "ID_MISMATCH");
  await rejects(openEnvelope(await sealByHand(content, { n: 8 }), self), "ID_MISMATCH");
});

Deno.test("verifyPrekey() takes what its endpoint signed and nothing else [@covers pacerelle.channel.prekeys]", async () => {
  await verifyPrekey(prekey, to, receiver.key, env.now());
  const changes: Partial<SignedPrekey>[] = [
    { id: newShortId(env) },
    { public: otherPrekey.public },
    { expires: prekey.expires + 1 },
    { lastResort: true },
    { suite: 2 },
    { signature: otherPrekey.signature },
    { signature: "!" },
  ];
  for (const change of changes) {
    await rejects(verifyPrekey({ ...prekey, ...change }, to, receiver.key, env.now()), "PREKEY_FORGED");
  }
  await rejects(verifyPrekey(prekey, newId("agent", env), receiver.key, env.now()), "PREKEY_FORGED");
  await rejects(verifyPrekey(prekey, to, stranger.key, env.now()), "PREKEY_FORGED");
  await rejects(
    verifyPrekey(prekey, to, receiver.key, env.now() + PREKEY_LIFETIME_MS + 1),
    "PREKEY_EXPIRED",
  );
});

Deno.test("pinCard() checks the MAC once, then changes no pin [@covers pacerelle.channel.card]", async () => {
  const key = env.randomBytes(32);
  const card = { agent: to, key: receiver.key, createdAt: 1 };
  const shown = await macCard(card, key);
  const pinned = await pinCard(undefined, shown, to, key);
  assert.deepEqual(pinned, card);
  assert.deepEqual(await pinCard(pinned, shown, to, key), card);
  await rejects(pinCard(undefined, shown, to, env.randomBytes(32)), "CARD_FORGED");
  await rejects(pinCard(undefined, shown, newId("agent", env), key), "CARD_FORGED");
  for (const change of [{ key: stranger.key }, { createdAt: 2 }]) {
    await rejects(pinCard(undefined, { ...shown, card: { ...card, ...change } }, to, key), "CARD_FORGED");
  }
  // Whoever found the old token could MAC this one.
  const replaced = await macCard({ ...card, key: stranger.key }, key);
  await rejects(pinCard(pinned, replaced, to, key), "CARD_CHANGED");
});

Deno.test("pad() makes 256 · 2^k bytes and unpad() takes exactly those [@covers pacerelle.channel.padding]", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 5_000 }), (length) => {
    const content = new Uint8Array(length).fill(0xa5);
    const padded = pad(content);
    assert.ok(Number.isInteger(Math.log2(padded.length / 256)));
    assert.ok(padded.length === 256 || padded.length / 2 < length + 4);
    assert.deepEqual(unpad(padded), content);
    const spoiled = padded.slice();
    if (length + 4 < padded.length) {
      spoiled[padded.length - 1] = 1;
      assert.throws(() => unpad(spoiled), ChannelFault);
    }
    const doubled = new Uint8Array(padded.length * 2);
    doubled.set(padded);
    assert.throws(() => unpad(doubled), ChannelFault, "a larger step than needed");
  }));
  assert.throws(() => pad(new Uint8Array(MAX_PADDED_BYTES - 3)), ChannelFault);
  assert.equal(pad(new Uint8Array(MAX_PADDED_BYTES - 4)).length, MAX_PADDED_BYTES);
});

Deno.test("texts of one step of length have envelopes of one size", async () => {
  const sizes = await Promise.all(
    ["a", "b".repeat(40)].map(async (text) => (await seal(payload(text))).ciphertext.length),
  );
  assert.equal(new Set(sizes).size, 1);
});

Deno.test("the longest text, however it is escaped, fits into an envelope", async () => {
  for (const text of ["\u0001".repeat(MAX_TEXT), "🎈".repeat(MAX_TEXT), "é".repeat(MAX_TEXT)]) {
    const envelope = await seal(payload(text));
    assert.ok(JSON.stringify(Envelope.parse(envelope)).length <= MAX_ENVELOPE_BYTES);
    const opened = await openEnvelope(envelope, self);
    assert.ok(opened.kind === "message" && opened.body.text === text);
  }
});

Deno.test("payloads are checked on both ends [@covers pacerelle.widgets.kinds]", () => {
  const bad = [
    { ...payload(), v: 2 },
    { ...payload(), n: 0 },
    { ...payload(), kind: "order" },
    payload(""),
    payload("  \n"),
    payload("x".repeat(MAX_TEXT + 1)),
    payload("\ud800"),
    {
      ...payload(),
      kind: "widget",
      body: { format: "widget.standard", version: 1, kind: "confirm", title: "?" },
    },
    { ...payload(), kind: "nack", body: { reason: "missing" } },
    { ...payload(), kind: "receipt", body: { ids: [], state: "read" } },
  ];
  for (const content of bad) {
    assert.throws(() => encodePayload(content as Payload), ChannelFault);
    const raw = pad(new TextEncoder().encode(JSON.stringify(content)));
    assert.throws(() => decodePayload(raw), ChannelFault);
  }
  for (const raw of ["", "{", "null", "[]", '{"v":1}']) {
    assert.throws(() => decodePayload(pad(new TextEncoder().encode(raw))), ChannelFault);
  }
  assert.throws(() => decodePayload(pad(Uint8Array.of(0xff, 0xfe))), ChannelFault);
});

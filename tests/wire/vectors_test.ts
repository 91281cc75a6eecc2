/**
 * Published vectors, through the very functions that the channel uses.
 * @module
 */
import assert from "node:assert/strict";
import { fromHex, toBase64url, toHex, utf8 } from "../../wire/bytes.ts";
import { hkdf, hmac, sha256, verifyHmac } from "../../wire/hash.ts";
import { hpkeOpen, hpkeSeal, makeHpkeKeyPair } from "../../wire/hpke.ts";
import { identityFromSeed, verifySignature } from "../../wire/identity.ts";
import { fromBase64url } from "../../wire/bytes.ts";

// CFRG's vectors of RFC 9180: mode base, KEM 0x0020, KDF 0x0001, AEAD 0x0002, sequence number 0.
const HPKE = {
  info: "4f6465206f6e2061204772656369616e2055726e",
  ikmR: "dac33b0e9db1b59dbbea58d59a14e7b5896e9bdf98fad6891e99d1686492b9ee",
  skRm: "497b4502664cfea5d5af0b39934dac72242a74f8480451e1aee7d6a53320333d",
  pkRm: "430f4b9859665145a6b1ba274024487bd66f03a2dd577d7753c68d7d7d00c00c",
  enc: "6c93e09869df3402d7bf231bf540fadd35cd56be14f97178f0954db94b7fc256",
  aad: "436f756e742d30",
  pt: "4265617574792069732074727574682c20747275746820626561757479",
  ct: "e5d84cd531cfb583096e7cfa9641bd3079cf3a91cda813c52deb5f512be9931980a41de125a925cdad859d5b7a",
};

Deno.test("hpkeOpen() opens the vector of RFC 9180 for suite 1 [@covers pacerelle.channel.vectors]", async () => {
  const plaintext = await hpkeOpen({
    privateKey: fromHex(HPKE.skRm),
    enc: fromHex(HPKE.enc),
    info: fromHex(HPKE.info),
    aad: fromHex(HPKE.aad),
    ciphertext: fromHex(HPKE.ct),
  });
  assert.equal(toHex(plaintext), HPKE.pt);
});

Deno.test("makeHpkeKeyPair() derives the vector's keys, and hpkeSeal() seals to them", async () => {
  const pair = await makeHpkeKeyPair({ randomBytes: () => fromHex(HPKE.ikmR) });
  assert.equal(toHex(pair.publicKey), HPKE.pkRm);
  assert.equal(toHex(pair.privateKey), HPKE.skRm);
  const input = { info: fromHex(HPKE.info), aad: fromHex(HPKE.aad) };
  const sealed = await hpkeSeal({ ...input, publicKey: pair.publicKey, plaintext: fromHex(HPKE.pt) });
  assert.equal(
    toHex(await hpkeOpen({ ...input, ...sealed, privateKey: pair.privateKey })),
    HPKE.pt,
  );
});

Deno.test("hpkeSeal() refuses keys of small order", async () => {
  // RFC 7748 §6.1: their shared secret is all zeros, whoever holds which key.
  for (const key of ["00".repeat(32), "01" + "00".repeat(31)]) {
    await assert.rejects(hpkeSeal({
      publicKey: fromHex(key),
      info: utf8("i"),
      aad: utf8("a"),
      plaintext: utf8("p"),
    }));
  }
});

// RFC 8032 §7.1, TEST 1 to 3: seed, public key, message, signature.
const ED25519 = [
  [
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "",
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  ],
  [
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    "72",
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
  ],
  [
    "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
    "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    "af82",
    "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
  ],
] as const;

Deno.test("identityFromSeed() signs as RFC 8032 says", async () => {
  for (const [seed, key, message, signature] of ED25519) {
    const identity = await identityFromSeed(fromHex(seed));
    assert.equal(toHex(fromBase64url(identity.key)), key);
    const signed = await identity.sign(fromHex(message));
    assert.equal(toHex(fromBase64url(signed)), signature);
    assert.ok(await verifySignature(identity.key, signed, fromHex(message)));
    assert.ok(!(await verifySignature(identity.key, signed, fromHex(message + "00"))));
  }
});

Deno.test("verifySignature() answers false, and does not throw, for what is no key or signature", async () => {
  assert.equal(await verifySignature("", "", utf8("m")), false);
  assert.equal(await verifySignature("!", "A".repeat(86), utf8("m")), false);
  assert.equal(await verifySignature("A".repeat(43), "A".repeat(86), utf8("m")), false);
});

Deno.test("hkdf() gives RFC 5869's test cases 1 and 3", async () => {
  const first = await hkdf(
    fromHex("0b".repeat(22)),
    fromHex("000102030405060708090a0b0c"),
    fromHex("f0f1f2f3f4f5f6f7f8f9"),
    42,
  );
  assert.equal(
    toHex(first),
    "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
  );
  const third = await hkdf(fromHex("0b".repeat(22)), new Uint8Array(), new Uint8Array(), 42);
  assert.equal(
    toHex(third),
    "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
  );
});

Deno.test("hmac() gives RFC 4231's test case 2, sha256() FIPS 180-4's 'abc'", async () => {
  const key = utf8("Jefe");
  const message = utf8("what do ya want for nothing?");
  const mac = await hmac(key, message);
  assert.equal(toHex(mac), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  assert.ok(await verifyHmac(key, mac, message));
  assert.ok(!(await verifyHmac(key, mac, utf8("what do ya want for nothing!"))));
  assert.equal(
    toBase64url(await sha256(utf8("abc"))),
    toBase64url(fromHex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")),
  );
});

/**
 * Published answers for what the store uses of Web Crypto, and the store's own derivation against another implementation.
 * @covers pacerelle.store.vectors
 * @module
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createDecipheriv, hkdfSync } from "node:crypto";
import { deriveSubkey, importMasterKey, seal, unseal } from "../../../store/mailbox/sealing.ts";

const hex = (text: string) => new Uint8Array(Buffer.from(text, "hex"));
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** NIST's GCM submission, AES-256: test cases 13, 14, 15 and 16. */
const GCM = [
  {
    key: "00".repeat(32),
    iv: "00".repeat(12),
    plain: "",
    additional: "",
    sealed: "530f8afbc74536b9a963b4f1c4cb738b",
  },
  {
    key: "00".repeat(32),
    iv: "00".repeat(12),
    plain: "00".repeat(16),
    additional: "",
    sealed: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919",
  },
  {
    key: "feffe9928665731c6d6a8f9467308308".repeat(2),
    iv: "cafebabefacedbaddecaf888",
    plain: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72" +
      "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255",
    additional: "",
    sealed: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa" +
      "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad" +
      "b094dac5d93471bdec1a502270e3cc6c",
  },
  {
    key: "feffe9928665731c6d6a8f9467308308".repeat(2),
    iv: "cafebabefacedbaddecaf888",
    plain: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72" +
      "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
    additional: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
    sealed: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa" +
      "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b",
  },
];

/** RFC 5869, appendix A: test cases 1, 2 and 3 (SHA-256). */
const HKDF = [
  {
    ikm: "0b".repeat(22),
    salt: "000102030405060708090a0b0c",
    info: "f0f1f2f3f4f5f6f7f8f9",
    okm: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865",
  },
  {
    ikm: toHex(Uint8Array.from({ length: 80 }, (_, index) => index)),
    salt: toHex(Uint8Array.from({ length: 80 }, (_, index) => 0x60 + index)),
    info: toHex(Uint8Array.from({ length: 80 }, (_, index) => 0xb0 + index)),
    okm: "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c" +
      "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87",
  },
  {
    ikm: "0b".repeat(22),
    salt: "",
    info: "",
    okm: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8",
  },
];

Deno.test("seal() and unseal() give NIST's answers for AES-256-GCM", async () => {
  for (const { key, iv, plain, additional, sealed } of GCM) {
    const imported = await crypto.subtle.importKey("raw", hex(key), "AES-GCM", false, ["encrypt", "decrypt"]);
    assert.equal(toHex(await seal(imported, hex(iv), hex(plain), hex(additional))), sealed);
    const opened = await unseal(imported, hex(iv), hex(sealed), hex(additional));
    assert.equal(opened && toHex(opened), plain);
    const changed = hex(sealed);
    changed[0]! ^= 1;
    assert.equal(await unseal(imported, hex(iv), changed, hex(additional)), undefined);
  }
});

Deno.test("Web Crypto's HKDF-SHA-256 gives the answers of RFC 5869", async () => {
  for (const { ikm, salt, info, okm } of HKDF) {
    const key = await crypto.subtle.importKey("raw", hex(ikm), "HKDF", false, ["deriveBits"]);
    const algorithm = { name: "HKDF", hash: "SHA-256", salt: hex(salt), info: hex(info) };
    const bits = await crypto.subtle.deriveBits(algorithm, key, okm.length * 4);
    assert.equal(toHex(new Uint8Array(bits)), okm);
  }
});

Deno.test("deriveSubkey() is HKDF with the purpose as info, and gives a key that cannot be exported", async () => {
  const secret = hex("11".repeat(32));
  const salt = hex("22".repeat(32));
  const master = await importMasterKey(secret);
  for (const purpose of ["header", "segment"] as const) {
    const subkey = await deriveSubkey(master, salt, purpose);
    assert.equal(subkey.extractable, false);
    const sealed = await seal(subkey, new Uint8Array(12), hex("c0ffee"), hex("aa"));
    const other = Buffer.from(hkdfSync("sha256", secret, salt, `pacerelle/mailbox/1/${purpose}`, 32));
    const decipher = createDecipheriv("aes-256-gcm", other, new Uint8Array(12));
    decipher.setAAD(hex("aa"));
    decipher.setAuthTag(sealed.slice(3));
    assert.equal(toHex(Buffer.concat([decipher.update(sealed.slice(0, 3)), decipher.final()])), "c0ffee");
  }
  await assert.rejects(crypto.subtle.exportKey("raw", master));
});

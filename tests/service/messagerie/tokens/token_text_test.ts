/**
 * @covers messagerie.tokens.form
 */
import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import fc from "fast-check";
import { systemEnv } from "../../../../base/env.ts";
import {
  encodeSecret,
  formatToken,
  hashSecret,
  mintToken,
  parseAuthorization,
} from "../../../../service/messagerie/tokens/token_text.ts";

const SHOWN = { prefix: "k3v9x2ma", secret: "0".repeat(42) + "z" };
const TOKEN = formatToken(SHOWN);

Deno.test("mintToken() gives a token of the contract's shape, another each time", () => {
  const first = mintToken(systemEnv);
  match(formatToken(first), /^msg_[a-z0-9]{8}_[0-9A-Za-z]{43}$/);
  notEqual(first.secret, mintToken(systemEnv).secret);
});

Deno.test("mintToken() draws prefix characters evenly: a byte past 251 is thrown away", () => {
  const bytes = [[255, 254, 253, 252, 0, 1, 2, 251], [35, 36, 37, 38, 9, 9, 9, 9]];
  const minted = mintToken({
    randomBytes: (length) => length === 32 ? new Uint8Array(32) : Uint8Array.from(bytes.shift() ?? []),
  });
  equal(minted.prefix, "012zz012");
  equal(minted.secret, "0".repeat(43));
});

Deno.test("encodeSecret() is base 62 of the big-endian number, left-padded to 43", () => {
  equal(encodeSecret(new Uint8Array(32)), "0".repeat(43));
  const one = new Uint8Array(32);
  one[31] = 62;
  equal(encodeSecret(one), "0".repeat(41) + "10");
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  fc.assert(fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
    let value = 0n;
    for (const digit of encodeSecret(bytes)) value = value * 62n + BigInt(digits.indexOf(digit));
    equal(value.toString(16).padStart(64, "0"), bytes.toHex());
  }));
});

Deno.test("hashSecret() is the SHA-256 of the secret's characters", () => {
  equal(Buffer.from(hashSecret("abc")).toString("hex"), createHash("sha256").update("abc").digest("hex"));
});

Deno.test("parseAuthorization() takes Bearer in any case, with any blanks around", () => {
  for (const form of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `BEARER\t ${TOKEN} `, `  BeArEr   ${TOKEN}\t`]) {
    deepEqual(parseAuthorization(form), SHOWN, form);
  }
});

Deno.test("parseAuthorization() knows no other shape", () => {
  const others = [
    null,
    "",
    "Bearer",
    TOKEN,
    "Bearer ${MESSAGERIE_TOKEN}",
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN} x`,
    `Bearer ${TOKEN}, Bearer ${TOKEN}`,
    `Bearer "${TOKEN}"`,
    `Bearer ${TOKEN}0`,
    `Bearer ${TOKEN.slice(0, -1)}`,
    `Bearer ${TOKEN.toUpperCase()}`,
    `Bearer ${TOKEN.replace("k3v9", "K3v9")}`,
    `Bearer ${TOKEN.replace("z", "é")}`,
    `Bearer${TOKEN}`,
  ];
  for (const form of others) equal(parseAuthorization(form), null, String(form));
});

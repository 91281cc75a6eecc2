/**
 * Tokens.
 * @module
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../base/env.ts";
import { fromBase64url, fromHex, toBase64url, toHex } from "../../wire/bytes.ts";
import { ChannelFault } from "../../wire/fault.ts";
import { sha256 } from "../../wire/hash.ts";
import { deriveTokenSecrets, hashCredential, makeToken, parseToken } from "../../wire/token.ts";

const AGENT = `agent_${"0".repeat(32)}`;
const isMalformed = (error: unknown) => error instanceof ChannelFault && error.code === "TOKEN_MALFORMED";

Deno.test("makeToken() makes what parseToken() reads [@covers pacerelle.channel.token]", async () => {
  const seed = fromHex("00112233445566778899aabbccddeeff".repeat(2));
  const token = await makeToken({ randomBytes: () => seed.slice() });
  assert.match(token, /^pct1_[A-Za-z0-9_-]{48}$/);
  assert.deepEqual(await parseToken(token), seed);
  assert.equal(
    token,
    "pct1_" + toBase64url(Uint8Array.from([...seed, ...(await sha256(seed)).subarray(0, 4)])),
  );
});

Deno.test("parseToken() refuses a token with any one letter wrong, cut or added", async () => {
  const token = await makeToken(systemEnv);
  for (let index = 0; index < token.length; index++) {
    const wrong = token.slice(0, index) + (token[index] === "A" ? "B" : "A") + token.slice(index + 1);
    await assert.rejects(parseToken(wrong), isMalformed, `letter ${index}`);
  }
  for (const wrong of ["", token.slice(0, -1), token + "A", ` ${token}`, token.toUpperCase()]) {
    await assert.rejects(parseToken(wrong), isMalformed);
  }
});

Deno.test("deriveTokenSecrets() separates bearer from pairing key, and agent from agent", async () => {
  const token = await makeToken(systemEnv);
  const first = await deriveTokenSecrets(token, AGENT);
  const other = await deriveTokenSecrets(token, `agent_${"1".repeat(32)}`);
  const values = [first.bearer, toBase64url(first.pairingKey), other.bearer, toBase64url(other.pairingKey)];
  assert.equal(new Set(values).size, 4);
  assert.deepEqual(await deriveTokenSecrets(token, AGENT), first);
  assert.equal(first.bearerHash, toBase64url(await sha256(fromBase64url(first.bearer))));
  assert.equal(first.bearerHash, await hashCredential(first.bearer));
});

Deno.test("deriveTokenSecrets() gives the same secrets in every version: a known answer", async () => {
  const seed = new Uint8Array(32);
  const token = await makeToken({ randomBytes: () => seed });
  const { bearer, pairingKey } = await deriveTokenSecrets(token, AGENT);
  // From an independent HKDF (Python's hmac and hashlib).
  assert.equal(
    toHex(fromBase64url(bearer)),
    "998ea88263f20c536472d640f18f66310f3db7befd4b58fd52e04d462cb755e6",
  );
  assert.equal(toHex(pairingKey), "e31acf95b1690e2fa2945122cd2648908878dc2ad893de38cc64b352c79f70be");
});

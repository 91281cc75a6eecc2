/**
 * The curves in portable code are the platform's: what one makes, the other takes, bit for bit.
 * @covers pacerelle-web.device.curves
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../base/env.ts";
import { type Bytes, utf8 } from "../../wire/bytes.ts";
import { type Curves, hasPlatformCurves, platformCurves, useCurves } from "../../wire/curves.ts";
import { hpkeOpen, hpkeSeal, makeHpkeKeyPair } from "../../wire/hpke.ts";
import { identityFromSeed, verifySignature } from "../../wire/identity.ts";
import { portableCurves } from "../../wire/portable_curves.ts";

async function under<Result>(curves: Curves, work: () => Promise<Result>): Promise<Result> {
  useCurves(curves);
  try {
    return await work();
  } finally {
    useCurves(platformCurves);
  }
}

const BOTH = [platformCurves, portableCurves] as const;

Deno.test("identities of one seed are one, and each verifies the other's signatures", async () => {
  assert.ok(await hasPlatformCurves());
  const seed = systemEnv.randomBytes(32);
  const message = utf8("à signer");
  const [native, portable] = [
    await under(platformCurves, () => identityFromSeed(seed)),
    await under(portableCurves, () => identityFromSeed(seed)),
  ];
  assert.equal(portable.key, native.key);
  // Ed25519 signatures follow from key and message: the same bytes.
  const signature = await native.sign(message);
  assert.equal(await portable.sign(message), signature);
  for (const curves of BOTH) {
    await under(curves, async () => {
      assert.ok(await verifySignature(native.key, signature, message));
      assert.equal(await verifySignature(native.key, signature, utf8("autre")), false);
      assert.equal(await verifySignature("AA", signature, message), false);
      assert.equal(await verifySignature(native.key, "AA", message), false);
    });
  }
});

Deno.test("what one seals the other opens, and a changed bit stays unopened", async () => {
  const info = utf8("info");
  const aad = utf8("aad");
  const plaintext = utf8("bonjour");
  for (const sealer of BOTH) {
    for (const opener of BOTH) {
      const pair = await under(opener, () => makeHpkeKeyPair(systemEnv));
      const sealed = await under(
        sealer,
        () => hpkeSeal({ publicKey: pair.publicKey, info, aad, plaintext }),
      );
      const open = (ciphertext: Bytes) =>
        under(opener, () => hpkeOpen({ ...sealed, ciphertext, privateKey: pair.privateKey, info, aad }));
      assert.deepEqual(await open(sealed.ciphertext), plaintext);
      const changed = sealed.ciphertext.slice();
      changed[0]! ^= 1;
      await assert.rejects(open(changed));
    }
  }
});

Deno.test("a key pair of one random string is the same in both", async () => {
  const bytes = systemEnv.randomBytes(32);
  const env = { randomBytes: () => bytes.slice() };
  const [native, portable] = [
    await under(platformCurves, () => makeHpkeKeyPair(env)),
    await under(portableCurves, () => makeHpkeKeyPair(env)),
  ];
  assert.deepEqual(portable, native);
});

Deno.test("both refuse a public key of small order", async () => {
  for (const curves of BOTH) {
    await assert.rejects(under(curves, () =>
      hpkeSeal({
        publicKey: new Uint8Array(32),
        info: utf8(""),
        aad: utf8(""),
        plaintext: utf8("secret"),
      })));
  }
});

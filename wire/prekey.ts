/**
 * Prekeys: the keys that messages are sealed to. Each is signed by its endpoint's identity key; one-time ones are handed
 * out once and destroyed after reading, the last-resort one serves when they have run out.
 * @module
 */
import * as z from "zod/mini";
import type { Env } from "../base/env.ts";
import { type Bytes, fromBase64url, fromHex, toBase64url } from "./bytes.ts";
import { canonical } from "./canonical.ts";
import { ChannelFault } from "./fault.ts";
import { makeHpkeKeyPair, SUITE } from "./hpke.ts";
import { base64urlOf, type Identity, Signature, verifySignature } from "./identity.ts";
import { newShortId, ShortId } from "./ids.ts";
import { PREKEY_LIFETIME_MS } from "./limits.ts";

/** `expires` is in milliseconds since the Unix epoch: nobody seals to it afterwards. */
export const SignedPrekey = z.object({
  id: ShortId,
  suite: z.int().check(z.gte(1), z.lte(255)),
  public: base64urlOf(32),
  expires: z.int().check(z.gte(0)),
  lastResort: z.boolean(),
  signature: Signature,
});
export type SignedPrekey = z.output<typeof SignedPrekey>;

/** The private half, as an endpoint keeps it. */
export interface PrekeySecret {
  readonly id: string;
  /** base64url of 32 bytes. */
  readonly private: string;
  readonly expires: number;
  readonly lastResort: boolean;
}

const prekeyBytes = (endpoint: string, prekey: Omit<SignedPrekey, "signature">) =>
  canonical(
    "pacerelle/prekey/1",
    endpoint,
    fromHex(prekey.id),
    prekey.suite,
    fromBase64url(prekey.public),
    prekey.expires,
    prekey.lastResort ? 1 : 0,
  );

/** Makes a batch of `count` prekeys of `endpoint`. Keep the secrets durably before publishing the rest. */
export async function makePrekeys(
  env: Pick<Env, "randomBytes" | "now">,
  endpoint: string,
  identity: Identity,
  options: { readonly count: number; readonly lastResort: boolean },
): Promise<{ readonly prekeys: SignedPrekey[]; readonly secrets: PrekeySecret[] }> {
  const prekeys: SignedPrekey[] = [];
  const secrets: PrekeySecret[] = [];
  const { lastResort } = options;
  const expires = env.now() + PREKEY_LIFETIME_MS;
  for (let made = 0; made < options.count; made++) {
    const pair = await makeHpkeKeyPair(env);
    const id = newShortId(env);
    const prekey = { id, suite: SUITE, public: toBase64url(pair.publicKey), expires, lastResort };
    prekeys.push({ ...prekey, signature: await identity.sign(prekeyBytes(endpoint, prekey)) });
    secrets.push({ id, private: toBase64url(pair.privateKey), expires, lastResort });
  }
  return { prekeys, secrets };
}

/**
 * Checks a prekey that the relay handed out for `endpoint`, whose pinned identity key is `key`.
 * @throws {ChannelFault} PREKEY_FORGED, PREKEY_EXPIRED, PREKEY_UNSUPPORTED
 */
export async function verifyPrekey(
  prekey: SignedPrekey,
  endpoint: string,
  key: string,
  now: number,
): Promise<void> {
  let bytes: Bytes;
  try {
    bytes = prekeyBytes(endpoint, prekey);
  } catch (cause) {
    throw new ChannelFault("PREKEY_FORGED", { cause });
  }
  if (!(await verifySignature(key, prekey.signature, bytes))) throw new ChannelFault("PREKEY_FORGED");
  if (prekey.suite !== SUITE) throw new ChannelFault("PREKEY_UNSUPPORTED");
  if (prekey.expires <= now) throw new ChannelFault("PREKEY_EXPIRED");
}

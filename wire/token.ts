/**
 * An agent's token: made by the person's device, shown once, typed into the host's configuration. Two secrets are derived
 * from it: what the agent presents to the relay, and the key that authenticates the first contact. The relay gets the
 * hash of the first alone and can derive nothing (contract: channel, Keys and names).
 * @module
 */
import type { Env } from "../base/env.ts";
import { type Bytes, concat, equalBytes, fromBase64url, toBase64url, utf8 } from "./bytes.ts";
import { ChannelFault } from "./fault.ts";
import { hkdf, sha256 } from "./hash.ts";

const PREFIX = "pct1_";
const SEED_BYTES = 32;
const CHECK_BYTES = 4;

const checkOf = async (seed: Bytes) => (await sha256(seed)).subarray(0, CHECK_BYTES);

/** A new token: `pct1_` and base64url(seed ‖ first 4 bytes of SHA-256(seed)). */
export async function makeToken(env: Pick<Env, "randomBytes">): Promise<string> {
  const seed = env.randomBytes(SEED_BYTES);
  return PREFIX + toBase64url(concat(seed, await checkOf(seed)));
}

/**
 * The seed in a token.
 * @throws {ChannelFault} TOKEN_MALFORMED for anything else, a single wrong letter included.
 */
export async function parseToken(token: string): Promise<Bytes> {
  if (token.length !== PREFIX.length + 48 || !token.startsWith(PREFIX)) {
    throw new ChannelFault("TOKEN_MALFORMED");
  }
  let bytes: Bytes;
  try {
    bytes = fromBase64url(token.slice(PREFIX.length));
  } catch {
    throw new ChannelFault("TOKEN_MALFORMED");
  }
  const seed = bytes.slice(0, SEED_BYTES);
  if (!equalBytes(bytes.subarray(SEED_BYTES), await checkOf(seed))) throw new ChannelFault("TOKEN_MALFORMED");
  return seed;
}

/** What a token gives. */
export interface TokenSecrets {
  /** Presented to the relay by the agent; base64url of 32 bytes. */
  readonly bearer: string;
  /** What the relay keeps of it: {@linkcode hashCredential}. */
  readonly bearerHash: string;
  /** MAC key of the first contact; never leaves the person's devices and the agent. */
  readonly pairingKey: Bytes;
}

/**
 * Derives the secrets of `agent`'s token.
 * @throws {ChannelFault} TOKEN_MALFORMED
 */
export async function deriveTokenSecrets(token: string, agent: string): Promise<TokenSecrets> {
  const seed = await parseToken(token);
  const salt = utf8(agent);
  const bearer = toBase64url(await hkdf(seed, salt, utf8("relay-auth")));
  return {
    bearer,
    bearerHash: await hashCredential(bearer),
    pairingKey: await hkdf(seed, salt, utf8("pairing")),
  };
}

/**
 * SHA-256 of a bearer's or session's bytes, base64url: all that the relay keeps of it.
 * @throws {SyntaxError} when the credential is not base64url.
 */
export async function hashCredential(credential: string): Promise<string> {
  return toBase64url(await sha256(fromBase64url(credential)));
}

/**
 * A token as text: `msg_<prefix>_<secret>` (contract: messagerie §4). The prefix names it and may be shown; the secret is
 * 32 random bytes, of which only the SHA-256 is ever kept.
 * @module
 */
import { createHash } from "node:crypto";
import type { Env } from "../../../base/env.ts";

/** What every token and every prefix that is shown begins with. */
export const TOKEN_HEAD = "msg_";

const PREFIX_LENGTH = 8;
const PREFIX_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";
const SECRET_BYTES = 32;
/** 62 ** 43 > 2 ** 256: every 32 bytes fit in 43 digits. */
const SECRET_LENGTH = 43;
const SECRET_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const TOKEN = /^msg_([a-z0-9]{8})_([0-9A-Za-z]{43})$/;
/** RFC 6750, in any case and with any blanks around: some hosts rebuild the header by hand (mcp-wire habit 8). */
const BEARER = /^\s*bearer\s+(\S+)\s*$/i;

/** The parts of a token. */
export interface TokenText {
  /** Without its head. */
  readonly prefix: string;
  readonly secret: string;
}

/** The token as its owner pastes it. */
export function formatToken({ prefix, secret }: TokenText): string {
  return `${TOKEN_HEAD}${prefix}_${secret}`;
}

/**
 * The token in an `Authorization` header, or null when there is none of the right shape. A variable that a host left
 * unexpanded (`${MESSAGERIE_TOKEN}`) has no such shape (mcp-wire habit 9).
 */
export function parseAuthorization(header: string | null): TokenText | null {
  const [, prefix, secret] = TOKEN.exec(BEARER.exec(header ?? "")?.[1] ?? "") ?? [];
  return prefix === undefined || secret === undefined ? null : { prefix, secret };
}

/** 32 bytes as 43 base 62 digits, most significant first. */
export function encodeSecret(bytes: Uint8Array): string {
  let rest = bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
  let digits = "";
  for (; rest > 0n; rest /= 62n) digits = SECRET_ALPHABET.charAt(Number(rest % 62n)) + digits;
  return digits.padStart(SECRET_LENGTH, "0");
}

/** Eight characters, each as likely as another: bytes past the last whole 36 are thrown away. */
function randomPrefix(env: Pick<Env, "randomBytes">): string {
  let prefix = "";
  while (prefix.length < PREFIX_LENGTH) {
    for (const byte of env.randomBytes(PREFIX_LENGTH)) {
      if (byte < 252 && prefix.length < PREFIX_LENGTH) prefix += PREFIX_ALPHABET.charAt(byte % 36);
    }
  }
  return prefix;
}

/** A new token. */
export function mintToken(env: Pick<Env, "randomBytes">): TokenText {
  return { prefix: randomPrefix(env), secret: encodeSecret(env.randomBytes(SECRET_BYTES)) };
}

/** What is kept of a secret. */
export function hashSecret(secret: string): Uint8Array {
  return createHash("sha256").update(secret).digest();
}

/**
 * Passwords of people, kept as scrypt hashes: `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>`, the last two in base64url. The cost is
 * in the text, so that it can rise without locking anybody out.
 * @module
 */
import { Buffer } from "node:buffer";
import { scrypt, type ScryptOptions } from "node:crypto";
import { timingSafeEqual } from "@std/crypto/timing-safe-equal";
import type { Env } from "../../../base/env.ts";

/** What one hash costs: the parameters of scrypt. */
export interface HashCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** Computes a key from a password: the whole work of a hash. */
export type DeriveKey = (password: string, salt: Uint8Array, cost: HashCost) => Promise<Uint8Array>;

/** OWASP's parameters for scrypt at 32 MiB: N = 2^15, r = 8, p = 3, as strong as 128 MiB at p = 1. */
const COST: HashCost = { log2N: 15, r: 8, p: 3 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const HASH = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{16,})\$([\w-]{43})$/;
/** Twice what the cost needs: Node refuses exactly as much as it needs. */
const MAX_MEMORY = 256 * 1024 * 1024;

/** scrypt, off the event loop. */
export const deriveKey: DeriveKey = (password, salt, cost) => {
  const options: ScryptOptions = { N: 2 ** cost.log2N, r: cost.r, p: cost.p, maxmem: MAX_MEMORY };
  return new Promise((resolve, reject) =>
    // The same text typed on two machines may come composed or not.
    scrypt(password.normalize("NFC"), salt, KEY_BYTES, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    })
  );
};

/** What is kept of a password. */
export async function hashPassword(
  password: string,
  env: Pick<Env, "randomBytes">,
  derive: DeriveKey = deriveKey,
): Promise<string> {
  const salt = env.randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
  return ["scrypt", COST.log2N, COST.r, COST.p, text(salt), text(key)].join("$");
}

/** Whether this is the password; the same work is done when there is none to compare with. */
export async function verifyPassword(
  password: string,
  kept: string | null,
  derive: DeriveKey = deriveKey,
): Promise<boolean> {
  const [, log2N, r, p, salt, key] = HASH.exec(kept ?? "") ?? [];
  if (salt === undefined || key === undefined) {
    await derive(password, new Uint8Array(SALT_BYTES), COST);
    return false;
  }
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  return timingSafeEqual(
    await derive(password, Buffer.from(salt, "base64url"), cost),
    Buffer.from(key, "base64url"),
  );
}

/** Whether what is kept was made at another cost than today's, and is to be made anew when the password is next typed. */
export function isOutdated(kept: string): boolean {
  return !kept.startsWith(`scrypt$${COST.log2N}$${COST.r}$${COST.p}$`);
}

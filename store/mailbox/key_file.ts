/**
 * The key file: 32 random bytes and a name for them (bytes: docs/state-file.md).
 * @module
 */
import type { Env } from "../../base/env.ts";
import { type Bytes, concat, sameBytes, sha256, utf8 } from "./bytes.ts";
import { importMasterKey } from "./sealing.ts";

const MAGIC = utf8("PCRLKEY1");
const ID_AT = 8;
const SECRET_AT = 24;
const CHECK_AT = 56;
/** Size of the key file. */
export const KEY_FILE_BYTES = 64;

/** A key ready for use; its bytes are not to be had from it. */
export interface MasterKey {
  readonly id: Bytes;
  readonly key: CryptoKey;
}

/** The content of a new key file. */
export async function makeKeyFile(env: Pick<Env, "randomBytes">): Promise<Bytes> {
  const body = concat(MAGIC, env.randomBytes(SECRET_AT - ID_AT), env.randomBytes(CHECK_AT - SECRET_AT));
  return concat(body, await checkOf(body));
}

/** Reads a key file and wipes `bytes`; undefined when it is no whole key file. */
export async function parseKeyFile(bytes: Bytes): Promise<MasterKey | undefined> {
  const whole = bytes.length === KEY_FILE_BYTES && sameBytes(bytes.subarray(0, ID_AT), MAGIC) &&
    sameBytes(bytes.subarray(CHECK_AT), await checkOf(bytes.slice(0, CHECK_AT)));
  const parsed = whole
    ? {
      id: bytes.slice(ID_AT, SECRET_AT),
      key: await importMasterKey(bytes.subarray(SECRET_AT, CHECK_AT)),
    }
    : undefined;
  bytes.fill(0);
  return parsed;
}

/** Tells a damaged key file from one that belongs to another state. */
async function checkOf(body: Bytes): Promise<Bytes> {
  return (await sha256(body)).slice(0, KEY_FILE_BYTES - CHECK_AT);
}

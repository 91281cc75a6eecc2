/**
 * The first 128 bytes of the state file, authenticated as a whole (bytes: docs/state-file.md).
 * @module
 */
import type { Env } from "../../base/env.ts";
import { type Bytes, concat, sameBytes, sha256, utf8, viewOf } from "./bytes.ts";
import type { MasterKey } from "./key_file.ts";
import type { MailboxReason } from "./mailbox_refusal.ts";
import { authenticate, authenticates, deriveSubkey, SALT_BYTES, SUITE, TAG_BYTES } from "./sealing.ts";

const MAGIC = utf8("PCRLBOX1");
const VERSION = 1;
const VERSION_AT = 8;
const SUITE_AT = 10;
const KEY_ID_AT = 16;
const GENERATION_AT = 32;
const SEQUENCE_AT = 40;
const OWNER_AT = 48;
const SALT_AT = 80;
const TAG_AT = 112;
/** Size of the header; the first frame follows. */
export const HEADER_BYTES = TAG_AT + TAG_BYTES;
/** The header's subkey is used once, so its nonce is constant. */
const NONCE = new Uint8Array(12);

/** What a header says. */
export interface StateHeader {
  readonly generation: number;
  /** Records ever appended before this generation was begun. */
  readonly sequence: number;
  /** The link that the first frame is bound to. */
  readonly tag: Bytes;
}

/** The header of a new generation, under a subkey of its own. */
export async function makeHeader(
  master: MasterKey,
  facts: { readonly generation: number; readonly sequence: number; readonly ownerId: string },
  env: Pick<Env, "randomBytes">,
): Promise<{ readonly bytes: Bytes; readonly header: StateHeader }> {
  const salt = env.randomBytes(SALT_BYTES);
  const body = new Uint8Array(TAG_AT);
  const view = viewOf(body);
  body.set(MAGIC, 0);
  view.setUint16(VERSION_AT, VERSION);
  view.setUint16(SUITE_AT, SUITE);
  body.set(master.id, KEY_ID_AT);
  view.setBigUint64(GENERATION_AT, BigInt(facts.generation));
  view.setBigUint64(SEQUENCE_AT, BigInt(facts.sequence));
  body.set(await ownerHash(facts.ownerId), OWNER_AT);
  body.set(salt, SALT_AT);
  const tag = await authenticate(await deriveSubkey(master.key, salt, "header"), NONCE, body);
  return {
    bytes: concat(body, tag),
    header: { generation: facts.generation, sequence: facts.sequence, tag },
  };
}

/** Reads and checks a header, or says what is wrong with it. */
export async function parseHeader(
  bytes: Bytes,
  master: MasterKey,
  ownerId: string,
): Promise<StateHeader | MailboxReason> {
  if (bytes.length !== HEADER_BYTES || !sameBytes(bytes.subarray(0, VERSION_AT), MAGIC)) {
    return "state-damaged";
  }
  const view = viewOf(bytes);
  // Another version may authenticate in another way: its number is all that can be read.
  if (view.getUint16(VERSION_AT) !== VERSION || view.getUint16(SUITE_AT) !== SUITE) return "newer-format";
  if (!sameBytes(bytes.subarray(KEY_ID_AT, GENERATION_AT), master.id)) return "key-mismatch";
  const subkey = await deriveSubkey(master.key, bytes.slice(SALT_AT, TAG_AT), "header");
  const authentic = await authenticates(subkey, NONCE, bytes.slice(TAG_AT), bytes.slice(0, TAG_AT));
  if (!authentic) return "state-damaged";
  if (!sameBytes(bytes.subarray(OWNER_AT, SALT_AT), await ownerHash(ownerId))) return "other-owner";
  return {
    generation: Number(view.getBigUint64(GENERATION_AT)),
    sequence: Number(view.getBigUint64(SEQUENCE_AT)),
    tag: bytes.slice(TAG_AT),
  };
}

function ownerHash(ownerId: string): Promise<Bytes> {
  return sha256(utf8(`pacerelle/mailbox/1/owner\n${ownerId}`));
}

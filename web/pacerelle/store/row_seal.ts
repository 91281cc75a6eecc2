/**
 * The rows of a device's journal, sealed: AES-256-GCM under a key that no script can read. A row is bound to its generation,
 * its place and the row before it, so that none can be moved, left out or replaced by an older one unnoticed.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import { type Bytes, fromUtf8, utf8 } from "../../../wire/bytes.ts";
import { canonical } from "../../../wire/canonical.ts";
import { refuseStorage } from "./storage_refusals.ts";

const TAG_BYTES = 16;
/**
 * Nonces are random: a profile that was restored from a backup would count again where it had counted before. With 96 bits
 * two of a billion rows are alike with a chance of one in 10^11.
 */
const NONCE_BYTES = 12;

/** What comes before the first row of a generation. */
export const FIRST_LINK: Bytes = new Uint8Array(TAG_BYTES);

/** A row as the database has it. */
export interface SealedRow {
  readonly nonce: Bytes;
  readonly text: Bytes;
}

/** Where a row stands. */
export interface RowPlace {
  readonly generation: number;
  /** From 0. */
  readonly index: number;
  /** {@linkcode linkOf} of the row before. */
  readonly link: Bytes;
}

/** A new key, which never leaves the browser's own keeping. */
export function makeSealKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

const placed = ({ generation, index, link }: RowPlace) =>
  canonical("pacerelle/device-row/1", generation, index, link);

export async function sealRow(
  env: Pick<Env, "randomBytes">,
  key: CryptoKey,
  place: RowPlace,
  text: string,
): Promise<SealedRow> {
  const nonce = env.randomBytes(NONCE_BYTES);
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv: nonce, additionalData: placed(place) },
    key,
    utf8(text),
  );
  return { nonce, text: new Uint8Array(sealed) };
}

/** @throws {Refusal} STORAGE_DAMAGED when it is not this place's row under this key */
export async function openRow(key: CryptoKey, place: RowPlace, row: SealedRow): Promise<string> {
  try {
    const opened = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: row.nonce, additionalData: placed(place) },
      key,
      row.text,
    );
    return fromUtf8(new Uint8Array(opened));
  } catch {
    throw refuseStorage("STORAGE_DAMAGED", { row: place.index });
  }
}

/** What the next row is bound to: the tag of this one. */
export function linkOf(row: SealedRow): Bytes {
  return row.text.slice(-TAG_BYTES);
}

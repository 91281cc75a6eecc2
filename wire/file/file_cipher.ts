/**
 * A file sealed in chunks: the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015) over AES-256-GCM, under a key
 * made for this file alone. The nonce of a chunk is its place and whether it is the last one, so that chunks that are cut
 * off, moved or taken from another file do not open.
 *
 * A key seals one content, ever: what was sealed is kept and sent again as it is, never sealed again from a file that may
 * have changed meanwhile.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { Attachment } from "../attachment.ts";
import { type Bytes, concat, fromBase64url, fromHex, toBase64url, utf8 } from "../bytes.ts";
import { canonical } from "../canonical.ts";
import { ChannelFault } from "../fault.ts";
import { hkdf, sha256 } from "../hash.ts";
import { newShortId } from "../ids.ts";
import { type FileLayout, fileLayout } from "./layout.ts";

/** What it takes to seal or open a file. */
export type FileSecret = Pick<Attachment, "id" | "key" | "size">;

/** A new file of `size` bytes. */
export function newFileSecret(env: Pick<Env, "randomBytes">, size: number): FileSecret {
  return { id: newShortId(env), key: toBase64url(env.randomBytes(32)), size };
}

/** Prefix of nonces: nothing, since the key is the file's own. */
const PREFIX = new Uint8Array(7);

function place(index: number, last: boolean): Bytes {
  const bytes = new Uint8Array(5);
  new DataView(bytes.buffer).setUint32(0, index);
  bytes[4] = last ? 1 : 0;
  return bytes;
}

/** Seals and opens the chunks of one file. */
export class FileCipher {
  readonly layout: FileLayout;
  readonly #secret: FileSecret;
  readonly #key: CryptoKey;

  private constructor(secret: FileSecret, key: CryptoKey) {
    this.#secret = secret;
    this.#key = key;
    this.layout = fileLayout(secret.size);
  }

  static async of(secret: FileSecret): Promise<FileCipher> {
    const bytes = await hkdf(fromBase64url(secret.key), fromHex(secret.id), utf8("pacerelle/file/1"));
    const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
    return new FileCipher(secret, key);
  }

  /** First byte and number of bytes of the content that chunk `index` holds; none in a chunk that only pads. */
  range(index: number): { readonly offset: number; readonly length: number } {
    const offset = Math.min(index * this.layout.chunkBytes, this.#secret.size);
    return { offset, length: Math.min(this.layout.chunkBytes, this.#secret.size - offset) };
  }

  /** @throws {RangeError} when `content` is not as long as the chunk's range */
  async seal(index: number, content: Uint8Array): Promise<Bytes> {
    if (content.length !== this.range(index).length) throw new RangeError("not the content of this chunk");
    const padded = new Uint8Array(this.layout.chunkBytes);
    padded.set(content);
    return new Uint8Array(await crypto.subtle.encrypt(this.#parameters(index), this.#key, padded));
  }

  /** The content of a chunk. @throws {ChannelFault} FILE_ALTERED */
  async open(index: number, sealed: Bytes): Promise<Bytes> {
    if (sealed.length !== this.layout.sealedBytes) throw new ChannelFault("FILE_ALTERED");
    let padded: Bytes;
    try {
      padded = new Uint8Array(await crypto.subtle.decrypt(this.#parameters(index), this.#key, sealed));
    } catch {
      throw new ChannelFault("FILE_ALTERED");
    }
    const { length } = this.range(index);
    if (padded.subarray(length).some((byte) => byte !== 0)) throw new ChannelFault("FILE_ALTERED");
    return padded.subarray(0, length);
  }

  #parameters(index: number): AesGcmParams {
    const at = place(index, index === this.layout.chunks - 1);
    const { id, size } = this.#secret;
    return {
      name: "AES-GCM",
      iv: concat(PREFIX, at),
      additionalData: canonical("pacerelle/file-chunk/1", fromHex(id), size, index),
    };
  }
}

/** The hash that a message tells: of the SHA-256 of each sealed chunk, in their order. */
export async function fileHash(
  { id, size }: Pick<FileSecret, "id" | "size">,
  chunks: readonly Bytes[],
): Promise<string> {
  return toBase64url(
    await sha256(canonical("pacerelle/file/1", fromHex(id), size, chunks.length, ...chunks)),
  );
}

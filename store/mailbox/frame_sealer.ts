/**
 * Makes frames, one after the other. Each is bound to the tag of the one before it, back to the header, so that none
 * can be moved, doubled, left out or taken from another file. A sealer starts a segment with a fresh salt before its
 * first frame and is thrown away after a failed write, so no place of the file ever sees a nonce twice under a key.
 * @module
 */
import type { Env } from "../../base/env.ts";
import { type Bytes, concat, utf8 } from "./bytes.ts";
import { BODY_AT, type BodyKind, FRAME_OVERHEAD, GRID_BYTES, makeHead, nonceOf } from "./frame.ts";
import { authenticate, deriveSubkey, SALT_BYTES, seal, TAG_BYTES } from "./sealing.ts";

const SPACE = 0x20;

/** Seals frames in file order. Calls must not overlap. */
export class FrameSealer {
  readonly #master: CryptoKey;
  readonly #env: Pick<Env, "randomBytes">;
  #link: Bytes;
  #subkey: CryptoKey | undefined;
  #counter = 0;

  /** `link` is the tag of the last frame in the file, or of the header. */
  constructor(master: CryptoKey, env: Pick<Env, "randomBytes">, link: Bytes) {
    this.#master = master;
    this.#env = env;
    this.#link = link;
  }

  /** The tag of the last frame made. */
  get link(): Bytes {
    return this.#link;
  }

  /** The bytes to write next for `text`, which is JSON: it is padded with spaces, and JSON ignores them. */
  async seal(kind: BodyKind, text: string): Promise<Bytes> {
    if (this.#subkey !== undefined) return await this.#sealUnder(this.#subkey, kind, text);
    const salt = this.#env.randomBytes(SALT_BYTES);
    const subkey = this.#subkey = await deriveSubkey(this.#master, salt, "segment");
    const start = await this.#startSegment(subkey, salt);
    return concat(start, await this.#sealUnder(subkey, kind, text));
  }

  async #startSegment(subkey: CryptoKey, salt: Bytes): Promise<Bytes> {
    const head = makeHead(GRID_BYTES, "segment");
    const rest = concat(salt, new Uint8Array(GRID_BYTES - BODY_AT - SALT_BYTES));
    const tag = await authenticate(subkey, nonceOf("head", this.#counter++), this.#link, head, rest);
    this.#link = tag;
    return concat(head, tag, rest);
  }

  async #sealUnder(subkey: CryptoKey, kind: BodyKind, text: string): Promise<Bytes> {
    const content = utf8(text);
    const size = Math.ceil((content.length + FRAME_OVERHEAD) / GRID_BYTES) * GRID_BYTES;
    const plain = new Uint8Array(size - FRAME_OVERHEAD).fill(SPACE, content.length);
    plain.set(content);
    const counter = this.#counter++;
    const head = makeHead(size, kind);
    const headTag = await authenticate(subkey, nonceOf("head", counter), this.#link, head);
    const body = await seal(subkey, nonceOf("body", counter), plain, concat(this.#link, head, headTag));
    this.#link = body.slice(body.length - TAG_BYTES);
    return concat(head, headTag, body);
  }
}

/**
 * Reads frames back, in windows, and judges the end of the file: a tail that a crash left half written is told from
 * one that someone or something has changed (contract: pacerelle §2).
 * @module
 */
import { type Bytes, concat } from "./bytes.ts";
import { readFully } from "./file_io.ts";
import { BODY_AT, FRAME_KINDS, GRID_BYTES, HEAD_BYTES, nonceOf, readHead } from "./frame.ts";
import type { MailboxFile } from "./mailbox_fs.ts";
import { authenticates, deriveSubkey, SALT_BYTES, TAG_BYTES, unseal } from "./sealing.ts";

/** Read at once: large enough for speed, small enough not to hold others up. */
const WINDOW_BYTES = 1024 * 1024;
/** A disk writes this much or nothing. */
const SECTOR_BYTES = 512;

/** A frame that authenticates. `text` is empty for the start of a segment. */
export interface Frame {
  readonly kind: number;
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

/** Why reading stopped before the end of the file. */
export type TailFault = "torn" | "damaged";

/** Where a frame stands, and what it has to be bound to. */
interface Place {
  readonly at: number;
  readonly link: Bytes;
  readonly subkey: CryptoKey | undefined;
  readonly counter: number;
}

interface OpeningFrame {
  readonly kind: number;
  readonly at: number;
  /** Undefined when it does not authenticate. Never rejects. */
  readonly text: Promise<string | undefined>;
  readonly next: Place;
}

/** Walks from a place in the file; can be asked again when the file has grown. */
export class FrameReader {
  readonly #file: MailboxFile;
  readonly #master: CryptoKey;
  #place: Place;

  /** `at` is where the first frame begins, `link` the header's tag. */
  constructor(file: MailboxFile, master: CryptoKey, at: number, link: Bytes) {
    this.#file = file;
    this.#master = master;
    this.#place = { at, link, subkey: undefined, counter: 0 };
  }

  /** The end of the last whole frame. */
  get end(): number {
    return this.#place.at;
  }

  /** The tag of the last whole frame. */
  get link(): Bytes {
    return this.#place.link;
  }

  /** Gives the whole frames before `size`; returns what stopped it, or undefined at a clean end. */
  async *read(size: number): AsyncGenerator<Frame, TailFault | undefined> {
    let window = WINDOW_BYTES;
    while (this.end < size) {
      const bytes = await readFully(this.#file, this.end, Math.min(window, size - this.end));
      const first = bytes.length < GRID_BYTES ? 0 : readHead(bytes, 0).size;
      if (first > bytes.length && this.end + first <= size) {
        window = first;
        continue;
      }
      window = WINDOW_BYTES;
      const opening = await this.#open(bytes);
      if (opening.length === 0) return await this.#judge(size);
      for (const { kind, at, text, next } of opening) {
        const opened = await text;
        if (opened === undefined) return await this.#judge(size);
        this.#place = next;
        yield { kind, at, end: next.at, text: opened };
      }
    }
    return undefined;
  }

  /** Starts to open all that stands whole in a window: the link that a frame needs is in the bytes before it. */
  async #open(bytes: Bytes): Promise<readonly OpeningFrame[]> {
    const opening: OpeningFrame[] = [];
    let place = this.#place;
    for (let at = 0; at + GRID_BYTES <= bytes.length;) {
      const { size, kind } = readHead(bytes, at);
      if (size === 0 || at + size > bytes.length) break;
      const frame = bytes.subarray(at, at + size);
      const frameAt = place.at;
      const step = kind === FRAME_KINDS.segment
        ? await this.#openSegment(frame, place)
        : openBody(frame, place);
      opening.push({ kind, at: frameAt, ...step });
      place = step.next;
      at += size;
    }
    return opening;
  }

  async #openSegment(frame: Bytes, place: Place): Promise<Pick<OpeningFrame, "text" | "next">> {
    const { head, tag, rest } = split(frame);
    const subkey = await deriveSubkey(this.#master, rest.slice(0, SALT_BYTES), "segment");
    const whole = frame.length === GRID_BYTES &&
      await authenticates(subkey, nonceOf("head", 0), tag, place.link, head, rest);
    return {
      text: Promise.resolve(whole ? "" : undefined),
      next: { at: place.at + frame.length, link: tag, subkey, counter: 1 },
    };
  }

  /** What stopped at the present place: the last write cut by a crash, or damage. */
  async #judge(size: number): Promise<TailFault> {
    const { at, link, subkey, counter } = this.#place;
    const rest = size - at;
    if (rest < GRID_BYTES) return "torn";
    const { head, tag } = split(await readFully(this.#file, at, GRID_BYTES));
    const end = at + readHead(head, 0).size;
    if (subkey && await authenticates(subkey, nonceOf("head", counter), tag, link, head)) {
      // Its size is true. Short of it: the write was cut. The last one, with a sector never written: so was it.
      if (end > size) return "torn";
      return end === size && await this.#has(at, end, SECTOR_BYTES, "some") ? "torn" : "damaged";
    }
    // Not even its head was written: a file that grew before its content came is zeros to the end.
    return await this.#has(at, size, SECTOR_BYTES, "every") ? "torn" : "damaged";
  }

  /** Whether some or every sector's part between two offsets is all zeros. */
  async #has(from: number, to: number, sector: number, rule: "some" | "every"): Promise<boolean> {
    for (let at = from; at < to;) {
      const end = Math.min(to, (Math.floor(at / sector) + 1) * sector);
      const zero = (await readFully(this.#file, at, end - at)).every((byte) => byte === 0);
      if (zero === (rule === "some")) return zero;
      at = end;
    }
    return rule === "every";
  }
}

function split(frame: Bytes): { readonly head: Bytes; readonly tag: Bytes; readonly rest: Bytes } {
  return {
    head: frame.slice(0, HEAD_BYTES),
    tag: frame.slice(HEAD_BYTES, BODY_AT),
    rest: frame.slice(BODY_AT),
  };
}

function openBody(frame: Bytes, place: Place): Pick<OpeningFrame, "text" | "next"> {
  const { link, subkey, counter } = place;
  const bound = concat(link, frame.subarray(0, BODY_AT));
  const open = async () => {
    const plain = subkey && await unseal(subkey, nonceOf("body", counter), frame.subarray(BODY_AT), bound);
    return plain && new TextDecoder().decode(plain);
  };
  const next = {
    at: place.at + frame.length,
    link: frame.slice(frame.length - TAG_BYTES),
    subkey,
    counter: counter + 1,
  };
  return { text: open(), next };
}

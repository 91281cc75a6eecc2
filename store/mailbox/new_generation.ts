/**
 * A new generation of the state file while it is written under its draft name, in slices, and read back before it
 * may take the place of the one before (contract: pacerelle §2).
 * @module
 */
import type { Env } from "../../base/env.ts";
import { writeFully } from "./file_io.ts";
import type { BodyKind } from "./frame.ts";
import { FrameReader } from "./frame_reader.ts";
import { FrameSealer } from "./frame_sealer.ts";
import { sameBytes } from "./bytes.ts";
import type { MasterKey } from "./key_file.ts";
import type { MailboxFile, MailboxFs } from "./mailbox_fs.ts";
import { HEADER_BYTES, makeHeader, type StateHeader } from "./state_header.ts";

/** Text sealed at once: what other work waits for at most, well below a millisecond. */
const SLICE_CHARS = 64 * 1024;
/** Written between two fsyncs, so that none of them holds the disk for long. */
const SYNC_BYTES = 1024 * 1024;

/** One draft. Calls must not overlap. */
export class NewGeneration {
  readonly file: MailboxFile;
  readonly header: StateHeader;
  readonly sealer: FrameSealer;
  readonly #reader: FrameReader;
  #end = HEADER_BYTES;
  #synced = 0;
  #snapshotEnd = 0;

  private constructor(file: MailboxFile, header: StateHeader, master: MasterKey, env: Env) {
    this.file = file;
    this.header = header;
    this.sealer = new FrameSealer(master.key, env, header.tag);
    this.#reader = new FrameReader(file, master.key, HEADER_BYTES, header.tag);
  }

  /** Starts a draft at `path`, over what a crash may have left there. */
  static async begin(
    fs: MailboxFs,
    path: string,
    master: MasterKey,
    facts: { readonly generation: number; readonly sequence: number; readonly ownerId: string },
    env: Env,
  ): Promise<NewGeneration> {
    await fs.remove(path);
    const { bytes, header } = await makeHeader(master, facts, env);
    const file = await fs.open(path, "create");
    try {
      await writeFully(file, 0, bytes);
      return new NewGeneration(file, header, master, env);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Bytes written. */
  get end(): number {
    return this.#end;
  }

  /** Where the snapshot ends and batches begin. */
  get snapshotEnd(): number {
    return this.#snapshotEnd;
  }

  /** Writes the snapshot in slices; `proceed` is asked before each and throws to give up. */
  async addSnapshot(records: Iterable<unknown>, proceed: () => void): Promise<void> {
    let slice: string[] = [];
    let chars = 0;
    const flush = async () => {
      proceed();
      await this.#put("snapshot", `[${slice.join(",")}]`);
      slice = [];
      chars = 0;
    };
    for (const record of records) {
      const text = JSON.stringify(record);
      slice.push(text);
      chars += text.length;
      if (chars >= SLICE_CHARS) await flush();
    }
    if (slice.length > 0) await flush();
    await this.endSnapshot();
  }

  /** Marks the snapshot as whole: a file without this mark is never taken for a state. */
  async endSnapshot(): Promise<void> {
    await this.#put("snapshotEnd", "[]");
    this.#snapshotEnd = this.#end;
  }

  /** Carries batches over, each a JSON array; several share a frame, which costs less than each did. */
  async addBatches(texts: readonly string[]): Promise<void> {
    let slice: string[] = [];
    let chars = 0;
    for (const [index, text] of texts.entries()) {
      slice.push(text.slice(1, -1));
      chars += text.length;
      if (chars < SLICE_CHARS && index < texts.length - 1) continue;
      await this.#put("batch", `[${slice.join(",")}]`);
      slice = [];
      chars = 0;
    }
  }

  /** Brings all to the disk and reads back what was not yet. @throws {Error} when it is not what was written */
  async settle(): Promise<void> {
    await this.file.sync();
    this.#synced = this.#end;
    const frames = this.#reader.read(this.#end);
    while (!(await frames.next()).done);
    const same = this.#reader.end === this.#end && sameBytes(this.#reader.link, this.sealer.link) &&
      await this.file.size() === this.#end;
    if (!same) throw new Error("the new generation does not read back as written");
  }

  async #put(kind: BodyKind, text: string): Promise<void> {
    const bytes = await this.sealer.seal(kind, text);
    await writeFully(this.file, this.#end, bytes);
    this.#end += bytes.length;
    if (this.#end - this.#synced < SYNC_BYTES) return;
    await this.file.sync();
    this.#synced = this.#end;
  }
}

/**
 * The open journal: a queue whose batches share one write and one fsync, and a compaction that goes on beside it.
 *
 * Always true: `apply` sees a batch after its fsync and before its caller; after a failed write nothing more is
 * written or promised until the journal is opened again, because nobody can say what a failed fsync left on the disk.
 * @module
 */
import { Buffer } from "node:buffer";
import { writeFully } from "./file_io.ts";
import type { FrameSealer } from "./frame_sealer.ts";
import { type CompactionRule, type Journal, type JournalOptions, MAX_BATCH_BYTES } from "./journal.ts";
import type { MasterKey } from "./key_file.ts";
import type { MailboxFile, MailboxFs } from "./mailbox_fs.ts";
import { mailboxRefusal } from "./mailbox_refusal.ts";
import { NewGeneration } from "./new_generation.ts";
import type { StateFolder } from "./state_folder.ts";
import { HEADER_BYTES } from "./state_header.ts";

/** Batches that wait are written together up to this size. */
const GROUP_BYTES = 1024 * 1024;
/** As many dead bytes as live ones, and a file that is worth it: each byte is rewritten about once. */
const DEFAULT_RULE: CompactionRule = Object.freeze({ ratio: 1, floorBytes: 1024 * 1024 });
/** Batches that the end of a compaction may carry over while others wait. */
const CARRY_LAST = 8;
/** How often it tries to come down to that number; batches are carried faster than they come. */
const CARRY_ROUNDS = 4;

/** The file that batches go to. */
export interface LiveFile {
  readonly file: MailboxFile;
  readonly sealer: FrameSealer;
  readonly generation: number;
  readonly snapshotEnd: number;
}

interface Waiting<Value> {
  readonly records: readonly Value[];
  /** The records' JSON, separated by commas. */
  readonly text: string;
  readonly bytes: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** See {@linkcode Journal}. */
export class SealedJournal<Value> implements Journal<Value> {
  readonly folder: string;
  readonly #options: JournalOptions<Value>;
  readonly #fs: MailboxFs;
  readonly #paths: StateFolder;
  readonly #master: MasterKey;
  readonly #rule: CompactionRule;
  #live: LiveFile;
  #end: number;
  #sequence: number;
  #queue: Waiting<Value>[] = [];
  #pumping: Promise<void> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #compacting: Promise<void> | undefined;
  /** Batches stored since a running compaction took its snapshot. */
  #carry: string[] | undefined;
  /** No compaction of its own accord below this size: set after a failed one. */
  #notBelow = 0;
  /** Why nothing may be written any more. */
  #broken: unknown;
  #closing: Promise<void> | undefined;

  constructor(
    options: JournalOptions<Value>,
    fs: MailboxFs,
    paths: StateFolder,
    master: MasterKey,
    live: LiveFile,
    place: { readonly end: number; readonly sequence: number },
  ) {
    this.folder = paths.path;
    this.#options = options;
    this.#fs = fs;
    this.#paths = paths;
    this.#master = master;
    this.#rule = options.compaction ?? DEFAULT_RULE;
    this.#live = live;
    this.#end = place.end;
    this.#sequence = place.sequence;
    this.#compactIfDue();
  }

  get generation(): number {
    return this.#live.generation;
  }

  get sequence(): number {
    return this.#sequence;
  }

  get bytes(): number {
    return this.#end;
  }

  async append(records: readonly Value[]): Promise<void> {
    const texts = records.map((record) => {
      const text = JSON.stringify(record) as string | undefined;
      if (text === undefined) throw new TypeError("a record must be a JSON value");
      return text;
    });
    const text = texts.join(",");
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_BATCH_BYTES) throw new RangeError(`a batch holds at most ${MAX_BATCH_BYTES} bytes`);
    const refusal = this.#refusal();
    if (refusal !== undefined) throw refusal;
    if (records.length === 0) return;
    await new Promise<void>((resolve, reject) => {
      this.#queue.push({ records, text, bytes, resolve, reject });
      this.#pumping ??= this.#pump();
    });
  }

  compact(): Promise<void> {
    const refusal = this.#refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    return this.#compacting ??= this.#rewrite().finally(() => this.#compacting = undefined);
  }

  close(): Promise<void> {
    return this.#closing ??= this.#close();
  }

  async #close(): Promise<void> {
    await this.#pumping;
    await this.#compacting?.catch(() => {});
    await this.#live.file.close();
  }

  /** Why nothing new is taken. */
  #refusal(): unknown {
    return this.#broken ?? (this.#closing && mailboxRefusal("closed", this.folder));
  }

  /** One at a time: batches, the start of a compaction and its end. */
  #exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  async #pump(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#exclusive(() => this.#commit());
      this.#compactIfDue();
    }
    this.#pumping = undefined;
  }

  #takeGroup(): readonly Waiting<Value>[] {
    let bytes = 0;
    let count = 0;
    for (const waiting of this.#queue) {
      bytes += waiting.bytes;
      if (count > 0 && bytes > GROUP_BYTES) break;
      count++;
    }
    return this.#queue.splice(0, count);
  }

  async #commit(): Promise<void> {
    const group = this.#takeGroup();
    try {
      if (this.#broken !== undefined) throw this.#broken;
      const text = `[${group.map((waiting) => waiting.text).join(",")}]`;
      await this.#store(text);
      for (const { records } of group) {
        this.#sequence += records.length;
        for (const record of records) this.#options.apply(record);
      }
      this.#carry?.push(text);
      for (const { resolve } of group) resolve();
    } catch (error) {
      this.#broken ??= error;
      for (const { reject } of group) reject(error);
    }
  }

  async #store(text: string): Promise<void> {
    this.#options.guard?.();
    const { file, sealer } = this.#live;
    const bytes = await sealer.seal("batch", text);
    try {
      await writeFully(file, this.#end, bytes);
      await file.sync();
    } catch (error) {
      await this.#takeBack();
      throw this.#writeFailed(error);
    }
    this.#end += bytes.length;
  }

  /** Tries to leave the file as it was. When even that fails, the next opening finds out what is there. */
  async #takeBack(): Promise<void> {
    try {
      this.#options.guard?.();
      await this.#live.file.truncate(this.#end);
      await this.#live.file.sync();
    } catch {
      // The next opening judges the tail.
    }
  }

  #writeFailed(cause: unknown): unknown {
    this.#options.log?.error("mailbox.write_failed", { cause: codeOf(cause), bytes: this.#end });
    return mailboxRefusal("write-failed", this.folder, cause);
  }

  #compactIfDue(): void {
    const snapshot = this.#live.snapshotEnd - HEADER_BYTES;
    const since = this.#end - this.#live.snapshotEnd;
    const due = since > this.#rule.floorBytes && since > snapshot * this.#rule.ratio;
    if (!due || this.#end < this.#notBelow || this.#refusal() !== undefined) return;
    // A failure is logged where it happens; the file that is in use is as good as before.
    this.compact().catch(() => {});
  }

  async #rewrite(): Promise<void> {
    const { env, log, ownerId } = this.#options;
    const started = env.monotonic();
    const before = this.#end;
    let next: NewGeneration | undefined;
    try {
      const { records, sequence } = await this.#exclusive(() => {
        this.#carry = [];
        return Promise.resolve({ records: this.#options.snapshot(), sequence: this.#sequence });
      });
      const facts = { generation: this.generation + 1, sequence, ownerId };
      this.#proceed();
      next = await NewGeneration.begin(this.#fs, this.#paths.newState, this.#master, facts, env);
      await next.addSnapshot(records, () => this.#proceed());
      for (let round = 0; (this.#carry?.length ?? 0) > CARRY_LAST && round < CARRY_ROUNDS; round++) {
        await this.#carryOver(next);
      }
      await next.settle();
      await this.#exclusive(() => this.#adopt(next as NewGeneration));
      log?.info("mailbox.compacted", {
        generation: this.generation,
        bytesBefore: before,
        bytesAfter: this.#end,
        ms: Math.round(env.monotonic() - started),
      });
    } catch (error) {
      this.#notBelow = this.#end + this.#rule.floorBytes;
      if (next === undefined || this.#live.file !== next.file) await this.#discard(next);
      if (this.#refusal() !== undefined) throw error;
      log?.warn("mailbox.compaction_failed", { cause: codeOf(error), bytes: this.#end });
      throw mailboxRefusal("write-failed", this.folder, error);
    } finally {
      this.#carry = undefined;
    }
  }

  /** Before each write of a compaction: not without the lock, whose next holder may have a draft of that name too. */
  #proceed(): void {
    const refusal = this.#refusal();
    if (refusal !== undefined) throw refusal;
    this.#options.guard?.();
  }

  async #carryOver(next: NewGeneration): Promise<void> {
    this.#proceed();
    await next.addBatches(this.#carry?.splice(0) ?? []);
  }

  /** The last step, while batches wait: what came meanwhile, the name, and on from there. */
  async #adopt(next: NewGeneration): Promise<void> {
    if (this.#carry?.length) {
      await this.#carryOver(next);
      await next.settle();
    }
    this.#proceed();
    try {
      await this.#fs.rename(this.#paths.newState, this.#paths.state);
      await this.#fs.syncFolder(this.folder);
    } catch (error) {
      // Which of the two files has the name after a crash is open: neither may be written to.
      throw this.#broken = this.#writeFailed(error);
    }
    const { file, sealer, header: { generation }, snapshotEnd } = next;
    const { file: old } = this.#live;
    this.#live = { file, sealer, generation, snapshotEnd };
    this.#end = next.end;
    await old.close().catch(() => {});
  }

  async #discard(next: NewGeneration | undefined): Promise<void> {
    await next?.file.close().catch(() => {});
    try {
      this.#options.guard?.();
      await this.#fs.remove(this.#paths.newState);
    } catch {
      // The next opening removes it.
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error ? String((error as NodeJS.ErrnoException).code ?? error.name) : "unknown";
}

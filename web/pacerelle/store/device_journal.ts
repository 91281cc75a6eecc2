/**
 * A device's journal in IndexedDB: sealed rows of JSON records, appended in one transaction each, rewritten as a new
 * generation when the dead outweigh the living. What a record means belongs to the floor that gives `apply` and `snapshot`.
 *
 * Always true: `apply` sees a batch after the browser has said that it is on the disk and before its caller; a batch is there
 * whole or not at all; only the opening that the head names writes.
 * @module
 */
import type { Env } from "../../../base/env.ts";
import { inTransaction, type StoreName } from "./database.ts";
import { checkHead, checkHolder, type JournalHead, rowsOf, writeHead } from "./journal_head.ts";
import { FIRST_LINK, linkOf, type SealedRow, sealRow } from "./row_seal.ts";
import { refuseStorage } from "./storage_refusals.ts";

/** Batches that wait are written together up to this size, in UTF-16 units; a snapshot goes in slices of it. */
const GROUP_LENGTH = 512 * 1024;
/** When to rewrite: bytes after the snapshot for each of it, and not below a floor. */
export interface Compaction {
  readonly ratio: number;
  readonly floorBytes: number;
}
const DEFAULT_COMPACTION: Compaction = Object.freeze({ ratio: 1, floorBytes: 1024 * 1024 });

/** What a journal stands on. */
export interface DeviceJournalOptions<Value> {
  readonly env: Pick<Env, "randomBytes">;
  readonly database: IDBDatabase;
  readonly key: CryptoKey;
  /** As it was read, with this opening's own `holder`. */
  readonly head: JournalHead;
  readonly apply: (record: Value) => void;
  readonly snapshot: () => readonly Value[];
  readonly compaction?: Compaction | undefined;
  /** The journal ended by itself: nothing more is written or promised. */
  readonly onBroken?: ((error: unknown) => void) | undefined;
}

interface Waiting<Value> {
  readonly records: readonly Value[];
  readonly texts: readonly string[];
  resolve(): void;
  reject(error: unknown): void;
}

const lengthOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length + 1, 2);
const rowText = (texts: readonly string[]) => `[${texts.join(",")}]`;

/** Texts of records in rows of at most {@linkcode GROUP_LENGTH}; a longer record has a row of its own. */
function* rowsFor(texts: Iterable<string>): Generator<string> {
  let row: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (row.length > 0 && length + text.length > GROUP_LENGTH) {
      yield rowText(row);
      row = [];
      length = 0;
    }
    row.push(text);
    length += text.length + 1;
  }
  if (row.length > 0) yield rowText(row);
}

/** An open journal. */
export class DeviceJournal<Value> {
  readonly #options: DeviceJournalOptions<Value>;
  readonly #rule: Compaction;
  #head: JournalHead;
  #queue: Waiting<Value>[] = [];
  #pumping: Promise<void> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #compacting: Promise<void> | undefined;
  /** Records stored since a running rewrite took its snapshot. */
  #carry: string[] | undefined;
  /** No rewrite of its own accord below this size: set after a failed one. */
  #notBelow = 0;
  #broken: unknown;
  #closed = false;

  constructor(options: DeviceJournalOptions<Value>) {
    this.#options = options;
    this.#rule = options.compaction ?? DEFAULT_COMPACTION;
    this.#head = options.head;
    this.#compactIfDue();
  }

  get generation(): number {
    return this.#head.generation;
  }

  get bytes(): number {
    return this.#head.bytes;
  }

  /** This opening's name: what the head in the database says as long as no other one has taken the state. */
  get holder(): string {
    return this.#head.holder;
  }

  /**
   * Stores a batch; batches of one moment share a transaction. After a failure every later call is refused.
   * @throws {Refusal} one of the storage's
   */
  async append(records: readonly Value[]): Promise<void> {
    const texts = records.map((record) => JSON.stringify(record));
    this.#check();
    if (records.length === 0) return;
    await new Promise<void>((resolve, reject) => {
      this.#queue.push({ records, texts, resolve, reject });
      this.#pumping ??= this.#pump();
    });
  }

  /** Rewrites the rows from `snapshot`; batches go on meanwhile. Joins a running one. */
  compact(): Promise<void> {
    this.#check();
    return this.#compacting ??= this.#rewrite().finally(() => this.#compacting = undefined);
  }

  /** Ends it from outside: what waits is refused with `error`. */
  fail(error: unknown): void {
    if (this.#broken !== undefined || this.#closed) return;
    this.#broken = error;
    for (const waiting of this.#queue.splice(0)) waiting.reject(error);
    this.#options.onBroken?.(error);
  }

  /** Waits for what is being written and ends. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#pumping;
    await this.#compacting?.catch(() => {});
  }

  #check(): void {
    if (this.#broken !== undefined) throw this.#broken;
    if (this.#closed) throw refuseStorage("STORAGE_CLOSED");
  }

  /** One at a time: batches, and the beginning and the end of a rewrite. */
  #exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
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
    let length = 0;
    let count = 0;
    for (const { texts } of this.#queue) {
      length += lengthOf(texts);
      if (count > 0 && length > GROUP_LENGTH) break;
      count++;
    }
    return this.#queue.splice(0, count);
  }

  async #commit(): Promise<void> {
    const group = this.#takeGroup();
    try {
      const texts = group.flatMap((waiting) => waiting.texts);
      const { row, head } = await this.#seal(this.#head, rowText(texts));
      await this.#write(async (store) => {
        await checkHead(store, this.#head);
        putRow(store, this.#head, row);
        writeHead(store, head);
      });
      this.#head = head;
      this.#carry?.push(...texts);
      for (const { records, resolve } of group) {
        records.forEach(this.#options.apply);
        resolve();
      }
    } catch (error) {
      this.fail(error);
      group.forEach(({ reject }) => reject(this.#broken ?? error));
    }
  }

  /** Seals the row that follows `head`; answers the head that it leads to. */
  async #seal(
    head: JournalHead,
    text: string,
  ): Promise<{ readonly row: SealedRow; readonly head: JournalHead }> {
    const { env, key } = this.#options;
    const { generation, count: index, link } = head;
    const row = await sealRow(env, key, { generation, index, link }, text);
    return {
      row,
      head: { ...head, count: index + 1, bytes: head.bytes + row.text.length, link: linkOf(row) },
    };
  }

  async #write(work: (store: (name: StoreName) => IDBObjectStore) => Promise<void>): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken;
    await inTransaction(this.#options.database, "readwrite", work);
  }

  #compactIfDue(): void {
    const { bytes, snapshotBytes } = this.#head;
    const after = bytes - snapshotBytes;
    if (this.#broken !== undefined || this.#closed || this.#compacting) return;
    if (bytes < this.#notBelow || after < this.#rule.floorBytes || after < snapshotBytes * this.#rule.ratio) {
      return;
    }
    // One that fails leaves the rows as they were; what stands behind it shows at the next append.
    this.compact().catch(() => this.#notBelow = 2 * this.#head.bytes);
  }

  async #rewrite(): Promise<void> {
    const texts = await this.#exclusive(() => {
      this.#carry = [];
      return Promise.resolve(this.#options.snapshot().map((record) => JSON.stringify(record)));
    });
    try {
      let draft: JournalHead = {
        ...this.#head,
        generation: this.#head.generation + 1,
        count: 0,
        bytes: 0,
        snapshotBytes: 0,
        link: FIRST_LINK,
      };
      for (const text of rowsFor(texts)) draft = await this.#draftRow(draft, text);
      draft = { ...draft, snapshotBytes: draft.bytes };
      await this.#exclusive(() => this.#adopt(draft));
    } finally {
      this.#carry = undefined;
    }
  }

  /** Writes a row of a generation that has no head yet. */
  async #draftRow(draft: JournalHead, text: string): Promise<JournalHead> {
    const { row, head } = await this.#seal(draft, text);
    await this.#write(async (store) => {
      await checkHolder(store, draft.holder);
      putRow(store, draft, row);
    });
    return head;
  }

  /** Carries over what was stored meanwhile, then names the new generation and lets the old one go, in one transaction. */
  async #adopt(draft: JournalHead): Promise<void> {
    let head = draft;
    for (const text of rowsFor(this.#carry ?? [])) head = await this.#draftRow(head, text);
    await this.#write(async (store) => {
      await checkHead(store, this.#head);
      store("rows").delete(rowsOf(this.#head.generation));
      // An earlier rewrite to this generation may have failed further on; its rows would be taken for damage.
      store("rows").delete(rowsOf(head.generation, head.count));
      writeHead(store, head);
    });
    this.#head = head;
  }
}

function putRow(
  store: (name: StoreName) => IDBObjectStore,
  { generation, count }: JournalHead,
  row: SealedRow,
): void {
  // Put, not add: a rewrite that failed or was cut off may have left rows of this generation.
  store("rows").put(row, [generation, count]);
}

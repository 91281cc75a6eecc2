/**
 * Loads a desk, all or nothing: one transaction, in memory that the length of the file does not change (contract:
 * messagerie §10). While it lasts no other process can write.
 * @module
 */
import { readInput } from "../../../base/issues.ts";
import { aside, beginImport, endImport, putAside } from "../../../store/messagerie/bulk.ts";
import { appendChanges } from "../../../store/messagerie/changes.ts";
import type { Desk } from "../desk.ts";
import { directoryChange } from "../directory/directory_desk.ts";
import { invalid } from "../refusals.ts";
import {
  type ContactRecord,
  type ConversationRecord,
  type DeskItem,
  type Section,
  SECTIONS,
} from "./desk_file.ts";
import { type Entry, knownDirectory, type Load } from "./load.ts";
import { loadContacts } from "./load_contacts.ts";
import { loadConversations } from "./load_conversations.ts";
import { loadAgent, loadInbox, loadSite, loadTag } from "./load_directory.ts";

/** Elements of a batch, a conversation counting for its messages too. */
const BATCH = 2_000;

/** How much was loaded. */
export type ImportCounts = Readonly<Counts>;
type Counts = Record<Section | "messages", number>;

/** How to load. */
export interface ImportOptions {
  /** Replaces what exists under the same id; else the import is refused. */
  readonly update: boolean;
  /** Called from time to time while the file is read. */
  readonly onRead?: (counts: ImportCounts) => void;
  /** Called from time to time while messages are made findable. */
  readonly onIndexed?: (done: number, total: number) => void;
}

/**
 * Loads the elements, in any order: what names something that comes later waits for it.
 * @throws {Refusal} `INVALID_REQUEST` naming the value at fault; then nothing was loaded
 * @throws {DatabaseFault}
 */
export async function importDesk(
  desk: Pick<Desk, "store" | "env" | "wakeFeed">,
  items: AsyncIterable<DeskItem> | Iterable<DeskItem>,
  options: ImportOptions,
): Promise<ImportCounts> {
  const counts = await desk.store.write(async (trx) => {
    const lastSeq = await beginImport(trx);
    const directory = await knownDirectory(trx);
    const load = { trx, env: desk.env, update: options.update, last: false, ...directory };
    const counts = { sites: 0, inboxes: 0, agents: 0, tags: 0, contacts: 0, conversations: 0, messages: 0 };
    const loading = new Loading(load, options, counts);
    for await (const item of items) await loading.take(item);
    await loading.flush();
    const waited = new Loading({ ...load, last: true }, options, counts);
    for (const section of Object.keys(SECTIONS) as Section[]) {
      for await (const { index, value } of aside(trx, section)) await waited.take({ section, index, value });
      await waited.flush();
    }
    await endImport(trx, {
      lastSeq,
      update: options.update,
      onIndexed: options.onIndexed ?? (() => {}),
    });
    await appendChanges(trx, [directoryChange(desk.env)]);
    return counts;
  });
  desk.wakeFeed();
  return counts;
}

class Loading {
  readonly #load: Load;
  readonly #options: ImportOptions;
  /** What was loaded so far; shared by the reading and by what waited for its end. */
  readonly counts: Counts;
  #section: Section = "sites";
  #batch: Entry<unknown>[] = [];
  #weight = 0;
  /** Sections of which something waits: what follows it waits too, so that order is kept. */
  readonly #halted = new Set<Section>();

  constructor(load: Load, options: ImportOptions, counts: Counts) {
    this.#load = load;
    this.#options = options;
    this.counts = counts;
  }

  /** Checks an element, and loads it with others of its section. */
  async take({ section, index, value }: DeskItem): Promise<void> {
    const read = readInput(SECTIONS[section], value);
    if (!read.ok) {
      throw invalid(
        ...read.issues.slice(0, 1).map(({ field, message }) => ({
          field: `${section}[${index}]${field === "" ? "" : `.${field}`}`,
          message,
        })),
      );
    }
    if (section !== this.#section) await this.flush();
    this.#section = section;
    this.#batch.push({ section, index, raw: value, value: read.value });
    this.#weight += "messages" in read.value ? 1 + read.value.messages.length : 1;
    if (this.#weight >= BATCH) await this.flush();
  }

  /** Loads what was taken. */
  async flush(): Promise<void> {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = [];
    this.#weight = 0;
    const waiting = this.#halted.has(this.#section) ? batch : await this.#loadBatch(batch);
    if (waiting.length > 0) {
      this.#halted.add(this.#section);
      await putAside(
        this.#load.trx,
        waiting.map(({ section, index, raw }) => ({ section, index, value: raw })),
      );
    }
    this.counts[this.#section] += batch.length - waiting.length;
    this.#options.onRead?.(this.counts);
  }

  async #loadBatch(batch: readonly Entry<unknown>[]): Promise<readonly Entry<unknown>[]> {
    switch (this.#section) {
      case "contacts":
        return await loadContacts(this.#load, batch as readonly Entry<ContactRecord>[]);
      case "conversations": {
        const loaded = await loadConversations(this.#load, batch as readonly Entry<ConversationRecord>[]);
        this.counts.messages += loaded.messages;
        return loaded.waiting;
      }
      default: {
        for (const [at, entry] of batch.entries()) if (await this.#loadOne(entry)) return batch.slice(at);
        return [];
      }
    }
  }

  #loadOne(entry: Entry<unknown>): Promise<boolean> {
    const loaders = { sites: loadSite, inboxes: loadInbox, agents: loadAgent, tags: loadTag } as Readonly<
      Record<string, (load: Load, entry: Entry<never>) => Promise<boolean>>
    >;
    return loaders[this.#section]?.(this.#load, entry as Entry<never>) ?? Promise.resolve(false);
  }
}

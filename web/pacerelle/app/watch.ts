/**
 * A conversation that a page watches, whichever tab holds the device: what is loaded, kept up to date.
 * @module
 */
import type { CommandValue, ConversationWatch } from "./api.ts";
import type { EntryView } from "./entry_types.ts";
import type { Outcome } from "./told.ts";
import type { EntriesChange } from "./tab_state.ts";

/** What a watch stands on. */
export interface WatchOptions {
  readonly agent: string;
  load(before: string | undefined, limit: number): Promise<Outcome<CommandValue<"page">>>;
  onChange(watch: ConversationWatch): void;
  onClose(watch: Watch): void;
}

/** Entries of a page, and the most that is loaded anew at once. */
const PAGE = 50;
const MAX_PAGE = 200;

/** One. */
export class Watch implements ConversationWatch {
  readonly agent: string;
  readonly #options: WatchOptions;
  #entries: readonly EntryView[] = [];
  #hasMore = false;
  readonly #loading = new Set<Promise<unknown>>();
  /** Something changed while it was loading: what comes may be older. */
  #isStale = false;
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.agent = options.agent;
    this.#options = options;
    void this.reload();
  }

  get entries(): readonly EntryView[] {
    return this.#entries;
  }

  get hasMore(): boolean {
    return this.#hasMore;
  }

  async loadOlder(): Promise<void> {
    await Promise.all(this.#loading);
    const [oldest] = this.#entries;
    if (!this.#hasMore || !oldest) return;
    await this.#load(oldest.id, PAGE, ({ entries, hasMore }) => {
      // Loaded anew meanwhile: what is shown may begin elsewhere.
      if (this.#entries[0]?.id !== oldest.id) return;
      const known = new Set(this.#entries.map(({ id }) => id));
      this.#set([...entries.filter(({ id }) => !known.has(id)), ...this.#entries], hasMore);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#options.onClose(this);
  }

  /** Loads as much as there was, anew: another tab holds the device, or the order has changed. */
  async reload(): Promise<void> {
    const limit = Math.min(MAX_PAGE, Math.max(PAGE, this.#entries.length));
    await this.#load(undefined, limit, ({ entries, hasMore }) => this.#set(entries, hasMore));
  }

  /** Takes a change in. */
  take({ entries, added }: EntriesChange): void {
    if (this.#loading.size > 0 || entries === null) {
      this.#isStale = true;
      if (this.#loading.size === 0) void this.reload();
      return;
    }
    const changed = new Map(entries.map((entry) => [entry.id, entry]));
    const kept = this.#entries.map((entry) => {
      const next = changed.get(entry.id);
      changed.delete(entry.id);
      return next ?? entry;
    });
    // What is left is new, or further back than what is loaded.
    const news = new Set(added);
    this.#set([...kept, ...[...changed.values()].filter(({ id }) => news.has(id))], this.#hasMore);
  }

  async #load(
    before: string | undefined,
    limit: number,
    use: (page: CommandValue<"page">) => void,
  ): Promise<void> {
    const outcome = this.#options.load(before, limit);
    this.#loading.add(outcome);
    const page = await outcome;
    this.#loading.delete(outcome);
    if (page.ok && !this.#isClosed) use(page.value);
    if (!this.#isStale || this.#isClosed) return;
    this.#isStale = false;
    await this.reload();
  }

  #set(entries: readonly EntryView[], hasMore: boolean): void {
    this.#entries = entries;
    this.#hasMore = hasMore;
    if (!this.#isClosed) this.#options.onChange(this);
  }
}

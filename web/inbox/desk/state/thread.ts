/**
 * An open conversation: its details, and its thread from the newest row backwards as far as somebody has read.
 * @module
 */
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import type { Details, ListItem, ThreadItem, ThreadPage } from "../types.ts";

/** How the server is asked. */
export interface ThreadSource {
  details(): Promise<Details>;
  page(query: { readonly before?: string; readonly limit: number }): Promise<ThreadPage>;
}

/** Rows of the first page: two screens, so that it is there at once; and of every further one. */
const FIRST_PAGE = 60;
const FURTHER_PAGE = 150;
/** Pages that are asked for again after something was missed; whoever read further back scrolls again. */
const MOST_AGAIN = 10;

/** The thread. */
export class Thread {
  readonly id: string;
  readonly #source: ThreadSource;
  readonly #details = signal<Details | undefined>(undefined);
  readonly #messages = signal<readonly ThreadItem[]>([]);
  readonly #state = signal<"loading" | "shown" | "failed" | "gone">("loading");
  readonly #fault = signal<unknown>(undefined);
  readonly #isStale = signal(false);
  readonly #hasOlder = signal(false);
  /** What was told while it is asked for, done once more then: newer than the answer may be. Undefined: nothing is asked for. */
  #told: (() => void)[] | undefined;
  /** Ids of the last rows that only the answer to their sending told of: others may come to stand before them. */
  readonly #sent = new Set<string>();
  #isLoadingOlder = false;
  #turn = 0;

  constructor(id: string, source: ThreadSource) {
    this.id = id;
    this.#source = source;
  }

  get details(): ReadonlySignal<Details | undefined> {
    return this.#details;
  }

  /** Oldest first. */
  get messages(): ReadonlySignal<readonly ThreadItem[]> {
    return this.#messages;
  }

  get state(): ReadonlySignal<"loading" | "shown" | "failed" | "gone"> {
    return this.#state;
  }

  /** Why it is not shown, or is not up to date. */
  get fault(): ReadonlySignal<unknown> {
    return this.#fault;
  }

  /** Whether it was its end that did not come: what is shown is as it was before. */
  get isStale(): ReadonlySignal<boolean> {
    return this.#isStale;
  }

  get hasOlder(): ReadonlySignal<boolean> {
    return this.#hasOlder;
  }

  /** Asks for it; after that what happened is told by `apply` and `update`. */
  async load(): Promise<void> {
    const turn = ++this.#turn;
    this.#told = [];
    try {
      const [details, page] = await Promise.all([
        this.#source.details(),
        this.#source.page({ limit: FIRST_PAGE }),
      ]);
      if (turn !== this.#turn) return;
      batch(() => this.#begin(details, page.messages, page.more));
    } catch (error) {
      if (turn === this.#turn) this.#failed(error);
    }
  }

  /**
   * Asks again as far back as was read, after something may have been missed. What is shown stays until it comes.
   * `fault` says why it did not.
   */
  async refresh(): Promise<void> {
    if (this.#state.value !== "shown") return await this.load();
    const turn = ++this.#turn;
    this.#told = [];
    const oldest = this.#messages.value[0]?.id;
    const reachesBack = this.#messages.value.length > FIRST_PAGE;
    try {
      const details = await this.#source.details();
      let rows: readonly ThreadItem[] = [];
      let more = true;
      for (let asked = 0; more && asked < (reachesBack ? MOST_AGAIN : 1); asked++) {
        const before = rows[0]?.id;
        const page = await this.#source.page({
          limit: reachesBack ? FURTHER_PAGE : FIRST_PAGE,
          ...(before === undefined ? {} : { before }),
        });
        rows = [...page.messages, ...rows];
        more = page.more;
        if (oldest === undefined || rows.some(({ id }) => id === oldest)) break;
      }
      if (turn === this.#turn) batch(() => this.#begin(details, rows, more));
    } catch (error) {
      if (turn === this.#turn) this.#failed(error);
    }
  }

  /** Asks for what came before what is shown. */
  async loadOlder(): Promise<void> {
    const first = this.#messages.value[0];
    if (this.#isLoadingOlder || !this.#hasOlder.value || first === undefined) return;
    this.#isLoadingOlder = true;
    const turn = this.#turn;
    let isOvertaken = false;
    try {
      const page = await this.#source.page({ before: first.id, limit: FURTHER_PAGE });
      // What was asked for again meanwhile may begin elsewhere.
      isOvertaken = turn !== this.#turn || this.#messages.value[0]?.id !== first.id;
      if (isOvertaken) return;
      batch(() => {
        const known = new Set(this.#messages.value.map(({ id }) => id));
        this.#messages.value = [
          ...page.messages.filter(({ id }) => !known.has(id)),
          ...this.#messages.value,
        ];
        this.#hasOlder.value = page.more;
        this.#fault.value = undefined;
      });
    } catch (error) {
      this.#fault.value = error;
    } finally {
      this.#isLoadingOlder = false;
      // Whoever waits for it stays where they are, and nothing else asks.
      if (isOvertaken && this.#state.value === "shown") await this.loadOlder();
    }
  }

  /** A row as it is now, told in the order of the server's: where it is not known, it comes last. */
  apply(message: ThreadItem): void {
    this.#told?.push(() => this.apply(message));
    if (this.#state.value !== "shown") return;
    const rows = this.#messages.value;
    const at = rows.findLastIndex(({ id }) => id === message.id);
    if (at >= 0 && !this.#sent.delete(message.id)) {
      this.#messages.value = rows.with(at, message);
      return;
    }
    if (at < 0 && this.#hasOlder.value && rows[0] !== undefined && message.at <= rows[0].at) {
      // Older than what was asked for: it comes as it is with its page. Unless a clock went back: the server knows.
      if (message.from !== "deleted") void this.refresh();
      return;
    }
    const others = at < 0 ? rows : rows.toSpliced(at, 1);
    this.#messages.value = others.toSpliced(others.length - this.#sent.size, 0, message);
  }

  /** A row that was sent from here, as the answer told it: what was told of it live may be newer. */
  applySent(message: ThreadItem): void {
    this.#told?.push(() => this.applySent(message));
    if (this.#state.value !== "shown" || this.#messages.value.some(({ id }) => id === message.id)) return;
    this.#sent.add(message.id);
    this.#messages.value = [...this.#messages.value, message];
  }

  /** The conversation as it is now. */
  update(item: ListItem): void {
    this.#told?.push(() => this.update(item));
    const { value: before } = this.#details;
    if (before !== undefined) {
      this.#details.value = { ...before, ...item, contact: { ...before.contact, ...item.contact } };
    }
  }

  /** It is out of reach. */
  leave(): void {
    this.#turn++;
    this.#state.value = "gone";
  }

  #begin(details: Details, rows: readonly ThreadItem[], more: boolean): void {
    this.#details.value = details;
    this.#messages.value = rows;
    this.#hasOlder.value = more;
    this.#fault.value = undefined;
    this.#isStale.value = false;
    this.#state.value = "shown";
    this.#sent.clear();
    const told = this.#told ?? [];
    this.#told = undefined;
    for (const again of told) again();
  }

  #failed(error: unknown): void {
    this.#told = undefined;
    this.#fault.value = error;
    this.#isStale.value = true;
    const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
    // An id that is none, or that is not reached.
    if (code === "CONVERSATION_NOT_FOUND" || code === "INVALID_REQUEST") this.#state.value = "gone";
    else if (this.#state.value !== "shown") this.#state.value = "failed";
  }
}

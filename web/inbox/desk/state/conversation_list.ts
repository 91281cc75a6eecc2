/**
 * The list that is shown: pages of it as the server gives them, changed by what happens live. While it is held, because a
 * pointer is over it, lines change in place and none moves; what would come or go is done at the release.
 * @module
 */
import { batch, type ReadonlySignal, signal } from "@preact/signals";
import { ApiFault } from "../../api/fault.ts";
import type { ListItem, ListPage } from "../types.ts";
import { belongs, byDate, sameList, type View } from "./view.ts";

/** A line. */
export interface Line {
  readonly item: ListItem;
  /** It is no longer of this list, and goes when it is not looked at any more. */
  readonly left: boolean;
}

/** Asks for a page. */
export type LoadPage = (view: View, before: string | undefined, signal: AbortSignal) => Promise<ListPage>;

/** The list. */
export class ConversationList {
  readonly #load: LoadPage;
  readonly #me: string;
  readonly #known = new Map<string, ListItem>();
  readonly #lines = signal<readonly Line[]>([]);
  readonly #fresh = signal(0);
  readonly #state = signal<"loading" | "shown" | "failed">("loading");
  readonly #more = signal(false);
  readonly #fault = signal<unknown>(undefined);
  readonly #isStale = signal(false);
  #view: View = { tab: "unresolved" };
  #kept: string | undefined;
  #held = false;
  #abort = new AbortController();
  #isLoadingMore = false;
  /** The furthest line of the pages that came, as it came: whatever stands before it is here. */
  #end: ListItem | undefined;
  /** Counts how often it was begun again. */
  #beginning = 0;
  /** What was told while pages are asked for, by question: newer than the answer may be. */
  readonly #told = new Set<Map<string, ListItem | undefined>>();

  constructor({ load, me }: { readonly load: LoadPage; readonly me: string }) {
    this.#load = load;
    this.#me = me;
  }

  /** What is shown, in its order. */
  get lines(): ReadonlySignal<readonly Line[]> {
    return this.#lines;
  }

  /** How many lines wait for the release of a held list. */
  get fresh(): ReadonlySignal<number> {
    return this.#fresh;
  }

  get state(): ReadonlySignal<"loading" | "shown" | "failed"> {
    return this.#state;
  }

  /** Whether the server has more of them. */
  get more(): ReadonlySignal<boolean> {
    return this.#more;
  }

  /** Why the last page did not come. */
  get fault(): ReadonlySignal<unknown> {
    return this.#fault;
  }

  /** Whether it was the beginning that did not come: what is shown is as it was before. */
  get isStale(): ReadonlySignal<boolean> {
    return this.#isStale;
  }

  /** Shows the list of this view; the one that is shown already stays. */
  async show(view: View): Promise<void> {
    const isOther = !sameList(view, this.#view);
    this.#view = view;
    if (!isOther && this.#state.value === "shown") return;
    batch(() => {
      this.#known.clear();
      this.#state.value = "loading";
      this.#more.value = false;
      this.#held = false;
      this.#arrange();
    });
    await this.refresh();
  }

  /** Asks for the beginning again, after something may have been missed; what is shown stays until it comes. */
  async refresh(): Promise<void> {
    this.#abort.abort();
    const abort = this.#abort = new AbortController();
    try {
      await this.#ask(undefined, abort.signal);
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#fault.value = error;
      this.#isStale.value = true;
      if (this.#state.value === "loading") this.#state.value = "failed";
    }
  }

  /** Asks for the next page, if there is one. */
  async loadMore(): Promise<void> {
    if (!this.#more.value || this.#isLoadingMore || this.#state.value !== "shown") return;
    const { signal } = this.#abort;
    const last = [...this.#known.values()].sort(byDate).at(-1);
    if (last === undefined) return;
    this.#isLoadingMore = true;
    try {
      await this.#ask(last.id, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#fault.value = error;
      // The one that it was to go on from may be gone: the beginning is asked for again.
      if (error instanceof ApiFault && error.kind === "refused") void this.refresh();
    } finally {
      this.#isLoadingMore = false;
    }
  }

  /** Asks for a page and takes it, with what was told meanwhile. */
  async #ask(before: string | undefined, signal: AbortSignal): Promise<void> {
    const beginning = this.#beginning;
    const told = new Map<string, ListItem | undefined>();
    this.#told.add(told);
    try {
      const page = await this.#load(this.#view, before, signal);
      // A page goes on from what was shown when it was asked for.
      if (signal.aborted || before !== undefined && beginning !== this.#beginning) return;
      this.#told.delete(told);
      batch(() => {
        if (before === undefined) this.#begin();
        this.#take(page);
        for (const [id, item] of told) item === undefined ? this.remove(id) : this.apply(item);
      });
    } finally {
      this.#told.delete(told);
    }
  }

  /** All that was loaded has left: no list stands there whose end somebody could come near. */
  #askAnew(): void {
    this.#state.value = "loading";
    void this.refresh();
  }

  #begin(): void {
    this.#beginning++;
    this.#end = undefined;
    this.#known.clear();
    this.#more.value = false;
    this.#isStale.value = false;
    this.#state.value = "shown";
  }

  /** A conversation as it is now. */
  apply(item: ListItem): void {
    for (const told of this.#told) told.set(item.id, item);
    const isKnown = this.#known.has(item.id);
    if (!isKnown && (!belongs(item, this.#view, this.#me) || this.#isBeyond(item))) return;
    this.#known.set(item.id, item);
    this.#arrange();
  }

  /** A conversation that is out of reach. */
  remove(id: string): void {
    for (const told of this.#told) told.set(id, undefined);
    if (this.#known.delete(id)) this.#arrange();
  }

  /** The conversation that is open stays in the list while it is. */
  keep(id: string | undefined): void {
    if (id === this.#kept) return;
    this.#kept = id;
    this.#arrange();
  }

  /** Nothing moves until `release`. */
  hold(): void {
    this.#held = true;
  }

  /** Whatever waited comes and goes now. */
  release(): void {
    if (!this.#held) return;
    this.#held = false;
    this.#arrange();
  }

  #take(page: ListPage): void {
    for (const item of page.conversations) {
      this.#known.set(item.id, item);
      if (this.#end === undefined || byDate(item, this.#end) > 0) this.#end = item;
    }
    this.#fault.value = undefined;
    this.#arrange();
    this.#more.value = page.more;
  }

  /** Further down than what was loaded: it comes with its page. */
  #isBeyond(item: ListItem): boolean {
    return this.#more.value && this.#end !== undefined && byDate(item, this.#end) > 0;
  }

  #arrange(): void {
    const lines: Line[] = [];
    for (const item of this.#known.values()) {
      const left = !belongs(item, this.#view, this.#me);
      if (!left || item.id === this.#kept) lines.push({ item, left });
      else if (!this.#held) this.#known.delete(item.id);
    }
    lines.sort((a, b) => byDate(a.item, b.item));
    if (!this.#held) {
      this.#lines.value = lines;
      this.#fresh.value = 0;
      if (lines.length === 0 && this.#more.value && this.#state.value === "shown") this.#askAnew();
      return;
    }
    const shown = new Set(this.#lines.value.map(({ item }) => item.id));
    this.#fresh.value = lines.filter(({ item }) => !shown.has(item.id)).length;
    this.#lines.value = this.#lines.value.map(({ item: before }) => {
      const item = this.#known.get(before.id);
      return item === undefined
        ? { item: before, left: true }
        : { item, left: !belongs(item, this.#view, this.#me) };
    });
  }
}

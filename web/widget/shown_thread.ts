/**
 * The messages of the conversation that is shown: loaded page by page, kept up to date by what is heard.
 * @module
 */
import { signal } from "@preact/signals";
import type {
  VisitorConversationView,
  VisitorMessageView,
  VisitorThreadView,
} from "../../service/messagerie/widget/views.ts";
import { Refused, type WidgetClient } from "./client.ts";
import {
  EMPTY,
  mayBeOlder,
  missedIn,
  type Thread,
  withBreak,
  withNewest,
  withNews,
  withOlder,
  withSent,
} from "./thread_pages.ts";

/** Messages of one page. */
const PAGE = 50;

/** What is shown of one conversation. */
export class ShownThread {
  /** Undefined until the first page is there. */
  readonly pages = signal<Thread | undefined>(undefined);
  readonly state = signal<"loading" | "failed" | "done">("done");
  readonly #client: () => Pick<WidgetClient, "call">;
  readonly #onPage: (conversation: VisitorConversationView, missed: readonly VisitorMessageView[]) => void;
  readonly #onGone: () => void;
  #id: string | null = null;
  /** Counts what was heard, so that an answer that was on its way meanwhile is known to be old. */
  #heard = 0;
  /** Counts loads: what was asked for earlier is not taken after what was asked for later. */
  #asked = 0;
  #taken = 0;

  constructor(options: {
    readonly client: () => Pick<WidgetClient, "call">;
    /** A page says how its conversation is now, and brings what was not heard. */
    readonly onPage: (conversation: VisitorConversationView, missed: readonly VisitorMessageView[]) => void;
    /** The conversation is not there, or not the visitor's. */
    readonly onGone: () => void;
  }) {
    this.#client = options.client;
    this.#onPage = options.onPage;
    this.#onGone = options.onGone;
  }

  /** Shows another conversation; null: one that is not begun. */
  show(id: string | null): void {
    this.#id = id;
    this.pages.value = undefined;
    this.state.value = "done";
    if (id !== null) void this.load();
  }

  /** What is shown has begun: it has an id and a first message. What came after it was not heard. */
  begin(id: string, message: VisitorMessageView): void {
    this.#id = id;
    this.#take((pages) => withBreak(withNews(pages, [message])));
  }

  /** The desk has a message of the visitor's. */
  sent(message: VisitorMessageView): void {
    this.#take((pages) => withSent(pages, message));
  }

  /** Messages as they are now. Whether it is known where all of them stand: else the newest page tells. */
  hear(messages: readonly VisitorMessageView[]): boolean {
    const pages = this.pages.value;
    this.#take((known) => withNews(known, messages));
    return pages === undefined || !messages.some((message) => mayBeOlder(pages, message));
  }

  /** Something may have been missed: what is on its way is too old. */
  miss(): void {
    this.#heard++;
    if (this.pages.value !== undefined) this.pages.value = withBreak(this.pages.value);
  }

  #take(change: (pages: Thread) => Thread): void {
    this.#heard++;
    // Before the first page has come, it will bring them.
    const pages = this.pages.value ?? (this.state.value === "done" ? EMPTY : undefined);
    if (pages !== undefined) this.pages.value = change(pages);
    else if (this.state.value === "failed") void this.load();
  }

  /** Loads the newest page. Whether what is shown is as new as the answer, or another conversation's by now. */
  async load(): Promise<boolean> {
    const turn = ++this.#asked;
    const path = `/conversations/${this.#id}?limit=${PAGE}`;
    const [id, client, heard] = [this.#id, this.#client(), this.#heard];
    const isOver = () => id !== this.#id || client !== this.#client() || turn < this.#taken;
    if (this.pages.value === undefined) this.state.value = "loading";
    try {
      const page = await client.call<VisitorThreadView>("GET", path);
      if (isOver()) return true;
      // What was heard meanwhile may be newer than this page.
      if (heard !== this.#heard) return await this.load();
      this.#taken = turn;
      const missed = this.pages.value === undefined ? [] : missedIn(this.pages.value, page);
      this.pages.value = withNewest(this.pages.value, page);
      this.state.value = "done";
      this.#onPage(page.conversation, missed);
      return true;
    } catch (error) {
      if (isOver()) return true;
      const gone = error instanceof Refused && error.status === 404;
      if (gone) this.#onGone();
      else this.state.value = this.pages.value === undefined ? "failed" : "done";
      return gone;
    }
  }

  /** Loads the page before what is there. Whether it could. */
  async loadOlder(): Promise<boolean> {
    const first = this.pages.value?.messages[0];
    if (first === undefined) return true;
    const path = `/conversations/${this.#id}?limit=${PAGE}&before=${first.id}`;
    const page = await this.#client().call<VisitorThreadView>("GET", path).catch(() => undefined);
    // A page that came meanwhile may begin elsewhere.
    if (page !== undefined && this.pages.value?.messages[0]?.id === first.id) {
      this.pages.value = withOlder(this.pages.value, page);
    }
    return page !== undefined;
  }
}

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
import { missedIn, type Thread, withNewest, withNews, withOlder } from "./thread_pages.ts";

/** Messages of one page. */
const PAGE = 50;

/** What is shown of one conversation. */
export class ShownThread {
  /** Undefined until the first page is there. */
  readonly pages = signal<Thread | undefined>(undefined);
  readonly state = signal<"loading" | "failed" | "done">("done");
  readonly #client: () => Pick<WidgetClient, "call">;
  readonly #onConversation: (conversation: VisitorConversationView) => void;
  readonly #onMissed: (messages: readonly VisitorMessageView[]) => void;
  readonly #onGone: () => void;
  #id: string | null = null;
  /** Counts what was heard, so that an answer that was on its way meanwhile is known to be old. */
  #heard = 0;

  constructor(options: {
    readonly client: () => Pick<WidgetClient, "call">;
    /** A page says how its conversation is now. */
    readonly onConversation: (conversation: VisitorConversationView) => void;
    /** A page brings what was not heard since the last message that is known. */
    readonly onMissed: (messages: readonly VisitorMessageView[]) => void;
    /** The conversation is not there, or not the visitor's. */
    readonly onGone: () => void;
  }) {
    this.#client = options.client;
    this.#onConversation = options.onConversation;
    this.#onMissed = options.onMissed;
    this.#onGone = options.onGone;
  }

  /** Shows another conversation; null: one that is not begun. */
  show(id: string | null): void {
    this.#id = id;
    this.pages.value = undefined;
    this.state.value = "done";
    if (id !== null) void this.load();
  }

  /** What is shown has begun: it has an id and a first message. */
  begin(id: string, message: VisitorMessageView): void {
    this.#id = id;
    this.hear([message]);
  }

  /** Messages as they are now. */
  hear(messages: readonly VisitorMessageView[]): void {
    this.#heard++;
    // Before the first page has come, it will bring them.
    const pages = this.pages.value ??
      (this.state.value === "done" ? { messages: [], more: false } : undefined);
    if (pages !== undefined) this.pages.value = withNews(pages, messages);
  }

  /** Loads the newest page. */
  async load(): Promise<void> {
    const path = `/conversations/${this.#id}?limit=${PAGE}`;
    const [id, client, heard] = [this.#id, this.#client(), this.#heard];
    const isOver = () => id !== this.#id || client !== this.#client();
    if (this.pages.value === undefined) this.state.value = "loading";
    try {
      const page = await client.call<VisitorThreadView>("GET", path);
      if (isOver()) return;
      // What was heard meanwhile may be newer than this page.
      if (heard !== this.#heard) return await this.load();
      const missed = this.pages.value === undefined ? [] : missedIn(this.pages.value, page);
      this.pages.value = withNewest(this.pages.value, page);
      this.state.value = "done";
      this.#onConversation(page.conversation);
      this.#onMissed(missed);
    } catch (error) {
      if (isOver()) return;
      if (error instanceof Refused && error.status === 404) this.#onGone();
      else this.state.value = this.pages.value === undefined ? "failed" : "done";
    }
  }

  /** Loads the page before what is there. Whether it could. */
  async loadOlder(): Promise<boolean> {
    const first = this.pages.value?.messages[0];
    if (first === undefined) return true;
    const id = this.#id;
    const path = `/conversations/${id}?limit=${PAGE}&before=${first.id}`;
    const page = await this.#client().call<VisitorThreadView>("GET", path).catch(() => undefined);
    if (page !== undefined && id === this.#id && this.pages.value !== undefined) {
      this.pages.value = withOlder(this.pages.value, page);
    }
    return page !== undefined;
  }
}

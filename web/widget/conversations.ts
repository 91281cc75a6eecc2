/**
 * A visitor's conversations as the desk tells them: the list, the one that is shown, who writes there. Followed live, and
 * asked for again where something may have been missed; whatever comes in whatever order, they end as the desk has them.
 * @module
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { VisitorNews } from "../../service/messagerie/widget/visitor_reads.ts";
import type { VisitorConversationView, VisitorMessageView } from "../../service/messagerie/widget/views.ts";
import { attend, type Attendance } from "./attending.ts";
import type { VisitorClient } from "./client.ts";
import { type Connection, followLive, type LiveEvent } from "./live.ts";
import { ShownThread } from "./shown_thread.ts";
import { withConversation } from "./thread_pages.ts";

/** What is shown in the window: the list, or a conversation (null: one that is not begun). */
export type View = "list" | { readonly conversationId: string | null };

/** What the team or its assistant wrote. */
export type Answer = Extract<VisitorMessageView, { readonly from: "agent" | "ai" }>;

/** What they stand on. */
export interface ConversationsOptions {
  /** Asks as the visitor who is there. */
  readonly client: () => VisitorClient;
  readonly view: ReadonlySignal<View>;
  /** Among the browser's other pages. */
  readonly attendance: () => Attendance;
  /** An answer that was not told yet. The visitor may be another one afterwards. */
  readonly onAnswer: (answer: Answer) => void;
  /** The stream is there. */
  readonly onLive: () => void;
  /** The list has come, and none of it is shown. */
  readonly onList: () => void;
  /** What is shown is not there, or not the visitor's. */
  readonly onGone: () => void;
}

/** What the desk had no time for is asked again after this long, twice as long each time. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** The conversations of the visitor who is there. */
export class Conversations {
  readonly list = signal<readonly VisitorConversationView[]>([]);
  readonly thread: ShownThread;
  readonly connection = signal<Connection>("connecting");
  /** The line of the conversation that is shown. */
  readonly current: ReadonlySignal<VisitorConversationView | undefined>;
  readonly unread = computed(() => this.list.value.reduce((sum, { unread }) => sum + unread, 0));
  /** Whether somebody of the team writes where it is shown. */
  readonly writing: ReadonlySignal<boolean>;
  readonly #options: ConversationsOptions;
  /** Conversations where somebody of the team writes. */
  readonly #writers = signal<ReadonlySet<string>>(new Set());
  /** Ids of the answers that were told. */
  readonly #told = new Set<string>();
  /** Undefined: what happens is not followed. */
  #stop: (() => void) | undefined;
  /** Counts what was heard, so that an answer that was on its way meanwhile is known to be old. */
  #heard = 0;
  /** Counts refreshes: the latest goes on. */
  #refreshes = 0;

  constructor(options: ConversationsOptions) {
    this.#options = options;
    const { client, view, onGone } = options;
    this.thread = new ShownThread({
      client,
      onPage: (conversation, missed) => {
        this.#line(conversation);
        this.#tell(conversation.id, missed);
      },
      onGone,
    });
    this.current = computed(() => {
      const { value: shown } = view;
      return shown === "list" ? undefined : this.list.value.find(({ id }) => id === shown.conversationId);
    });
    this.writing = computed(() => this.#writers.value.has(this.current.value?.id ?? ""));
  }

  /** How much was heard. */
  get heard(): number {
    return this.#heard;
  }

  /** Follows what happens from now on. */
  follow(): void {
    this.#stop ??= attend(this.#options.attendance(), () => {
      const stop = followLive(this.#options.client(), {
        onEvent: (event) => this.#take(event),
        onState: (state) => this.#stand(state),
      });
      return () => {
        stop();
        // What is missed from here on, the next `ready` asks for.
        this.#stand("connecting");
      };
    });
  }

  #stand(state: Connection): void {
    this.connection.value = state;
    if (state === "live") this.#options.onLive();
    else this.#writers.value = new Set();
  }

  /** Follows no more. */
  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /** The desk has a message in this conversation. `before`: what was heard when it was sent. */
  sent(conversation: VisitorConversationView, before: number): void {
    const isOvertaken = before !== this.#heard++;
    const isKnown = this.list.value.some(({ id }) => id === conversation.id);
    // What was heard meanwhile may be newer; if it is older, the news of this message are still to come.
    if (!isKnown || !isOvertaken) this.#line(conversation);
  }

  /** Asks anew for what is shown, until the desk has told it. A stream that is lost asks again once it is back. */
  async refresh(): Promise<void> {
    this.thread.miss();
    const turn = ++this.#refreshes;
    const client = this.#options.client();
    const goesOn = () =>
      turn === this.#refreshes && client === this.#options.client() && this.connection.value === "live";
    for (let wait = FIRST_WAIT_MS; goesOn(); wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      if (await this.#load(client, goesOn)) return;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  /** The visitor looks at what is shown. */
  seen(): void {
    const { value: conversation } = this.current;
    const last = this.thread.pages.value?.messages.at(-1);
    if (conversation === undefined || last === undefined || conversation.unread === 0) return;
    this.#line({ ...conversation, unread: 0 });
    void this.#options.client().call("POST", `/conversations/${conversation.id}/seen`, { messageId: last.id })
      .catch(() => {});
  }

  /** Loads the list, then what is shown of it. Whether it could. */
  async #load(client: VisitorClient, goesOn: () => boolean): Promise<boolean> {
    const heard = this.#heard;
    const list = await client.call<readonly VisitorConversationView[]>("GET", "/conversations")
      .catch(() => undefined);
    if (list === undefined || !goesOn()) return false;
    if (heard !== this.#heard) return await this.#load(client, goesOn);
    this.list.value = list;
    const { value: view } = this.#options.view;
    if (view === "list") return true;
    if (view.conversationId !== null) return await this.thread.load();
    this.#options.onList();
    return true;
  }

  #take({ event, data }: LiveEvent): void {
    switch (event) {
      case "ready":
      case "reset":
        void this.refresh();
        break;
      case "news":
        this.#takeNews(data as VisitorNews);
        break;
      case "typing": {
        const { conversationId, writing } = data as { conversationId: string; writing: boolean };
        this.#setWriting(conversationId, writing);
      }
    }
  }

  #takeNews({ conversation, messages }: VisitorNews): void {
    this.#heard++;
    this.#line(conversation);
    if (this.current.value?.id === conversation.id && !this.thread.hear(messages)) void this.refresh();
    this.#tell(conversation.id, messages);
  }

  /** Takes a line of the list as it is now. */
  #line(conversation: VisitorConversationView): void {
    this.list.value = withConversation(this.list.value, conversation);
  }

  #tell(conversationId: string, messages: readonly VisitorMessageView[]): void {
    const client = this.#options.client();
    for (const message of messages) {
      if (client !== this.#options.client()) return;
      if ((message.from !== "agent" && message.from !== "ai") || this.#told.has(message.id)) continue;
      this.#told.add(message.id);
      this.#setWriting(conversationId, false);
      this.#options.onAnswer(message);
    }
  }

  /** Somebody of the team begins to write, or stops. */
  #setWriting(conversationId: string, writes: boolean): void {
    const writers = new Set(this.#writers.value);
    if (writes) writers.add(conversationId);
    else writers.delete(conversationId);
    this.#writers.value = writers;
  }
}

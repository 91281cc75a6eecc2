/**
 * What the widget knows and does, without what it looks like: the visitor, their conversations, what is on its way. The
 * parts of the page show its signals and call its methods.
 * @module
 */
import { computed, effect, signal } from "@preact/signals";
import { markdownToPlain, parseMarkdown } from "../../service/messagerie/markdown.ts";
import type { VisitorNews } from "../../service/messagerie/widget/visitor_reads.ts";
import type {
  VisitorConversationView,
  VisitorMessageView,
  VisitorSentView,
  WidgetConfigView,
} from "../../service/messagerie/widget/views.ts";
import { Attachments } from "./attachments.ts";
import { Refused, WidgetClient } from "./client.ts";
import { Drafts } from "./drafts.ts";
import { complain, type Emit } from "./events.ts";
import { identify } from "./identify.ts";
import type { Keep } from "./keep.ts";
import { type Connection, followLive, type LiveEvent } from "./live.ts";
import { Outbox, type Outgoing } from "./outbox.ts";
import { ShownThread } from "./shown_thread.ts";
import { withConversation } from "./thread_pages.ts";
import { keepVisitor, newVisitor, readVisitor, type Visitor } from "./visitor.ts";
import { words } from "./words.ts";

/** What is shown in the window: the list, or a conversation (null: one that is not begun). */
export type View = "list" | { readonly conversationId: string | null };

/** Somebody writes: told anew while it holds, else it is over. */
const WRITING_MS = 30_000;
/** The visitor writes: told at most this often. */
const TYPING_EVERY_MS = 8_000;

/** The widget of one site in one page. */
export class WidgetModel {
  readonly config = signal<WidgetConfigView | undefined>(undefined);
  /** The site's widget is closed, or was never open. */
  readonly closed = signal(false);
  readonly opened = signal(false);
  readonly view = signal<View>({ conversationId: null });
  readonly conversations = signal<readonly VisitorConversationView[]>([]);
  readonly thread = new ShownThread({
    client: () => this.#client,
    onConversation: (conversation) => this.#line(conversation),
    onMissed: (messages) => {
      for (const message of messages) this.#tell(message, true);
    },
    onGone: () => this.show({ conversationId: null }),
  });
  readonly connection = signal<Connection>("connecting");
  readonly writing = signal(false);
  /** What went wrong last, in words. */
  readonly complaint = signal("");
  /** What came in, for those who hear the page. */
  readonly announcement = signal("");
  /** How often a text was put back in the field. */
  readonly restored = signal(0);
  /** Changes with what is shown, but not when a new conversation becomes one that the desk knows. */
  readonly place = signal(0);
  /** The line of the conversation that is shown. */
  readonly current = computed(() => {
    const view = this.view.value;
    return view === "list"
      ? undefined
      : this.conversations.value.find(({ id }) => id === view.conversationId);
  });
  readonly unread = computed(() => this.conversations.value.reduce((sum, { unread }) => sum + unread, 0));
  readonly attachments = new Attachments(() => this.#client, (text) => this.complaint.value = text);
  readonly outbox: Outbox;
  readonly drafts: Drafts;

  readonly #base: string;
  readonly #keep: Keep;
  readonly #emit: Emit;
  #visitor: Visitor;
  #client: WidgetClient;
  #stopLive: () => void = () => {};
  #writingTimer: ReturnType<typeof setTimeout> | undefined;
  #typedAt = -Infinity;
  /** Counts what was heard, so that an answer that was on its way meanwhile is known to be old. */
  #heard = 0;
  /** Ids of the answers that the page was told. */
  readonly #told = new Set<string>();
  /** Whether the visitor chose what is shown. */
  #chosen = false;
  /** Metadata that waits for a first message. */
  #data: Readonly<Record<string, unknown>> | undefined;

  constructor(options: { readonly base: string; readonly keep: Keep; readonly emit: Emit }) {
    this.#base = options.base;
    this.#keep = options.keep;
    this.#emit = options.emit;
    this.drafts = new Drafts(this.#keep);
    this.#visitor = readVisitor(this.#keep);
    this.#client = new WidgetClient({ base: this.#base, secret: this.#visitor.secret });
    this.outbox = new Outbox({
      keep: this.#keep,
      send: (message) => this.#send(message),
      onSent: (sent, message) => this.#onSent(sent, message),
    });
    effect(() => this.#emit("unread", this.unread.value));
  }

  /** Asks how the widget is set up, goes on where the last page was. @throws what keeps the desk from answering */
  async start(): Promise<void> {
    try {
      this.config.value = await this.#client.call("GET", "/config");
    } catch (error) {
      if (error instanceof Refused && !error.passing) this.closed.value = true;
      throw error;
    }
    if (this.#visitor.known) this.#follow();
    void this.outbox.run();
    this.#emit("ready", undefined);
  }

  /** Opens the window on the conversation that goes on, else on the list, else on a new one. */
  open(): void {
    if (this.opened.value) return;
    this.opened.value = true;
    this.#keep.write("open", true);
    if (!this.#chosen) this.#showDefault();
    this.#emit("open", undefined);
  }

  /** Whether the window was open on the page before. */
  get wasOpen(): boolean {
    return this.#keep.read("open") === true;
  }

  close(): void {
    if (!this.opened.value) return;
    this.opened.value = false;
    this.#keep.write("open", undefined);
    this.#emit("close", undefined);
  }

  /** Shows the list, a conversation, or a new one, as the visitor chose; the next page shows the same. */
  show(view: View): void {
    this.#chosen = true;
    if (view !== "list") this.#keep.write("shown", view.conversationId ?? "new");
    this.#display(view);
  }

  #display(view: View): void {
    this.place.value++;
    this.view.value = view;
    this.complaint.value = "";
    this.#stopWriting();
    this.thread.show(view === "list" ? null : view.conversationId);
  }

  /** What the last page showed, else the conversation that goes on, else a new one. */
  #showDefault(): void {
    const kept = this.#keep.read("shown");
    const going = this.conversations.value.find(({ resolved }) => !resolved) ?? this.conversations.value[0];
    const latest = typeof kept === "string" ? kept : going?.id ?? "new";
    const conversationId = latest === "new" ? null : latest;
    if (this.view.value === "list" || this.view.value.conversationId !== conversationId) {
      this.#display({ conversationId });
    } else if (conversationId !== null) void this.thread.load();
  }

  /** Keeps what stands in a field, and tells the team that the visitor writes. */
  keepDraft(conversationId: string | null, text: string): void {
    // Nobody is taken away from where they write.
    if (text !== "") this.#chosen = true;
    this.drafts.keep(conversationId, text);
    if (text === "" || conversationId === null || performance.now() - this.#typedAt < TYPING_EVERY_MS) return;
    this.#typedAt = performance.now();
    void this.#client.call("POST", `/conversations/${conversationId}/typing`).catch(() => {});
  }

  /** Puts a text back in the field that it came from. */
  restore(conversationId: string | null, text: string): void {
    this.drafts.keep(conversationId, text);
    this.restored.value++;
  }

  /** Sends what was written, with the files that are there. */
  write(conversationId: string | null, text: string): void {
    this.complaint.value = "";
    this.#chosen = true;
    this.keepDraft(conversationId, "");
    this.#typedAt = -Infinity;
    this.outbox.add({ conversationId, text, files: this.attachments.take() });
  }

  async #send(message: Outgoing): Promise<VisitorSentView> {
    const sent = await this.#client.call<VisitorSentView>("POST", "/messages", {
      key: message.key,
      text: message.text,
      ...(message.conversationId === null ? {} : { conversationId: message.conversationId }),
      ...(message.files.length === 0 ? {} : { files: message.files.map(({ id }) => id) }),
      ...(this.#data === undefined ? {} : { data: this.#data }),
    });
    this.#data = undefined;
    return sent;
  }

  #onSent({ conversation, message }: VisitorSentView, { conversationId }: Outgoing): void {
    this.#heard++;
    const line = this.conversations.value.find(({ id }) => id === conversation.id);
    // An answer may have been heard before the desk's word that it has the message.
    if (line === undefined || line.lastMessageAt <= conversation.lastMessageAt) this.#line(conversation);
    const view = this.view.value;
    if (view !== "list" && view.conversationId === conversationId) {
      if (conversationId === null) this.#showAs(conversation.id);
      this.thread.begin(conversation.id, message);
      // What was heard of it while nothing showed it.
      if (conversationId === null) void this.thread.load();
    }
    if (!this.#visitor.known) this.#become({ ...this.#visitor, known: true });
  }

  /** A new conversation is shown as the one that it has become, with what stands in its field meanwhile. */
  #showAs(conversationId: string): void {
    const draft = this.drafts.of(null);
    this.drafts.keep(null, "");
    this.drafts.keep(conversationId, draft);
    this.view.value = { conversationId };
    this.#keep.write("shown", conversationId);
  }

  /** Takes a line of the list as it is now. */
  #line(conversation: VisitorConversationView): void {
    this.conversations.value = withConversation(this.conversations.value, conversation);
  }

  /** Takes another state of the visitor, or another visitor. */
  #become(visitor: Visitor): void {
    const another = visitor.secret !== this.#visitor.secret;
    this.#visitor = visitor;
    keepVisitor(this.#keep, visitor);
    this.#stopLive();
    if (another) {
      this.#client = new WidgetClient({ base: this.#base, secret: visitor.secret });
      this.conversations.value = [];
      this.announcement.value = "";
      this.#keep.write("shown", undefined);
      this.#chosen = false;
      this.#display({ conversationId: null });
    }
    if (visitor.known) this.#follow();
  }

  #follow(): void {
    this.#stopLive();
    this.#stopLive = followLive(this.#client, {
      onEvent: (event) => this.#take(event),
      onState: (state) => {
        this.connection.value = state;
        if (state === "live") void this.outbox.run();
        else this.#stopWriting();
      },
    });
  }

  #take({ event, data }: LiveEvent): void {
    switch (event) {
      case "ready":
      case "reset":
        void this.#refresh();
        break;
      case "news":
        this.#takeNews(data as VisitorNews);
        break;
      case "typing": {
        const { conversationId, writing } = data as { conversationId: string; writing: boolean };
        this.#stopWriting();
        if (!writing || this.current.value?.id !== conversationId) return;
        this.writing.value = true;
        this.#writingTimer = setTimeout(() => this.#stopWriting(), WRITING_MS);
      }
    }
  }

  #stopWriting(): void {
    clearTimeout(this.#writingTimer);
    this.writing.value = false;
  }

  #takeNews({ conversation, messages }: VisitorNews): void {
    this.#heard++;
    this.#line(conversation);
    const shown = this.current.value?.id === conversation.id;
    if (shown) this.thread.hear(messages);
    for (const message of messages) this.#tell(message, shown);
  }

  #tell(message: VisitorMessageView, shown: boolean): void {
    if ((message.from !== "agent" && message.from !== "ai") || this.#told.has(message.id)) return;
    this.#told.add(message.id);
    if (shown) this.#stopWriting();
    const author = message.from === "agent" ? message.author : null;
    const name = message.from === "ai" ? words.assistant : author ?? words.team;
    // What is heard has no marks.
    const text = message.text === ""
      ? message.files.map((file) => file.name).join(", ")
      : markdownToPlain(parseMarkdown(message.text));
    this.announcement.value = words.wrote(name, text);
    this.#emit("message", { from: message.from, author, text: message.text });
  }

  /** Asks anew for what is shown. */
  async #refresh(): Promise<void> {
    const client = this.#client;
    const heard = this.#heard;
    try {
      const list = await client.call<readonly VisitorConversationView[]>("GET", "/conversations");
      if (client !== this.#client) return;
      if (heard !== this.#heard) return await this.#refresh();
      this.conversations.value = list;
    } catch {
      // The stream that told of it is lost too, and comes back.
      return;
    }
    const view = this.view.value;
    if (view === "list") return;
    if (view.conversationId !== null) await this.thread.load();
    else if (this.opened.value && !this.#chosen) this.#showDefault();
  }

  /** Loads the page before what is shown. */
  async loadOlder(): Promise<void> {
    if (!await this.thread.loadOlder()) this.complaint.value = words.notLoaded;
  }

  /** The visitor looks at what is shown. */
  seen(): void {
    const conversation = this.current.value;
    const last = this.thread.pages.value?.messages.at(-1);
    if (conversation === undefined || last === undefined || conversation.unread === 0) return;
    this.#line({ ...conversation, unread: 0 });
    void this.#client.call("POST", `/conversations/${conversation.id}/seen`, { messageId: last.id }).catch(
      () => {},
    );
  }

  /** A file of a message, as the browser can save it. @throws {Refused} @throws {Unreachable} */
  download(id: string): Promise<Blob> {
    return this.#client.download(id);
  }

  /** Who the site's server says that the visitor is. Whether it was believed. */
  async setUser(jwt: string): Promise<boolean> {
    this.outbox.hold(true);
    try {
      return await this.#identify(jwt);
    } finally {
      this.outbox.hold(false);
    }
  }

  async #identify(jwt: string): Promise<boolean> {
    const outcome = await identify(this.#client, jwt);
    if (outcome === "believed") {
      this.#become({ ...this.#visitor, known: true, identified: true });
      return true;
    }
    // What is somebody else's stays theirs, and nobody goes on under an identity that was to be replaced.
    if (outcome === "conflict" || this.#visitor.identified) this.#become(newVisitor());
    return outcome === "conflict" && await this.#identify(jwt);
  }

  /** Metadata of the contact; with the first message when nothing was written yet. Whether it was taken. */
  async setContactData(data: Readonly<Record<string, unknown>>): Promise<boolean> {
    this.#data = { ...this.#data, ...data };
    if (!this.#visitor.known) return true;
    try {
      const { kept } = await this.#client.call<{ kept: boolean }>("POST", "/data", { data });
      if (kept) this.#data = undefined;
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) return true;
      this.#data = undefined;
      complain(`setContactData was refused: ${JSON.stringify(error.details["issues"] ?? error.code)}`);
      return false;
    }
  }

  /** Ends the visit: the secret opens nothing any more and this browser keeps nothing. */
  async shutdown(): Promise<void> {
    const { known } = this.#visitor;
    const client = this.#client;
    this.close();
    this.outbox.clear();
    this.attachments.take();
    this.drafts.clear();
    this.#data = undefined;
    this.#become(newVisitor());
    if (known) await client.call("DELETE", "/visitor").catch(() => {});
  }
}

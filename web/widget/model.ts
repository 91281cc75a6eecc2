/**
 * What the widget knows and does, without what it looks like: the visitor, their conversations, what is on its way. The
 * parts of the page show its signals and call its methods.
 * @module
 */
import { computed, effect, signal, untracked } from "@preact/signals";
import { markdownToPlain, parseMarkdown } from "../../service/messagerie/markdown.ts";
import type { VisitorNews } from "../../service/messagerie/widget/visitor_reads.ts";
import type {
  VisitorConversationView,
  VisitorMessageView,
  VisitorSentView,
  WidgetConfigView,
} from "../../service/messagerie/widget/views.ts";
import { Attachments } from "./attachments.ts";
import { Refused, type VisitorClient } from "./client.ts";
import { Drafts } from "./drafts.ts";
import { complain, type Emit } from "./events.ts";
import { identify } from "./identify.ts";
import type { Keep } from "./keep.ts";
import { type Connection, followLive, type LiveEvent } from "./live.ts";
import { Outbox, type Outgoing } from "./outbox.ts";
import { ShownThread } from "./shown_thread.ts";
import { withConversation } from "./thread_pages.ts";
import { keepVisitor, newVisitor, readVisitor, VISITOR, type Visitor } from "./visitor.ts";
import { words } from "./words.ts";

/** What is shown in the window: the list, or a conversation (null: one that is not begun). */
export type View = "list" | { readonly conversationId: string | null };

/** What the desk says of a message that it has. */
interface Sent extends VisitorSentView {
  /** Whether something was heard meanwhile. */
  readonly overtaken: boolean;
}

/** The visitor writes: told at most this often. */
const TYPING_EVERY_MS = 8_000;
/** What the desk had no time for is asked again after this long, twice as long each time. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

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
    onPage: (conversation, missed) => {
      this.#line(conversation);
      this.#tell(conversation.id, missed);
    },
    onGone: () => this.show({ conversationId: null }),
  });
  readonly connection = signal<Connection>("connecting");
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
  /** Conversations where somebody of the team writes. */
  readonly #writers = signal<ReadonlySet<string>>(new Set());
  /** Whether somebody writes where it is shown. */
  readonly writing = computed(() => this.#writers.value.has(this.current.value?.id ?? ""));
  readonly unread = computed(() => this.conversations.value.reduce((sum, { unread }) => sum + unread, 0));
  readonly attachments = new Attachments(() => this.#client, (text) => this.complaint.value = text);
  readonly outbox: Outbox<Sent>;
  readonly drafts: Drafts;

  readonly #connect: (secret: string) => VisitorClient;
  readonly #keep: Keep;
  readonly #emit: Emit;
  #visitor: Visitor;
  #client: VisitorClient;
  /** Undefined: what happens is not followed. */
  #stopLive: (() => void) | undefined;
  #typedAt = -Infinity;
  /** Counts what was heard, so that an answer that was on its way meanwhile is known to be old. */
  #heard = 0;
  /** Counts refreshes: the latest goes on. */
  #refreshes = 0;
  /** Ends what asks who the visitor is; undefined: nothing does. */
  #identifying: AbortController | undefined;
  /** Settles once it is known who the visitor is. */
  #identified: Promise<unknown> = Promise.resolve();
  /** Ids of the answers that the page was told. */
  readonly #told = new Set<string>();
  /** Whether the visitor chose what is shown. */
  #chosen = false;
  /** Metadata that waits for a first message. */
  #data: Readonly<Record<string, unknown>> | undefined;

  constructor(options: {
    /** Asks as the visitor who has this secret. */
    readonly connect: (secret: string) => VisitorClient;
    readonly keep: Keep;
    readonly emit: Emit;
  }) {
    this.#connect = options.connect;
    this.#keep = options.keep;
    this.#emit = options.emit;
    this.drafts = new Drafts(this.#keep);
    this.#visitor = readVisitor(this.#keep) ?? newVisitor();
    this.#client = this.#connect(this.#visitor.secret);
    this.outbox = new Outbox({
      keep: this.#keep,
      send: (message) => this.#send(message),
      visitor: () => this.#visitor,
      onSent: (sent, message) => this.#onSent(sent, message),
    });
    this.#keep.onChange(VISITOR, () => this.#hearOfVisitor());
    effect(() => {
      const unread = this.unread.value;
      // What the page does of it is no part of what it depends on.
      untracked(() => this.#emit("unread", unread));
    });
  }

  /** Asks how the widget is set up, goes on where the last page was. @throws what keeps the desk from answering */
  async start(): Promise<void> {
    try {
      this.config.value = await this.#client.call("GET", "/config");
    } catch (error) {
      if (error instanceof Refused && !error.passing) this.closed.value = true;
      throw error;
    }
    this.closed.value = false;
    this.#follow();
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
    this.thread.show(view === "list" ? null : view.conversationId);
  }

  /** What the last page showed, else the conversation that goes on, else a new one. */
  #showDefault(): void {
    // Whose conversations they would be is not known.
    if (this.#identifying !== undefined) return;
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
    this.#settle();
    this.outbox.add({ conversationId, text, files: this.attachments.take() });
  }

  /** From its first word on a browser has one visitor, whichever of its pages writes, and whether the answer is lost. */
  #settle(): void {
    if (this.#visitor.known) return;
    if (readVisitor(this.#keep) === undefined) keepVisitor(this.#keep, this.#visitor);
    else this.#hearOfVisitor();
  }

  async #send(message: Outgoing): Promise<Sent> {
    const heard = this.#heard;
    const data = this.#data;
    const sent = await this.#client.call<VisitorSentView>("POST", "/messages", {
      key: message.key,
      text: message.text,
      ...(message.conversationId === null ? {} : { conversationId: message.conversationId }),
      ...(message.files.length === 0 ? {} : { files: message.files.map(({ id }) => id) }),
      ...(data === undefined ? {} : { data }),
    });
    this.#dataTaken(data);
    return { ...sent, overtaken: heard !== this.#heard };
  }

  #onSent({ conversation, message, overtaken }: Sent, { conversationId }: Outgoing): void {
    this.#heard++;
    // What was heard meanwhile may be newer; if it is older, the news of this message are still to come.
    const isKnown = this.conversations.value.some(({ id }) => id === conversation.id);
    if (!isKnown || !overtaken) this.#line(conversation);
    const view = this.view.value;
    if (view !== "list" && view.conversationId === conversationId) {
      if (conversationId !== null) this.thread.sent(message);
      else this.#beginAs(conversation.id, message);
    }
    if (!this.#visitor.known) this.#become({ ...this.#visitor, known: true });
    void this.#giveData();
  }

  /** A new conversation is shown as the one that it has become, with what stands in its field meanwhile. */
  #beginAs(conversationId: string, message: VisitorMessageView): void {
    const draft = this.drafts.of(null);
    this.drafts.keep(null, "");
    this.drafts.keep(conversationId, draft);
    this.view.value = { conversationId };
    this.#keep.write("shown", conversationId);
    this.thread.begin(conversationId, message);
    // What was heard of it while nothing showed it.
    void this.#refresh();
  }

  /** Takes a line of the list as it is now. */
  #line(conversation: VisitorConversationView): void {
    this.conversations.value = withConversation(this.conversations.value, conversation);
  }

  /** Takes another state of the visitor, or another visitor, on the browser's other pages too. */
  #become(visitor: Visitor): void {
    keepVisitor(this.#keep, visitor.known ? visitor : undefined);
    this.#turnInto(visitor);
  }

  /** Another page of this browser says who the visitor is, or that the visit is over. */
  #hearOfVisitor(): void {
    const kept = readVisitor(this.#keep);
    const { secret, known, identified } = this.#visitor;
    if (kept === undefined) {
      if (known || !this.outbox.isEmpty) this.#turnInto(newVisitor());
    } else if (kept.secret !== secret || kept.known && !known || kept.identified && !identified) {
      this.#turnInto(kept);
    }
  }

  #turnInto(visitor: Visitor): void {
    const another = visitor.secret !== this.#visitor.secret;
    this.#visitor = visitor;
    this.#stopFollowing();
    if (another) {
      this.#client = this.#connect(visitor.secret);
      this.conversations.value = [];
      this.announcement.value = "";
      this.outbox.handOver();
      this.attachments.clear();
      this.#keep.write("shown", undefined);
      this.#chosen = false;
      this.#display({ conversationId: null });
    }
    this.#follow();
  }

  /** Follows what happens, of a visitor whom the desk knows and nobody is about to replace. */
  #follow(): void {
    if (!this.#visitor.known || this.#identifying !== undefined || this.#stopLive !== undefined) return;
    this.#stopLive = followLive(this.#client, {
      onEvent: (event) => this.#take(event),
      onState: (state) => {
        this.connection.value = state;
        if (state === "live") void this.outbox.run();
        else this.#writers.value = new Set();
      },
    });
  }

  #stopFollowing(): void {
    this.#stopLive?.();
    this.#stopLive = undefined;
    this.#writers.value = new Set();
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
        this.#setWriting(conversationId, writing);
      }
    }
  }

  /** Somebody of the team begins to write, or stops. */
  #setWriting(conversationId: string, writes: boolean): void {
    const writers = new Set(this.#writers.value);
    if (writes) writers.add(conversationId);
    else writers.delete(conversationId);
    this.#writers.value = writers;
  }

  #takeNews({ conversation, messages }: VisitorNews): void {
    this.#heard++;
    this.#line(conversation);
    if (this.current.value?.id === conversation.id && !this.thread.hear(messages)) void this.#refresh();
    this.#tell(conversation.id, messages);
  }

  /** Tells the page of answers that it was not told of; it may end the visit in answer to one. */
  #tell(conversationId: string, messages: readonly VisitorMessageView[]): void {
    const client = this.#client;
    for (const message of messages) {
      if (client !== this.#client) return;
      if ((message.from !== "agent" && message.from !== "ai") || this.#told.has(message.id)) continue;
      this.#told.add(message.id);
      this.#setWriting(conversationId, false);
      const author = message.from === "agent" ? message.author : null;
      const name = message.from === "ai" ? words.assistant : author ?? words.team;
      // What is heard has no marks.
      const text = message.text === ""
        ? message.files.map((file) => file.name).join(", ")
        : markdownToPlain(parseMarkdown(message.text));
      this.announcement.value = words.wrote(name, text);
      this.#emit("message", { from: message.from, author, text: message.text });
    }
  }

  /** Asks anew for what is shown, until the desk has told it. A stream that is lost asks again once it is back. */
  async #refresh(): Promise<void> {
    this.thread.miss();
    const turn = ++this.#refreshes;
    const client = this.#client;
    const goesOn = () =>
      turn === this.#refreshes && client === this.#client && this.connection.value === "live";
    for (let wait = FIRST_WAIT_MS; goesOn(); wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      if (await this.#loadShown(goesOn)) return;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  /** Loads the list, then what is shown of it. Whether it could. */
  async #loadShown(goesOn: () => boolean): Promise<boolean> {
    const heard = this.#heard;
    const list = await this.#client.call<readonly VisitorConversationView[]>("GET", "/conversations")
      .catch(() => undefined);
    if (list === undefined || !goesOn()) return false;
    if (heard !== this.#heard) return await this.#loadShown(goesOn);
    this.conversations.value = list;
    const view = this.view.value;
    if (view === "list") return true;
    if (view.conversationId !== null) return await this.thread.load();
    if (this.opened.value && !this.#chosen) this.#showDefault();
    return true;
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

  /** Who the site's server says that the visitor is: the latest word stands. Whether it was believed. */
  async setUser(jwt: string): Promise<boolean> {
    this.#identifying?.abort();
    const over = this.#identifying = new AbortController();
    this.outbox.hold();
    const identified = this.#identify(jwt, over.signal);
    this.#identified = identified;
    const isBelieved = await identified;
    if (!over.signal.aborted) this.#endIdentifying();
    return isBelieved;
  }

  #endIdentifying(): void {
    this.#identifying?.abort();
    this.#identifying = undefined;
    this.outbox.release();
    this.#follow();
  }

  async #identify(jwt: string, over: AbortSignal): Promise<boolean> {
    const client = this.#client;
    const outcome = await identify(client, jwt, over);
    if (over.aborted) return false;
    // Another page has made it another visitor meanwhile.
    if (client !== this.#client) return await this.#identify(jwt, over);
    if (outcome === "believed") {
      this.#become({ ...this.#visitor, known: true, identified: true });
      return true;
    }
    // What is somebody else's stays theirs, and nobody goes on under an identity that was to be replaced.
    if (outcome === "conflict" || this.#visitor.identified) {
      this.drafts.clear();
      this.#become(newVisitor());
    }
    return outcome === "conflict" && await this.#identify(jwt, over);
  }

  /** Metadata of the contact; with the first message when nothing was written yet. Whether it was taken. */
  async setContactData(data: Readonly<Record<string, unknown>>): Promise<boolean> {
    this.#data = { ...this.#data, ...data };
    return await this.#giveData();
  }

  /** Gives what waits to the desk, once it is known whose it is. Whether it was not refused. */
  async #giveData(): Promise<boolean> {
    for (let known; known !== this.#identified;) await (known = this.#identified);
    const data = this.#data;
    if (data === undefined || !this.#visitor.known) return true;
    try {
      const { kept } = await this.#client.call<{ kept: boolean }>("POST", "/data", { data });
      if (kept) this.#dataTaken(data);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) return true;
      this.#dataTaken(data);
      complain(`setContactData was refused: ${JSON.stringify(error.details["issues"] ?? error.code)}`);
      return false;
    }
  }

  /** What was added meanwhile is still to be given. */
  #dataTaken(data: Readonly<Record<string, unknown>> | undefined): void {
    if (this.#data === data) this.#data = undefined;
  }

  /** Ends the visit: the secret opens nothing any more and this browser keeps nothing. */
  async shutdown(): Promise<void> {
    const { known } = this.#visitor;
    const client = this.#client;
    this.close();
    this.outbox.clear();
    this.drafts.clear();
    this.#data = undefined;
    this.#become(newVisitor());
    this.#endIdentifying();
    if (known) await client.call("DELETE", "/visitor").catch(() => {});
  }
}

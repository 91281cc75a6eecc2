/**
 * What the widget knows and does, without what it looks like: the visitor, their conversations, what is on its way. The
 * parts of the page show its signals and call its methods.
 * @module
 */
import { effect, signal, untracked } from "@preact/signals";
import type { TabLocks } from "../kit/election.ts";
import { markdownToPlain, parseMarkdown } from "../../service/messagerie/markdown.ts";
import type {
  VisitorMessageView,
  VisitorSentView,
  WidgetConfigView,
} from "../../service/messagerie/widget/views.ts";
import { type AttachmentLimits, Attachments } from "./attachments.ts";
import { Refused, type VisitorClient } from "./client.ts";
import { type Answer, Conversations, type View } from "./conversations.ts";
import { Drafts } from "./drafts.ts";
import { complain, type Emit } from "./events.ts";
import { identify } from "./identify.ts";
import type { Keep } from "./keep.ts";
import { Outbox, type Outgoing } from "./outbox.ts";
import { keepVisitor, newVisitor, readVisitor, VISITOR, type Visitor } from "./visitor.ts";
import { words } from "./words.ts";

/** What the desk says of a message that it has. */
interface Sent extends VisitorSentView {
  /** How much was heard when it was sent. */
  readonly heard: number;
}

/** The visitor writes: told at most this often. */
const TYPING_EVERY_MS = 8_000;
/** The widget of one site in one page. */
export class WidgetModel {
  readonly config = signal<WidgetConfigView | undefined>(undefined);
  /** The site's widget is closed, or was never open. */
  readonly closed = signal(false);
  readonly opened = signal(false);
  readonly view = signal<View>({ conversationId: null });
  readonly #talk = new Conversations({
    client: () => this.#client,
    view: this.view,
    attendance: () => ({ locks: this.#locks, name: this.#keep.nameOf("stream") }),
    onAnswer: (answer) => this.#announce(answer),
    onLive: () => void this.outbox.run(),
    onList: () => {
      if (this.opened.value && !this.#chosen) this.#showDefault();
    },
    onGone: () => this.show({ conversationId: null }),
  });
  readonly conversations = this.#talk.list;
  readonly thread = this.#talk.thread;
  readonly connection = this.#talk.connection;
  readonly current = this.#talk.current;
  readonly writing = this.#talk.writing;
  readonly unread = this.#talk.unread;
  /** What went wrong last, in words. */
  readonly complaint = signal("");
  /** What came in, for those who hear the page. */
  readonly announcement = signal("");
  /** How often a text was put back in the field. */
  readonly restored = signal(0);
  /** Changes with what is shown, but not when a new conversation becomes one that the desk knows. */
  readonly place = signal(0);
  readonly attachments = new Attachments(() => this.#client, (text) => this.complaint.value = text);
  readonly outbox: Outbox<Sent>;
  readonly drafts: Drafts;

  readonly #connect: (secret: string) => VisitorClient;
  readonly #keep: Keep;
  readonly #locks: TabLocks | undefined;
  readonly #emit: Emit;
  #visitor: Visitor;
  #client: VisitorClient;
  #typedAt = -Infinity;
  /** Ends what asks who the visitor is; undefined: nothing does. */
  #identifying: AbortController | undefined;
  /** Settles once it is known who the visitor is. */
  #identified: Promise<unknown> = Promise.resolve();
  /** Whether the visitor chose what is shown. */
  #chosen = false;
  /** Metadata that waits for a first message. */
  #data: Readonly<Record<string, unknown>> | undefined;

  constructor(options: {
    /** Asks as the visitor who has this secret. */
    readonly connect: (secret: string) => VisitorClient;
    readonly keep: Keep;
    /** Between the browser's pages; undefined where there are none. */
    readonly locks?: TabLocks | undefined;
    readonly emit: Emit;
  }) {
    this.#connect = options.connect;
    this.#keep = options.keep;
    this.#locks = options.locks;
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

  /** Begins to send files for the next message. */
  attach(files: Iterable<File>, limits: AttachmentLimits): void {
    this.#settle();
    this.attachments.add(files, limits);
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

  /** From its first word or file on a browser has one visitor, whichever of its pages writes, and whether the answer is lost. */
  #settle(): void {
    if (this.#visitor.known) return;
    if (readVisitor(this.#keep) === undefined) keepVisitor(this.#keep, this.#visitor);
    else this.#hearOfVisitor();
  }

  async #send(message: Outgoing): Promise<Sent> {
    const { heard } = this.#talk;
    const data = this.#data;
    const sent = await this.#client.call<VisitorSentView>("POST", "/messages", {
      key: message.key,
      text: message.text,
      ...(message.conversationId === null ? {} : { conversationId: message.conversationId }),
      ...(message.files.length === 0 ? {} : { files: message.files.map(({ id }) => id) }),
      ...(data === undefined ? {} : { data }),
    });
    this.#dataTaken(data);
    return { ...sent, heard };
  }

  #onSent({ conversation, message, heard }: Sent, { conversationId }: Outgoing): void {
    this.#talk.sent(conversation, heard);
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
    this.drafts.begin(conversationId);
    this.view.value = { conversationId };
    this.#keep.write("shown", conversationId);
    this.thread.begin(conversationId, message);
    // What was heard of it while nothing showed it.
    void this.#talk.refresh();
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
      const hasWaiting = !this.outbox.isEmpty || this.attachments.list.value.length > 0;
      if (known || hasWaiting) this.#turnInto(newVisitor());
    } else if (kept.secret !== secret || kept.known && !known || kept.identified && !identified) {
      this.#turnInto(kept);
    }
  }

  #turnInto(visitor: Visitor): void {
    const another = visitor.secret !== this.#visitor.secret;
    this.#visitor = visitor;
    this.#talk.stop();
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
    if (this.#visitor.known && this.#identifying === undefined) this.#talk.follow();
  }

  /** Tells the page of an answer; it may end the visit for it. */
  #announce(answer: Answer): void {
    const author = answer.from === "agent" ? answer.author : null;
    const name = answer.from === "ai" ? words.assistant : author ?? words.team;
    // What is heard has no marks.
    const text = answer.text === ""
      ? answer.files.map((file) => file.name).join(", ")
      : markdownToPlain(parseMarkdown(answer.text));
    this.announcement.value = words.wrote(name, text);
    this.#emit("message", { from: answer.from, author, text: answer.text });
  }

  /** Loads the page before what is shown. */
  async loadOlder(): Promise<void> {
    if (!await this.thread.loadOlder()) this.complaint.value = words.notLoaded;
  }

  /** The visitor looks at what is shown. */
  seen(): void {
    this.#talk.seen();
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
    this.drafts.hold();
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
    this.drafts.release();
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
      this.drafts.handOver();
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
    // What is on its way makes it known.
    const mayBeKnown = this.#visitor.known || readVisitor(this.#keep) !== undefined;
    const client = this.#client;
    this.close();
    this.outbox.clear();
    this.drafts.clear();
    this.#data = undefined;
    this.#become(newVisitor());
    this.#endIdentifying();
    if (mayBeKnown) await client.call("DELETE", "/visitor").catch(() => {});
  }
}

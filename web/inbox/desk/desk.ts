/**
 * The state of the inbox for as long as the page lives: what is shown, what happens live, what is on its way. One for the
 * person who is signed in; another person's sign-in loads the page anew.
 * @module
 */
import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { ApiFault } from "../api/fault.ts";
import { placeUnread } from "../frame/slots.ts";
import { type Live, live, type LiveListener } from "../live/live.ts";
import { isSignedIn, me, preferences } from "../session/session.ts";
import { Notifier } from "./bell/notifier.ts";
import { deskApi } from "./desk_api.ts";
import { ConversationList } from "./state/conversation_list.ts";
import { Directory } from "./state/directory.ts";
import { Drafts } from "./state/drafts.ts";
import { later } from "../../kit/later.ts";
import { Outbox, type Outgoing } from "./state/outbox.ts";
import { PickedFiles } from "./state/picked_files.ts";
import { Presences } from "./state/presences.ts";
import { Thread } from "./state/thread.ts";
import { Told } from "./state/told.ts";
import type { Bell, Counts, ListItem, ThreadItem } from "./types.ts";

/** Threads that stay as they were when another one is opened. */
const MOST_THREADS = 12;
/** How long first questions wait for the stream to be there, so that nothing falls between the two. */
const STREAM_FIRST_MS = 400;
/** What met no server goes again this often while the stream is there. */
const RETRY_MS = 5_000;
/** Counts are asked for again this long after something changed, and no more often. */
const COUNTS_CALM_MS = 700;

/** Before the first answer. */
const NO_BELL: Bell = { notifications: [], unread: 0 };

/** The inbox's state. */
export class DeskState {
  readonly me: string;
  readonly drafts: Drafts;
  readonly outbox: Outbox;
  readonly files = new PickedFiles();
  readonly list: ConversationList;
  readonly directory = new Directory();
  readonly presences = new Presences();
  readonly notifier: Notifier;
  readonly live: Live;
  readonly #counts = signal<Counts | undefined>(undefined);
  readonly #bell = signal<Bell | undefined>(undefined);
  readonly bell: ReadonlySignal<Bell> = computed(() => this.#bell.value ?? NO_BELL);
  readonly #threads = new Map<string, Thread>();
  readonly #items = new Map<string, ListItem>();
  readonly #countSoon = later(COUNTS_CALM_MS, () => this.#count());
  /** What was told of conversations, by id, of who is there, of the bell and of what was counted. */
  readonly #told = new Told();
  /** What did not come and is asked for again while the stream is there, by name. */
  readonly #owed = new Map<string, () => Promise<unknown>>();
  /** Whether something was asked for that the stream does not follow on from. */
  #isBehind = false;
  #ready = () => {};
  readonly #streamFirst = new Promise<void>((resolve) => {
    this.#ready = resolve;
    setTimeout(() => {
      this.#isBehind = true;
      resolve();
    }, STREAM_FIRST_MS);
  });

  constructor(person: { readonly id: string }) {
    this.me = person.id;
    this.drafts = new Drafts(person.id, { shelf: localStorage });
    this.outbox = new Outbox(person.id, { shelf: localStorage, send: (outgoing) => this.#send(outgoing) });
    this.list = new ConversationList({
      load: async (...asked) => {
        await this.#streamFirst;
        return await deskApi.list(...asked);
      },
      me: person.id,
    });
    this.notifier = new Notifier({
      preferences: () => preferences.value,
      shelf: localStorage,
    });
    this.live = live();
  }

  /** How many conversations each tab holds. */
  get counts(): ReadonlySignal<Counts | undefined> {
    return this.#counts;
  }

  /** Begins to listen, and asks for what every view shows. */
  async start(): Promise<void> {
    effect(() => {
      // The least that is sure to wait: what was given to somebody is often unread as well.
      placeUnread(Math.max(this.#counts.value?.mine.unread ?? 0, this.bell.value.unread));
    });
    effect(() => {
      if (this.live.state.value !== "live") this.presences.clear();
      else untracked(() => void this.outbox.retryWaiting());
    });
    // A call may have met no server that the stream had not lost.
    globalThis.addEventListener("beforeunload", (event) => {
      const hasFiles = !this.files.isEmpty || this.outbox.items.peek().some(({ file }) => file !== undefined);
      // A browser keeps no file over a reload: it asks whether to leave.
      if (hasFiles) event.preventDefault();
    });
    setInterval(() => {
      if (isSignedIn.value && this.live.state.value === "live") this.#askAgain();
    }, RETRY_MS);
    this.live.listen((event) => this.#take(event));
    if (this.live.hasBegun) {
      this.#isBehind = true;
      this.#ready();
    }
    await this.#streamFirst;
    effect(() => {
      if (isSignedIn.value) untracked(() => void this.outbox.retryWaiting());
    });
    await Promise.all([this.#count(), this.#readBell(), this.#readDirectory()]);
  }

  #askAgain(): void {
    void this.outbox.retryWaiting();
    const owed = [...this.#owed.values()];
    this.#owed.clear();
    for (const ask of owed) void ask();
  }

  /** The thread of a conversation: the one that was open before, or a new one that is being asked for. */
  thread(id: string): Thread {
    const known = this.#threads.get(id);
    if (known !== undefined && known.state.peek() !== "gone") {
      this.#threads.delete(id);
      this.#threads.set(id, known);
      if (known.state.peek() === "failed") void known.load();
      return known;
    }
    const thread = new Thread(id, {
      details: async () => {
        await this.#streamFirst;
        return await deskApi.details(id);
      },
      page: async (query) => {
        await this.#streamFirst;
        return await deskApi.thread(id, query);
      },
    });
    this.#threads.set(id, thread);
    const [oldest] = this.#threads.keys();
    if (this.#threads.size > MOST_THREADS && oldest !== undefined) this.#threads.delete(oldest);
    void thread.load();
    return thread;
  }

  /** A conversation as it was last told, wherever. */
  known(id: string): ListItem | undefined {
    return this.#threads.get(id)?.details.value ?? this.#items.get(id) ??
      this.list.lines.value.find(({ item }) => item.id === id)?.item;
  }

  /** Does something to a conversation, and takes what it is now from the answer, unless the stream told of it meanwhile. */
  act<Answer>(
    id: string,
    call: () => Promise<Answer>,
    itemOf: (answer: Answer) => ListItem,
  ): Promise<Answer> {
    return this.#told.ask(id, call, (answer) => this.#apply(itemOf(answer)));
  }

  /** A conversation as the stream tells it. */
  take(item: ListItem): void {
    this.#told.hear(item.id);
    this.#apply(item);
  }

  #apply(item: ListItem): void {
    this.#items.delete(item.id);
    this.#items.set(item.id, item);
    const [oldest] = this.#items.keys();
    if (this.#items.size > 500 && oldest !== undefined) this.#items.delete(oldest);
    this.list.apply(item);
    const thread = this.#threads.get(item.id);
    thread?.update(item);
    // It came back into reach.
    if (thread?.state.peek() === "gone") void thread.load();
    this.#countSoon();
  }

  /** A row of a thread as the stream tells it. */
  takeMessage(conversationId: string, message: ThreadItem): void {
    this.#threads.get(conversationId)?.apply(message);
    if ("key" in message && message.key !== null) this.outbox.settle(message.key);
  }

  /** Marks one of the bell's notifications as read, or all. @throws {ApiFault} */
  async readNotifications(id?: string): Promise<void> {
    await this.#told.ask("bell", () => deskApi.readNotifications(id), (bell) => this.#bell.value = bell);
  }

  /** Says what this person does at a conversation, and learns who else is there. @throws {ApiFault} */
  async sayPresence(conversationId: string, state: "looking" | "writing"): Promise<void> {
    await this.#told.ask(
      `presence ${conversationId}`,
      () => deskApi.presence(conversationId, state),
      (presence) => this.presences.take(presence, this.me),
    );
  }

  /** Asks for everything that is shown again. */
  async refresh(): Promise<void> {
    for (const id of this.#threads.keys()) {
      // Those that nobody looks at are asked for when somebody does.
      if (id !== this.#open) this.#threads.delete(id);
    }
    const shown = [this.#refreshThread(this.#threads.get(this.#open ?? "")), this.#refreshList()];
    await Promise.all([...shown, this.#count(), this.#readBell(), this.#readDirectory()]);
  }

  async #refreshThread(thread: Thread | undefined): Promise<void> {
    await thread?.refresh();
    if (mayPass(thread?.fault.peek())) this.#owed.set("thread", () => this.#refreshThread(thread));
  }

  async #refreshList(): Promise<void> {
    await this.list.refresh();
    if (mayPass(this.list.fault.peek())) this.#owed.set("list", () => this.#refreshList());
  }

  #open: string | undefined;

  /** Which conversation is looked at. */
  opened(id: string | undefined): void {
    this.#open = id;
    this.list.keep(id);
  }

  async #send({ key, conversationId, kind, text, file, resolve }: Outgoing): Promise<void> {
    if (file !== undefined) await holdReadable(file);
    const { message } = await this.act(
      conversationId,
      () =>
        file !== undefined
          ? deskApi.sendFile(conversationId, key, file)
          : kind === "note"
          ? deskApi.note(conversationId, { text, key })
          : deskApi.reply(conversationId, { text, key, resolve }),
      ({ conversation }) => conversation,
    );
    this.#threads.get(conversationId)?.applySent(message);
  }

  async #count(): Promise<void> {
    await this.#askFor(
      "counts",
      () => this.#count(),
      deskApi.counts,
      (counts) => this.#counts.value = counts,
    );
  }

  async #readBell(): Promise<void> {
    await this.#askFor("bell", () => this.#readBell(), deskApi.bell, (bell) => this.#bell.value = bell);
  }

  async #readDirectory(): Promise<void> {
    if (!await this.directory.load()) this.#owed.set("directory", () => this.#readDirectory());
  }

  /** What does not come leaves what was known, and is asked for again: what is wrong is told where somebody waits for it. */
  async #askFor<Answer>(
    name: string,
    again: () => Promise<void>,
    call: () => Promise<Answer>,
    take: (answer: Answer) => void,
  ): Promise<void> {
    // Of several questions the last one counts.
    this.#told.hear(name);
    try {
      await this.#told.ask(name, call, take);
    } catch {
      this.#owed.set(name, again);
    }
  }

  #take(event: Parameters<LiveListener>[0]): void {
    switch (event.event) {
      case "ready":
        this.#ready();
        // A stream that begins anew, later than the questions: something may lie between them.
        if (this.#isBehind) void this.refresh();
        this.#isBehind = true;
        break;
      case "reset":
        this.#ready();
        void this.refresh();
        break;
      case "conversation":
        this.take(event.data);
        break;
      case "gone":
        this.#told.hear(event.data.conversationId);
        this.list.remove(event.data.conversationId);
        this.#items.delete(event.data.conversationId);
        this.#threads.get(event.data.conversationId)?.leave();
        this.#countSoon();
        break;
      case "message":
        this.takeMessage(event.data.conversationId, event.data.message);
        break;
      case "alert":
        if (event.data.yours) {
          this.notifier.alert(event.data.conversationId, this.known(event.data.conversationId));
        }
        break;
      case "notification":
        this.notifier.notify(event.data, this.#bell.value);
        this.#told.hear("bell");
        this.#bell.value = event.data;
        break;
      case "presence":
        this.#told.hear(`presence ${event.data.conversationId}`);
        this.presences.take(event.data, this.me);
        break;
      case "directory":
        void this.#readDirectory();
        break;
    }
  }
}

/** A file that was moved, changed or emptied since it was chosen, or is a folder, would look like a server that is away. */
async function holdReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw new ApiFault("refused", { code: "FILE_UNREADABLE" });
  }
}

/** Whether what failed may come when it is asked for again. */
function mayPass(fault: unknown): boolean {
  return fault instanceof ApiFault && (fault.kind !== "refused" || fault.code === "RATE_LIMITED");
}

let made: DeskState | undefined;

/** The state of the person who is signed in; made, and started, when it is first asked for. */
export function desk(): DeskState {
  if (made === undefined) {
    const { value: person } = me;
    if (person === undefined) throw new Error("nobody is signed in");
    made = new DeskState(person);
    void made.start();
  }
  return made;
}

/**
 * The state of the inbox for as long as the page lives: what is shown, what happens live, what is on its way. One for the
 * person who is signed in; another person's sign-in loads the page anew.
 * @module
 */
import { effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { later } from "../../kit/later.ts";
import { placeUnread } from "../frame/slots.ts";
import { type Live, live, type LiveListener } from "../live/live.ts";
import { isSignedIn, me, preferences } from "../session/session.ts";
import { Notifier } from "./bell/notifier.ts";
import { deskApi } from "./desk_api.ts";
import { ConversationList } from "./state/conversation_list.ts";
import { Directory } from "./state/directory.ts";
import { Drafts } from "./state/drafts.ts";
import { Outbox, type Outgoing } from "./state/outbox.ts";
import { Presences } from "./state/presences.ts";
import { Thread } from "./state/thread.ts";
import type { Bell, Counts, ListItem, ThreadItem } from "./types.ts";

/** Threads that stay as they were when another one is opened. */
const MOST_THREADS = 12;
/** How long first questions wait for the stream to be there, so that nothing falls between the two. */
const STREAM_FIRST_MS = 400;
/** What met no server goes again this often while the stream is there. */
const RETRY_MS = 5_000;
/** Counts are asked for again this long after something changed, and no more often. */
const COUNTS_CALM_MS = 700;

/** The inbox's state. */
export class DeskState {
  readonly me: string;
  readonly drafts: Drafts;
  readonly outbox: Outbox;
  readonly list: ConversationList;
  readonly directory = new Directory();
  readonly presences = new Presences();
  readonly notifier: Notifier;
  readonly live: Live;
  readonly #counts = signal<Counts | undefined>(undefined);
  readonly #bell = signal<Bell>({ notifications: [], unread: 0 });
  readonly #threads = new Map<string, Thread>();
  readonly #items = new Map<string, ListItem>();
  readonly #countSoon = later(COUNTS_CALM_MS, () => this.#count());
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

  get bell(): ReadonlySignal<Bell> {
    return this.#bell;
  }

  /** Begins to listen, and asks for what every view shows. */
  async start(): Promise<void> {
    effect(() => {
      // The least that is sure to wait: what was given to somebody is often unread as well.
      placeUnread(Math.max(this.#counts.value?.mine.unread ?? 0, this.#bell.value.unread));
    });
    effect(() => {
      if (this.live.state.value !== "live") this.presences.clear();
      else untracked(() => void this.outbox.retryWaiting());
    });
    // A call may have met no server that the stream had not lost.
    setInterval(() => {
      if (isSignedIn.value && this.live.state.value === "live") void this.outbox.retryWaiting();
    }, RETRY_MS);
    this.live.listen((event) => this.#take(event));
    if (this.live.hasBegun) {
      this.#isBehind = true;
      this.#ready();
    }
    await this.#streamFirst;
    effect(() => {
      if (isSignedIn.value) untracked(() => void this.#cameBack());
    });
    await Promise.all([this.#count(), this.#readBell(), this.directory.load()]);
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

  /** A conversation as it is now: from the stream, or as an action's answer. */
  take(item: ListItem): void {
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

  /** A row of a thread as it is now. */
  takeMessage(conversationId: string, message: ThreadItem): void {
    this.#threads.get(conversationId)?.apply(message);
    if ("key" in message && message.key !== null) this.outbox.settle(message.key);
  }

  /** What the bell holds now. */
  takeBell(bell: Bell): void {
    this.#bell.value = bell;
  }

  /** Asks for everything that is shown again. */
  async refresh(): Promise<void> {
    for (const [id, thread] of this.#threads) {
      // Those that nobody looks at are asked for when somebody does.
      if (id !== this.#open) this.#threads.delete(id);
      else void thread.refresh();
    }
    await Promise.all([this.list.refresh(), this.#count(), this.#readBell(), this.directory.load()]);
  }

  #open: string | undefined;

  /** Which conversation is looked at. */
  opened(id: string | undefined): void {
    this.#open = id;
    this.list.keep(id);
  }

  async #send({ key, conversationId, kind, text, resolve }: Outgoing): Promise<void> {
    const { conversation, message } = kind === "note"
      ? await deskApi.note(conversationId, { text, key })
      : await deskApi.reply(conversationId, { text, key, resolve });
    this.takeMessage(conversationId, message);
    this.take(conversation);
  }

  async #cameBack(): Promise<void> {
    this.live.resume();
    await this.outbox.retryWaiting();
  }

  async #count(): Promise<void> {
    try {
      this.#counts.value = await deskApi.counts();
    } catch {
      // The tabs go on with what they knew; what is wrong is told where somebody waits for it.
    }
  }

  async #readBell(): Promise<void> {
    try {
      this.takeBell(await deskApi.bell());
    } catch {
      // As above.
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
        this.takeBell(event.data);
        break;
      case "presence":
        this.presences.take(event.data, this.me);
        break;
      case "directory":
        void this.directory.load();
        break;
    }
  }
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

/**
 * Pages of one browser that have the widget's model, over a desk in memory.
 */
import type { FakeDesk } from "./fake_desk.ts";
import { settle } from "./browser_stub.ts";
import type { WidgetEvents } from "../../../web/widget/events.ts";
import { Keep } from "../../../web/widget/keep.ts";
import { WidgetModel } from "../../../web/widget/model.ts";

/** A browser: what its pages of one site keep. */
export class TestBrowser {
  readonly kept = new Map<string, string>();
  readonly tabs: Tab[] = [];

  /** Opens a page, after what `before` does as the page's own script. */
  open(desk: FakeDesk, before: (tab: Tab) => void = () => {}): Tab {
    const tab = new Tab(desk, this);
    this.tabs.push(tab);
    before(tab);
    void begin(tab);
    return tab;
  }

  /** A page is left: whatever it waits for, it gets no more. */
  leave(tab: Tab): void {
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    tab.left = true;
  }
}

/** As main.tsx: until the desk says how the widget is set up. */
async function begin(tab: Tab): Promise<void> {
  while (!tab.left && !await tab.model.start().then(() => true, () => false)) {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/** A page. */
export class Tab {
  readonly model: WidgetModel;
  /** Where it hears what other pages keep. */
  readonly target = new EventTarget();
  readonly told: string[] = [];
  readonly listeners: ((name: string, data: unknown) => void)[] = [];
  left = false;
  /** How many times it is being asked who is there. */
  asking = 0;

  constructor(desk: FakeDesk, browser: TestBrowser) {
    const keep = new Keep("site", () => storageOf(browser, this), this.target);
    this.model = new WidgetModel({
      keep,
      connect: (secret) => {
        const { call, stream, upload, download } = desk.connect(secret);
        return {
          call: (...asked) => this.#whileHere(() => call(...asked)),
          stream: (...asked) => this.#whileHere(() => stream(...asked)),
          upload: (...asked) => this.#whileHere(() => upload(...asked)),
          download,
        };
      },
      emit: (name, data) => {
        if (name === "message") this.told.push((data as WidgetEvents["message"]).text);
        for (const listener of this.listeners) listener(name, data);
      },
    });
  }

  /** A page that was left asks nothing and hears no answer any more. */
  #whileHere<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (!this.left) {
        ask().then((value) => this.left || resolve(value), (error) => this.left || reject(error));
      }
    });
  }

  /** The texts that are shown, those on their way last. */
  get shown(): string[] {
    const { view, thread, outbox } = this.model;
    if (view.value === "list") return [];
    const { conversationId } = view.value;
    const messages = thread.pages.value?.messages ?? [];
    const arrived = new Set(messages.map((one) => one.from === "visitor" ? one.key : null));
    return [
      ...messages.map((one) => "text" in one ? one.text : one.from),
      ...outbox.messages.value.filter((one) => one.conversationId === conversationId && !arrived.has(one.key))
        .map(({ text }) => text),
    ];
  }

  /** The site's page says who is there. */
  signIn(person: string): void {
    this.asking++;
    void this.model.setUser(person).then(() => this.asking--);
  }

  /** Writes into what is shown. */
  write(text: string): void {
    const { view } = this.model;
    if (view.value !== "list") this.model.write(view.value.conversationId, text);
  }
}

/** What the page sees of what the browser keeps; the others hear of what it changes. */
function storageOf({ kept, tabs }: TestBrowser, tab: Tab): Storage {
  const change = (key: string, value: string | undefined) => {
    if (kept.get(key) === value || tab.left) return;
    if (value === undefined) kept.delete(key);
    else kept.set(key, value);
    for (const other of tabs) {
      if (other !== tab) {
        queueMicrotask(() => other.target.dispatchEvent(Object.assign(new Event("storage"), { key })));
      }
    }
  };
  return new Proxy({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => change(key, value),
    removeItem: (key: string) => change(key, undefined),
  } as Storage, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

/** Lets everything arrive that is on its way, and everybody come back who waits. */
export async function calm(desk: FakeDesk, fire: () => Promise<boolean>): Promise<void> {
  for (let steps = 0;; steps++) {
    if (steps > 2_000) throw new Error("it never comes to rest");
    await settle();
    const [call] = desk.calls;
    const stream = desk.streams.find(({ pending }) => pending.length > 0);
    if (call !== undefined) desk.deliver(call);
    else if (stream !== undefined) desk.tell(stream);
    else if (!await fire()) return;
  }
}

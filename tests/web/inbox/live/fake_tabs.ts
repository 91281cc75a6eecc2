/**
 * Tabs of one browser that share a live stream, for tests without a browser: its locks, its channel, a server whose changes
 * have places; tabs that close, sleep with or without a word, and wake.
 * @module
 */
import { FakeLock } from "../../kit/fake_lock.ts";
import type { ServerEvent } from "../../../../web/kit/event_reader.ts";
import { SharedStream, type TabChannel } from "../../../../web/inbox/live/shared_stream.ts";
import type { TabSign } from "../../../../web/inbox/live/tab_signs.ts";

type Message = Parameters<TabChannel["postMessage"]>[0];

/** A desk that is one value for each name, changed one after the other. */
export class FakeServer {
  readonly #changes: { readonly name: string; readonly value: number }[] = [];
  readonly #open = new Set<ReadableStreamDefaultController<Uint8Array>>();
  isAway = false;
  isSignedIn = true;
  /** Connections so far. */
  asked: (string | null)[] = [];

  get connections(): number {
    return this.#open.size;
  }

  get values(): ReadonlyMap<string, number> {
    return new Map(this.#changes.map(({ name, value }) => [name, value]));
  }

  change(name: string): void {
    this.#changes.push({ name, value: this.#changes.length + 1 });
    this.#tell(this.#textAfter(this.#changes.length - 1));
  }

  /** Every connection breaks. */
  cut(): void {
    for (const controller of this.#open) controller.error(new TypeError("cut"));
    this.#open.clear();
  }

  /** `isAnother`: somebody has signed in again already. */
  endSession({ isAnother = false }: { readonly isAnother?: boolean } = {}): void {
    this.isSignedIn = isAnother;
    this.#tell('event: bye\ndata: {"reason":"session"}\n\n');
  }

  fetch = ((_url: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
    const after = headers["last-event-id"] ?? null;
    this.asked.push(after);
    if (this.isAway) return Promise.reject(new TypeError("away"));
    if (!this.isSignedIn) return Promise.resolve(new Response(null, { status: 401 }));
    let own: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller;
        this.#open.add(own);
        controller.enqueue(new TextEncoder().encode("retry: 1000\n\n"));
        controller.enqueue(
          new TextEncoder().encode(
            after === null
              ? `event: ready\ndata: {}\n\n${this.#placeText()}`
              : this.#textAfter(Number(after)),
          ),
        );
        signal.addEventListener("abort", () => {
          if (this.#open.delete(own)) own.error(signal.reason);
        });
      },
      cancel: () => void this.#open.delete(own),
    });
    return Promise.resolve(new Response(body));
  }) as unknown as typeof fetch;

  #tell(text: string): void {
    for (const controller of this.#open) controller.enqueue(new TextEncoder().encode(text));
  }

  #textAfter(place: number): string {
    const told = this.#changes.slice(place).map((change) =>
      `event: change\ndata: ${JSON.stringify(change)}\n\n`
    );
    return told.join("") + this.#placeText();
  }

  #placeText(): string {
    return `id: ${this.#changes.length}\n\n`;
  }
}

/** What a browser has. */
export interface BrowserOptions {
  readonly hasLocks?: boolean;
  readonly hasChannel?: boolean;
}

/** The browser. */
export class FakeBrowserTabs implements Disposable {
  readonly server = new FakeServer();
  readonly lock = new FakeLock();
  readonly options: BrowserOptions;
  tabs: FakeTab[] = [];

  constructor(options: BrowserOptions = {}) {
    this.options = options;
  }

  open(): FakeTab {
    const tab = new FakeTab(this);
    this.tabs.push(tab);
    tab.stream.start();
    return tab;
  }

  get leaders(): readonly FakeTab[] {
    return this.tabs.filter((tab) => tab.connections > 0);
  }

  deliver(from: FakeTab, message: Message): void {
    const data = structuredClone(message);
    for (const tab of this.tabs) if (tab !== from) tab.later(() => tab.channel?.onmessage?.({ data }));
  }

  [Symbol.dispose](): void {
    for (const tab of [...this.tabs]) tab.close();
  }
}

/** One tab: what it shows of the server. */
export class FakeTab {
  readonly #browser: FakeBrowserTabs;
  #waiting: (() => void)[] = [];
  #listener: (sign: TabSign) => void = () => {};
  #isGone = false;
  #isAsleep = false;
  readonly stream: SharedStream;
  channel: TabChannel | undefined;
  isVisible = true;
  readonly values = new Map<string, number>();
  readonly events: ServerEvent[] = [];
  signedOut = 0;
  sessionsAnew = 0;
  connections = 0;

  constructor(browser: FakeBrowserTabs) {
    this.#browser = browser;
    const { hasLocks = true, hasChannel = true } = browser.options;
    this.stream = new SharedStream({
      url: "/live",
      name: "one",
      onEvent: (event) => this.#take(event),
      onSignedOut: () => this.signedOut++,
      onSessionAnew: () => this.sessionsAnew++,
      signs: {
        isVisible: () => this.isVisible,
        listen: (listener) => {
          this.#listener = listener;
          return () => this.#listener = () => {};
        },
      },
      locks: hasLocks ? browser.lock.for(this) : undefined,
      channel: hasChannel ? () => this.#join() : undefined,
      fetch: (...asked) => this.#fetch(...asked),
    });
  }

  /** What a tab that sleeps is told, it hears when it wakes. */
  later(run: () => void): void {
    if (this.#isGone) return;
    if (this.#isAsleep) this.#waiting.push(run);
    else queueMicrotask(() => this.#isAsleep ? this.later(run) : !this.#isGone && run());
  }

  /** `warned`: the browser says so first. */
  sleep(warned: boolean): void {
    if (this.#isAsleep) return;
    if (warned) this.#listener("away");
    this.#isAsleep = true;
  }

  wake(): void {
    if (!this.#isAsleep) return;
    this.#isAsleep = false;
    for (const run of this.#waiting.splice(0)) run();
    this.#listener("back");
  }

  look(): void {
    this.#listener("seen");
  }

  /** Without a warning: as a tab that crashed or was discarded. */
  close({ warned = false }: { readonly warned?: boolean } = {}): void {
    if (warned) this.#listener("away");
    this.#isGone = true;
    this.#browser.tabs = this.#browser.tabs.filter((tab) => tab !== this);
    this.#browser.lock.drop(this);
    this.stream.stop();
  }

  async #fetch(...asked: Parameters<typeof fetch>): Promise<Response> {
    this.connections++;
    const { signal } = asked[1] as { signal: AbortSignal };
    signal.addEventListener("abort", () => this.connections--);
    return await this.#browser.server.fetch(...asked);
  }

  #join(): TabChannel {
    return this.channel = {
      onmessage: null,
      postMessage: (message) => {
        if (!this.#isGone && !this.#isAsleep) this.#browser.deliver(this, message);
      },
      close: () => {},
    };
  }

  #take(event: ServerEvent): void {
    this.events.push(event);
    if (event.event === "change") {
      const { name, value } = JSON.parse(event.data);
      this.values.set(name, value);
    } else {
      // The page asks for everything again.
      this.values.clear();
      for (const [name, value] of this.#browser.server.values) this.values.set(name, value);
    }
  }
}

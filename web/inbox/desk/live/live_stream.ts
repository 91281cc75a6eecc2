/**
 * The live stream, kept up: it comes back by itself after a cut, after the machine slept and after the server started again,
 * and goes on where it was. It is read by `fetch`, not by `EventSource`: only so can a page see that the session has ended,
 * and that a connection is dead which nobody has closed.
 * @module
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { EventReader, type ServerEvent } from "../../../kit/event_reader.ts";

/** `connecting`: for the first time; `lost`: it was there, and is being sought. */
export type LiveState = "connecting" | "live" | "lost" | "ended";

/** What the stream is given. */
export interface LiveStreamOptions {
  readonly url: string;
  /** An event, in order. What it throws is the page's fault and does not end the stream. */
  readonly onEvent: (event: ServerEvent) => void;
  /** The server says that nobody is signed in. The stream rests until `resume`. */
  readonly onSignedOut: () => void;
  readonly fetch?: typeof fetch;
}

/** Between attempts: at once, then slower, each with up to as much again by chance, so that not all come back together. */
const DELAYS_MS = [0, 500, 1_000, 2_000];
/** The server says something every 15 seconds or so, be it nothing. Longer silence is a dead connection. */
const SILENCE_MS = 40_000;
/** How often silence and sleep are looked for. */
const LOOK_MS = 5_000;

/** The stream. */
export class LiveStream {
  readonly #options: LiveStreamOptions;
  readonly #state = signal<LiveState>("connecting");
  #abort: AbortController | undefined;
  #lastId = "";
  #failures = 0;
  #heardAt = 0;
  #wake: (() => void) | undefined;
  #stopped = false;

  constructor(options: LiveStreamOptions) {
    this.#options = options;
  }

  /** Where the stream stands. */
  get state(): ReadonlySignal<LiveState> {
    return this.#state;
  }

  /** Begins, and looks after itself until `stop`. */
  start(): void {
    void this.#run();
    const timer = setInterval(() => this.#lookForSilence(), LOOK_MS);
    const seek = () => this.#seek();
    addEventListener("online", seek);
    addEventListener("pageshow", seek);
    document.addEventListener("visibilitychange", seek);
    this.#onStop = () => {
      clearInterval(timer);
      removeEventListener("online", seek);
      removeEventListener("pageshow", seek);
      document.removeEventListener("visibilitychange", seek);
    };
  }

  #onStop = () => {};

  /** Goes on after `onSignedOut`. */
  resume(): void {
    if (this.#state.value !== "ended") return;
    this.#state.value = "lost";
    this.#failures = 0;
    void this.#run();
  }

  /** Ends for good. */
  stop(): void {
    this.#stopped = true;
    this.#onStop();
    this.#abort?.abort();
    this.#wake?.();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const outcome = await this.#follow();
      if (this.#stopped) return;
      if (outcome === "signed out") {
        this.#state.value = "ended";
        this.#options.onSignedOut();
        return;
      }
      if (this.#state.value === "live") this.#state.value = "lost";
      const delay = DELAYS_MS[Math.min(this.#failures++, DELAYS_MS.length - 1)] ?? 0;
      await this.#rest(delay * (1 + Math.random()));
    }
  }

  /** One connection, from its start to its end. */
  async #follow(): Promise<"cut" | "signed out"> {
    const abort = this.#abort = new AbortController();
    const { url, fetch: send = fetch, onEvent } = this.#options;
    this.#heardAt = Date.now();
    try {
      const response = await send(url, {
        headers: {
          accept: "text/event-stream",
          ...(this.#lastId === "" ? {} : { "last-event-id": this.#lastId }),
        },
        cache: "no-store",
        signal: abort.signal,
      });
      if (response.status === 401) return "signed out";
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        return "cut";
      }
      const events = new EventReader();
      const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await pieces.read();
        if (done) return "cut";
        this.#heardAt = Date.now();
        for (const event of events.take(value)) {
          if (event.event === "bye") {
            await pieces.cancel();
            return event.data.includes('"session"') ? "signed out" : "cut";
          }
          this.#failures = 0;
          this.#state.value = "live";
          onEvent(event);
        }
        if (events.lastId !== "") this.#lastId = events.lastId;
      }
    } catch {
      return "cut";
    } finally {
      abort.abort();
    }
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** The network is back, or somebody looks again: no reason to wait any longer. */
  #seek(): void {
    if (document.visibilityState === "hidden") return;
    this.#lookForSilence();
    if (this.#state.value !== "live") this.#wake?.();
  }

  #lookForSilence(): void {
    if (Date.now() - this.#heardAt > SILENCE_MS) this.#abort?.abort();
  }
}

/**
 * One live stream, kept up: it comes back by itself after a cut and after the server started again, and goes on where it was.
 * It is read by `fetch`, not by `EventSource`: only so can a page see that the session has ended, and that a connection is
 * dead which nobody has closed. It knows no other tab and no page (`shared_stream.ts`).
 * @module
 */
import type { Signal } from "@preact/signals";
import { EventReader, type ServerEvent } from "../../kit/event_reader.ts";

/** `connecting`: for the first time; `lost`: it was there, and is being sought; `ended`: nobody is signed in. */
export type LiveState = "connecting" | "live" | "lost" | "ended";

/** What a piece of the stream told, and the places in the change feed before and after it. */
export interface Heard {
  readonly events: readonly ServerEvent[];
  readonly before: string;
  readonly place: string;
}

/** What the stream is given. */
export interface LiveStreamOptions {
  readonly url: string;
  /** The place to go on from; "" begins anew. */
  readonly place: string;
  /** Where it stands, written by the stream alone for as long as it runs. */
  readonly state: Signal<LiveState>;
  /** A piece, also one that tells nothing but that the server is there. */
  readonly onHeard: (heard: Heard) => void;
  /** The server says that nobody is signed in: it is over. */
  readonly onSignedOut: () => void;
  /** The session that it was read in has ended or changed, and it goes on in the one that there is now. */
  readonly onSessionAnew: () => void;
  readonly fetch?: typeof fetch;
}

/** Between attempts: at once, then slower, each with up to as much again by chance, so that not all come back together. */
const DELAYS_MS = [0, 500, 1_000, 2_000];
/** The server says something every 15 seconds or so, be it nothing. Longer silence is a dead connection. */
const SILENCE_MS = 40_000;

/** The stream. */
export class LiveStream {
  readonly #options: LiveStreamOptions;
  #place: string;
  #abort: AbortController | undefined;
  #failures = 0;
  #heardAt = 0;
  #wake: (() => void) | undefined;
  /** The server has ended the session that it was read in. */
  #isSessionOver = false;
  #isStopped = false;

  constructor(options: LiveStreamOptions) {
    this.#options = options;
    this.#place = options.place;
  }

  /** Begins, and goes on until `stop` or until nobody is signed in. */
  start(): void {
    void this.#run();
  }

  /** Ends for good. */
  stop(): void {
    this.#isStopped = true;
    this.#abort?.abort();
    this.#wake?.();
  }

  /** Ends a connection that has been silent for too long. To be called every few seconds. */
  look(): void {
    if (Date.now() - this.#heardAt > SILENCE_MS) this.#abort?.abort();
  }

  /** The network is back, or somebody looks again: no reason to wait any longer. */
  seek(): void {
    this.look();
    this.#wake?.();
  }

  async #run(): Promise<void> {
    const { state, onSignedOut } = this.#options;
    while (!this.#isStopped) {
      const outcome = await this.#follow();
      if (this.#isStopped) return;
      if (outcome === "signed out") return onSignedOut();
      if (state.value === "live") state.value = "lost";
      const delay = DELAYS_MS[Math.min(this.#failures++, DELAYS_MS.length - 1)] ?? 0;
      await this.#rest(delay * (1 + Math.random()));
    }
  }

  /** One connection, from its start to its end. */
  async #follow(): Promise<"cut" | "signed out"> {
    const abort = this.#abort = new AbortController();
    const { url, fetch: send = fetch } = this.#options;
    this.#heardAt = Date.now();
    try {
      const response = await send(url, {
        headers: {
          accept: "text/event-stream",
          ...(this.#place === "" ? {} : { "last-event-id": this.#place }),
        },
        cache: "no-store",
        signal: abort.signal,
      });
      if (response.status === 401) return "signed out";
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        return "cut";
      }
      const reader = new EventReader();
      const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await pieces.read();
        if (done || this.#isStopped) return "cut";
        const events = reader.take(value);
        const bye = events.find(({ event }) => event === "bye");
        this.#hear(events.filter((event) => event !== bye), reader.lastId);
        if (bye !== undefined) {
          // Who signed in again meanwhile has another session: whether there is one is said by the next answer.
          this.#isSessionOver ||= bye.data.includes('"session"');
          await pieces.cancel();
          return "cut";
        }
      }
    } catch {
      return "cut";
    } finally {
      abort.abort();
    }
  }

  #hear(events: readonly ServerEvent[], lastId: string): void {
    const before = this.#place;
    this.#heardAt = Date.now();
    if (lastId !== "") this.#place = lastId;
    // A place says that the server has let this reader in, also where nothing was missed.
    if (events.length > 0 || lastId !== "") {
      this.#failures = 0;
      this.#options.state.value = "live";
      if (this.#isSessionOver) this.#options.onSessionAnew();
      this.#isSessionOver = false;
    }
    this.#options.onHeard({ events, before, place: this.#place });
  }

  #rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve();
      };
    });
  }
}

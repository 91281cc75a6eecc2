/**
 * One live stream for all tabs of a browser: over HTTP/1.1 a browser has six connections to a server, and a stream in each
 * tab would leave none for the pages' calls. One tab leads: it reads the stream and tells the others what it hears, word for
 * word; when it closes, sleeps or stops to answer, another one leads and goes on at the place that it had come to. Each tab
 * knows its place, so that it notices what it was not told, and then asks for everything again.
 *
 * Where a browser has no locks (plain http from another machine), the tabs agree by asking each other; for a moment two may
 * lead then, which tells some things twice. Where it has no channel either, each tab leads itself.
 * @module
 */
import { effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { Election, type TabLocks } from "../../kit/election.ts";
import type { ServerEvent } from "../../kit/event_reader.ts";
import { type Heard, type LiveState, LiveStream } from "./live_stream.ts";
import type { TabSigns } from "./tab_signs.ts";

/** What tabs say to each other. A leader's `term` is higher than that of those before it. */
type TabMessage =
  /** Who leads? Where does the stream stand? */
  | { readonly is: "hello" }
  | { readonly is: "heard"; readonly term: number; readonly heard: Heard }
  | { readonly is: "state"; readonly term: number; readonly state: LiveState; readonly place: string }
  /** The session has changed. */
  | { readonly is: "session"; readonly term: number }
  /** The leader goes. */
  | { readonly is: "left"; readonly term: number };

/** What `BroadcastChannel` has. */
export interface TabChannel {
  onmessage: ((message: { readonly data: TabMessage }) => void) | null;
  postMessage(message: TabMessage): void;
  close(): void;
}

/** What the stream is given. */
export interface SharedStreamOptions {
  readonly url: string;
  /** Names the stream among the tabs: one for each person. */
  readonly name: string;
  /** An event, in order. What it throws is the page's fault and does not end the stream. */
  readonly onEvent: (event: ServerEvent) => void;
  /** Nobody is signed in. The stream rests until `resume`. */
  readonly onSignedOut: () => void;
  /**
   * Somebody signed in again, at whichever tab, or may see more or less than before, or this tab slept meanwhile: the session
   * is to be asked for.
   */
  readonly onSessionAnew: () => void;
  readonly signs: TabSigns;
  readonly locks: TabLocks | undefined;
  /** Undefined: the browser has none. */
  readonly channel: ((name: string) => TabChannel) | undefined;
  readonly fetch?: typeof fetch;
}

/** How often a tab looks whether the stream is there. */
const LOOK_MS = 2_000;
/** The server says something every 15 seconds or so, which the leader passes on: after this long a tab asks for it. */
const QUIET_MS = 20_000;
/** A leader that does not answer for this long is frozen or gone. */
const PATIENCE_MS = 4_000;
/** Without locks: how long a tab that opens, or that lost its leader, waits for another one to lead. */
const AGREE_MS = 100;

/** The stream of this tab: its own, or another tab's. */
export class SharedStream {
  readonly #options: SharedStreamOptions;
  readonly #state: Signal<LiveState> = signal("connecting");
  readonly #channel: TabChannel | undefined;
  readonly #election: Election;
  /** While this tab leads. */
  #own: LiveStream | undefined;
  #place = "";
  #term = 0;
  #heardAt = 0;
  /** Since when an answer is waited for. */
  #askedAt: number | undefined;
  #isAway = false;
  #stop = () => {};

  constructor(options: SharedStreamOptions) {
    const { name, locks, channel } = this.#options = options;
    this.#channel = channel?.(name);
    this.#election = new Election({
      locks: this.#channel && locks,
      name,
      onHeld: () => this.#lead(),
      onLost: () => this.#follow(),
    });
  }

  /** Where the stream stands. */
  get state(): ReadonlySignal<LiveState> {
    return this.#state;
  }

  /** Begins, and looks after itself until `stop`. */
  start(): void {
    if (this.#channel !== undefined) this.#channel.onmessage = ({ data }) => this.#receive(data);
    const timer = setInterval(() => this.#look(), LOOK_MS);
    const deafen = this.#options.signs.listen((sign) => {
      if (sign === "away") this.#leave();
      else if (sign === "back") this.#comeBack();
      else if (this.#options.signs.isVisible()) this.#seek();
    });
    const untell = effect(() => this.#tellState(this.#state.value));
    this.#stop = () => {
      clearInterval(timer);
      deafen();
      untell();
    };
    this.#join();
  }

  /** Goes on after `onSignedOut`. */
  resume(): void {
    if (this.#state.value !== "ended") return;
    this.#state.value = "lost";
    if (!this.#isAway) this.#join();
  }

  /** Ends for good. */
  stop(): void {
    this.#stop();
    this.#leave();
    this.#election.close();
    this.#channel?.close();
  }

  /** Takes part: behind the tab that leads, or first. */
  #join(): void {
    if (this.#channel === undefined) return this.#election.wait();
    this.#ask();
    if (this.#options.locks) this.#election.wait();
    else this.#agree();
  }

  /** Without locks: leads, unless somebody else does until then. */
  #agree(): void {
    const askedAt = this.#askedAt ??= Date.now();
    setTimeout(() => {
      if (this.#askedAt === askedAt && this.#state.value !== "ended" && !this.#isAway) this.#election.steal();
    }, AGREE_MS * (1 + Math.random()));
  }

  #lead(): void {
    if (this.#own !== undefined) return;
    this.#askedAt = undefined;
    // Later than every leader that this tab has heard of, also where the clock was put back; of two at once, one.
    this.#term = Math.max(Date.now(), this.#term + 1) + Math.random();
    const { url, onSignedOut, onSessionAnew, fetch } = this.#options;
    this.#own = new LiveStream({
      url,
      place: this.#place,
      state: this.#state,
      onHeard: (heard) => {
        this.#post({ is: "heard", term: this.#term, heard });
        this.#take(heard);
      },
      onSignedOut: () => {
        this.#end();
        onSignedOut();
      },
      onSessionAnew: () => {
        this.#post({ is: "session", term: this.#term });
        onSessionAnew();
      },
      ...(fetch === undefined ? {} : { fetch }),
    });
    this.#tellState(this.#state.peek());
    this.#own.start();
  }

  /** Another tab leads now. */
  #follow(): void {
    this.#own?.stop();
    this.#own = undefined;
    this.#heardAt = Date.now();
    if (this.#options.locks && !this.#isAway) this.#election.wait();
  }

  #end(): void {
    this.#state.value = "ended";
    this.#own?.stop();
    this.#own = undefined;
    this.#askedAt = undefined;
    this.#election.leave();
  }

  /** A tab that sleeps must not hold up the others. */
  #leave(): void {
    this.#isAway = true;
    if (this.#own !== undefined) this.#post({ is: "left", term: this.#term });
    this.#own?.stop();
    this.#own = undefined;
    this.#election.leave();
  }

  #comeBack(): void {
    if (!this.#isAway) return this.#seek();
    this.#isAway = false;
    if (this.#state.value === "ended") return;
    if (this.#state.value === "live") this.#state.value = "lost";
    // Somebody else may have signed in while it slept, and the stream is theirs.
    this.#options.onSessionAnew();
    this.#join();
  }

  #receive(message: TabMessage): void {
    if (message.is === "hello") {
      this.#tellState(this.#state.peek());
      // Who asks looks on, while this tab may be one whose clocks the browser slows down: it may not know that it is cut.
      return this.#own?.seek();
    }
    // A leader that slept, and does not know yet that it no longer leads.
    if (message.term < this.#term) return;
    if (this.#own !== undefined) {
      this.#election.leave();
      this.#follow();
    }
    this.#term = message.term;
    this.#heardAt = Date.now();
    this.#askedAt = undefined;
    if (this.#state.value === "ended") {
      if (message.is === "state" && message.state === "live") this.#options.onSessionAnew();
      return;
    }
    switch (message.is) {
      case "heard":
        this.#catchUp(message.heard.before);
        return this.#take(message.heard);
      case "state":
        if (message.state === "ended") {
          this.#end();
          return this.#options.onSignedOut();
        }
        this.#state.value = message.state;
        return this.#catchUp(message.place);
      case "session":
        return this.#options.onSessionAnew();
      case "left":
        if (!this.#options.locks && !this.#isAway) this.#agree();
    }
  }

  /** The leader has come to this place. */
  #catchUp(place: string): void {
    if (place === "") return;
    // From here on this tab is told everything; what it knew before may be older.
    if (this.#place === "") this.#tell({ event: "ready", data: "{}" });
    else if (Number(this.#place) < Number(place)) this.#tell({ event: "reset", data: "{}" });
    this.#place = place;
  }

  #take({ events, place }: Heard): void {
    for (const event of events) this.#tell(event);
    this.#place = place;
  }

  #tell(event: ServerEvent): void {
    try {
      this.#options.onEvent(event);
    } catch (error) {
      reportError(error);
    }
  }

  /** Only who leads knows. */
  #tellState(state: LiveState): void {
    if (this.#own === undefined) return;
    this.#post({ is: "state", term: this.#term, state, place: this.#place });
  }

  #post(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  #ask(): void {
    this.#askedAt ??= Date.now();
    this.#post({ is: "hello" });
  }

  /** The network is back, or somebody looks again: no reason to wait any longer. */
  #seek(): void {
    if (this.#own !== undefined) this.#own.seek();
    else if (!this.#isAway && this.#state.value !== "ended") this.#ask();
  }

  #look(): void {
    if (this.#isAway || this.#state.value === "ended") return;
    if (this.#own !== undefined) return this.#own.look();
    const now = Date.now();
    if (this.#askedAt !== undefined && now - this.#askedAt >= PATIENCE_MS) {
      this.#askedAt = undefined;
      return this.#election.steal();
    }
    const isSought = this.#state.value !== "live" && this.#options.signs.isVisible();
    if (isSought || now - this.#heardAt >= QUIET_MS) this.#ask();
  }
}

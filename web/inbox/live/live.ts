/**
 * The live stream of the person who is signed in, for every area that shows what others may change: one for the page, made and
 * started when it is first asked for.
 * @module
 */
import { effect, type ReadonlySignal, untracked } from "@preact/signals";
import type { LiveEvent } from "../../../server/messagerie/live/events.ts";
import type { Frozen } from "../../../server/messagerie/inbox/route.ts";
import type { TabLocks } from "../../kit/election.ts";
import type { ServerEvent } from "../../kit/event_reader.ts";
import { API_ROOT } from "../api/client.ts";
import { askAgain, isOver, isSignedIn, me, sessionEnded } from "../session/session.ts";
import { readLiveEvent } from "./live_events.ts";
import type { LiveState } from "./live_stream.ts";
import { SharedStream, type TabChannel } from "./shared_stream.ts";
import { tabSigns } from "./tab_signs.ts";

/** Takes what the stream tells. */
export type LiveListener = (event: Frozen<LiveEvent>) => void;

/** What areas have of the stream. */
export class Live {
  readonly #stream: SharedStream;
  readonly #listeners = new Set<LiveListener>();
  #hasBegun = false;

  constructor(person: { readonly id: string }) {
    this.#stream = new SharedStream({
      url: `${API_ROOT}/live`,
      name: `messagerie.live.1.${person.id}`,
      onEvent: (event) => this.#tell(event),
      onSignedOut: sessionEnded,
      onSessionAnew: () => void askAgain(),
      signs: tabSigns,
      // Absent outside of secure contexts.
      locks: navigator.locks as TabLocks | undefined,
      channel: "BroadcastChannel" in globalThis
        ? (name) => new BroadcastChannel(name) as TabChannel
        : undefined,
    });
    this.#stream.start();
    // Goes on once somebody has signed in again.
    effect(() => {
      if (isSignedIn.value) untracked(() => this.#stream.resume());
    });
    effect(() => {
      if (isOver.value) untracked(() => this.#stream.stop());
    });
  }

  get state(): ReadonlySignal<LiveState> {
    return this.#stream.state;
  }

  /** Whether all that happens is told: what is asked for from now on misses nothing. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /** Gives what ends the listening. */
  listen(listener: LiveListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(raw: ServerEvent): void {
    const event = readLiveEvent(raw);
    if (event === undefined) return;
    if (event.event === "ready" || event.event === "reset") this.#hasBegun = true;
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        reportError(error);
      }
    }
  }
}

let made: Live | undefined;

/** The stream of the person who is signed in. */
export function live(): Live {
  if (made === undefined) {
    const { value: person } = me;
    if (person === undefined) throw new Error("nobody is signed in");
    made = new Live(person);
  }
  return made;
}

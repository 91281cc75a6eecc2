/**
 * Who of the team looks at or writes in which conversation, so that two do not answer at once. Kept in the memory of this
 * process alone and told through its own live streams: it is worth no write, and is over after seconds. Behind several
 * processes, people see those of their own.
 * @module
 */
import type { Env } from "../../../base/env.ts";

/** What somebody does there. */
export type PresenceState = "looking" | "writing";

/** Who is at a conversation now, in the order in which they came. */
export interface PresenceView {
  readonly conversationId: string;
  readonly people: readonly { readonly id: string; readonly name: string; readonly state: PresenceState }[];
}

/** A conversation, and where it is reached. */
export interface PresencePlace {
  readonly id: string;
  readonly inboxNo: number;
}

/** What was said holds so long without being said again: a page says it every 10 seconds. */
const HOLDS_MS = 25_000;
/** The tabs of a browser share a stream: when the one that reads it closes, another one is there after a moment. */
const GONE_MS = 2_000;
/** Somebody who has many pages open is at most at so many conversations: what was said first is forgotten. */
const MAX_PLACES = 20;

interface Here {
  readonly place: PresencePlace;
  readonly people: Map<string, { readonly name: string; state: PresenceState; until: number }>;
}

/** Told whenever somebody comes, goes, or begins or stops to write. */
export type OnPresence = (place: PresencePlace, view: PresenceView) => void;

/** Who is where, through this process. */
export class Presence {
  readonly #env: Pick<Env, "monotonic">;
  readonly #here = new Map<string, Here>();
  /** Who has no page open any more, and when that counts. */
  readonly #gone = new Map<string, number>();
  onChange: OnPresence = () => {};

  constructor(env: Pick<Env, "monotonic">) {
    this.#env = env;
  }

  /** Somebody says what they do, for `holdsMs` unless it is said again; answers with everybody who is there. */
  say(
    place: PresencePlace,
    who: { readonly id: string; readonly name: string },
    state: PresenceState | "away",
    holdsMs: number = HOLDS_MS,
  ): PresenceView {
    this.stay(who.id);
    this.sweep();
    if (state === "away") {
      this.#remove(place.id, who.id);
      return this.#view(place.id);
    }
    const here = this.#here.get(place.id) ?? { place, people: new Map() };
    const known = here.people.get(who.id);
    // A conversation that was moved is told of where it is now.
    this.#here.set(place.id, { place, people: here.people });
    here.people.set(who.id, { name: who.name, state, until: this.#env.monotonic() + holdsMs });
    if (known?.state !== state) this.#tell(place);
    if (known === undefined) this.#bound(who.id);
    return this.#view(place.id);
  }

  /** Whether nobody is anywhere. */
  get isEmpty(): boolean {
    return this.#here.size === 0;
  }

  /** Somebody is nowhere any more. */
  leave(personId: string): void {
    for (const id of [...this.#here.keys()]) this.#remove(id, personId);
  }

  /** Somebody has no page open: they leave, unless they `stay`. */
  leaveSoon(personId: string): void {
    this.#gone.set(personId, this.#env.monotonic() + GONE_MS);
  }

  /** Somebody has a page open. */
  stay(personId: string): void {
    this.#gone.delete(personId);
  }

  /** Forgets what was not said again in time; to be called every second or so. */
  sweep(): void {
    const now = this.#env.monotonic();
    for (const [personId, at] of [...this.#gone]) {
      if (at > now) continue;
      this.#gone.delete(personId);
      this.leave(personId);
    }
    for (const [id, { people }] of [...this.#here]) {
      for (const [personId, { until }] of [...people]) if (until <= now) this.#remove(id, personId);
    }
  }

  #bound(personId: string): void {
    const places = [...this.#here].filter(([, { people }]) => people.has(personId));
    if (places.length > MAX_PLACES) this.#remove(places[0]?.[0] ?? "", personId);
  }

  #remove(conversationId: string, personId: string): void {
    const here = this.#here.get(conversationId);
    if (here === undefined || !here.people.delete(personId)) return;
    if (here.people.size === 0) this.#here.delete(conversationId);
    this.#tell(here.place);
  }

  #view(conversationId: string): PresenceView {
    const people = [...this.#here.get(conversationId)?.people ?? []];
    return { conversationId, people: people.map(([id, { name, state }]) => ({ id, name, state })) };
  }

  #tell(place: PresencePlace): void {
    this.onChange(place, this.#view(place.id));
  }
}

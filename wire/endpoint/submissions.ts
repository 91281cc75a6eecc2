/**
 * What was handed to the relay on this connection, what it answers, and what has to be asked for: an answer that did not
 * come, what an earlier connection left open (contract: channel, Delivery).
 * @module
 */
import type { Envelope } from "../envelope.ts";
import { MAX_ITEMS } from "../limits.ts";
import type { RelayErrorCode } from "../relay_error.ts";
import type { Core } from "./core.ts";
import type { LiveFrame } from "./live_socket.ts";
import { isControl, type Item } from "./outbox.ts";
import type { EndpointRecord, RecipientState } from "./records.ts";

type FrameOf<Type extends LiveFrame["type"]> = Extract<LiveFrame, { readonly type: Type }>;
/** One message to one recipient. */
export interface Name {
  readonly to: string;
  readonly id: string;
}

/** Envelopes handed over and not answered: far below what the relay allows, enough to keep it busy. */
const WINDOW = 64;
/** Their bytes; one envelope is let through whatever its size. */
const WINDOW_BYTES = 2 * 1024 * 1024;
/** An answer that takes longer did not come. */
const ANSWER_MS = 30_000;
/** How often the fate is asked of what the relay has and no receipt has come for. */
const SETTLE_MS = 300_000;
/** Pause after a refusal that says no other. */
const PAUSE_MS = 5_000;

/** Refusals that no time heals. */
const LASTING: ReadonlySet<RelayErrorCode> = new Set(["TOO_LARGE", "FORBIDDEN", "INVALID_REQUEST"] as const);

const keyOf = ({ to, id }: Name) => `${id} ${to}`;

/** Nothing that a person would look at: no phone is woken for it. */
function isQuiet({ content }: Item["message"]): boolean {
  return content.kind !== "message" && content.kind !== "widget" && content.kind !== "answer";
}

/** What is under way. */
export class Submissions {
  readonly #core: Core;
  /** Woken when there is something to seal or to hand over. */
  readonly #wake: () => void;
  /** The relay does not know a recipient: asks for rosters and cards. */
  readonly #onUnknown: () => void;
  readonly #flying = new Map<string, { readonly bytes: number; readonly at: number }>();
  #flyingBytes = 0;
  /** Their fate is asked for before anything else is done with them; null: not asked on this connection yet. */
  readonly #doubtful = new Map<string, Name & { askedAt: number | null }>();
  /** Answered, and the answer is not in the state yet: neither under way nor to be handed over. */
  readonly #answered = new Set<string>();
  readonly #settledAt = new Map<string, number>();
  /** Until when (monotonic) nothing is handed over, in all and to one peer. */
  #pausedUntil = 0;
  readonly #pausedPeers = new Map<string, number>();

  constructor(core: Core, wake: () => void, onUnknown: () => void) {
    this.#core = core;
    this.#wake = wake;
    this.#onUnknown = onUnknown;
  }

  isDoubtful(id: string, to: string): boolean {
    return this.#doubtful.has(keyOf({ id, to }));
  }

  /** A new connection: what is open has to be asked for, since an earlier one may have carried it. */
  begin(): void {
    this.reset();
    for (const item of this.#open("pending", "sealed")) this.#doubt(item);
    this.ask();
  }

  /** The connection ended. */
  reset(): void {
    this.#flying.clear();
    this.#flyingBytes = 0;
    this.#doubtful.clear();
    this.#settledAt.clear();
    this.#pausedUntil = 0;
    this.#pausedPeers.clear();
  }

  /** Hands over what is sealed, as far as the window reaches. */
  submit(): void {
    const { state, env } = this.#core;
    const now = env.monotonic();
    if (!this.#core.isReady || this.#pausedUntil > now) return;
    for (const to of state.outbox.peersWith("sealed")) {
      if ((this.#pausedPeers.get(to) ?? 0) > now) continue;
      for (const item of state.outbox.itemsOf(to, "sealed")) {
        const key = keyOf(item);
        const { envelope } = item.recipient;
        if (this.#flying.has(key) || this.#answered.has(key) || !envelope) continue;
        // In order: what comes after one in doubt waits for it.
        if (this.#doubtful.has(key)) break;
        const bytes = envelope.ciphertext.length;
        if (
          this.#flying.size >= WINDOW || (this.#flying.size > 0 && this.#flyingBytes + bytes > WINDOW_BYTES)
        ) return;
        if (!this.#submitOne(item, envelope, bytes)) return;
      }
    }
  }

  /** Asks for what is in doubt. One question at a time for each item; unanswered ones again after a while. */
  ask(): void {
    const now = this.#core.env.monotonic();
    const items = [...this.#doubtful.values()].filter(({ askedAt }) =>
      askedAt === null || now - askedAt >= ANSWER_MS
    );
    for (let start = 0; start < items.length; start += MAX_ITEMS) {
      const chunk = items.slice(start, start + MAX_ITEMS);
      if (!this.#core.send({ type: "ask", items: chunk.map(({ to, id }) => ({ to, id })) })) return;
      for (const item of chunk) item.askedAt = now;
    }
  }

  /** From time to time: answers that did not come, and what the relay has had for a while. */
  tick(): void {
    const now = this.#core.env.monotonic();
    for (const item of this.#open("sealed")) {
      const flying = this.#flying.get(keyOf(item));
      if (flying && now - flying.at >= ANSWER_MS) {
        this.#land(item);
        this.#doubt(item);
      }
    }
    const submitted = this.#open("submitted");
    const known = new Set(submitted.map(keyOf));
    for (const key of this.#settledAt.keys()) if (!known.has(key)) this.#settledAt.delete(key);
    for (const item of submitted) {
      if (this.#doubtful.size >= MAX_ITEMS) break;
      const key = keyOf(item);
      // Unsettled since this connection began, or since it was last asked for.
      const settledAt = this.#settledAt.get(key);
      if (settledAt !== undefined && now - settledAt < SETTLE_MS) continue;
      this.#settledAt.set(key, now);
      if (settledAt !== undefined || item.recipient.at < this.#core.env.now() - SETTLE_MS) this.#doubt(item);
    }
    this.ask();
  }

  /** The relay has it. */
  onSubmitted({ to, id }: FrameOf<"submitted">): EndpointRecord[] {
    if (!this.#land({ to, id })) return [];
    this.#settledAt.set(keyOf({ to, id }), this.#core.env.monotonic());
    this.#core.clear("queue-full", to);
    return this.#move({ to, id }, ["sealed"], "submitted");
  }

  /** The relay did not take it. */
  onRefused({ to, id, code, retryAfterMs }: FrameOf<"refused">): EndpointRecord[] {
    if (!this.#land({ to, id })) return [];
    const { state, env, isAgent } = this.#core;
    if (LASTING.has(code)) return this.#move({ to, id }, ["sealed"], "refused", code);
    if (code === "RECIPIENT_UNKNOWN") {
      // Gone, or not yet known: an agent that the relay does not know was removed; a device, the next roster tells.
      if (!isAgent && state.agents.has(to)) return this.#move({ to, id }, ["sealed"], "refused", code);
      this.#onUnknown();
    }
    state.setNotTaken(id, to, true);
    const until = env.monotonic() + Math.max(retryAfterMs ?? 0, PAUSE_MS);
    if (code === "QUEUE_FULL") this.#core.raise("queue-full", to);
    if (code === "QUEUE_FULL" || code === "RECIPIENT_UNKNOWN") this.#pausedPeers.set(to, until);
    else this.#pausedUntil = until;
    return [];
  }

  /** What became of what was asked for. */
  onStanding({ items }: FrameOf<"standing">): EndpointRecord[] {
    return items.flatMap(({ to, id, state: standing }) => {
      this.#doubtful.delete(keyOf({ to, id }));
      const item = this.#core.state.outbox.entry(id);
      if (!item) return [];
      switch (standing) {
        case "held":
          return this.#move({ to, id }, ["pending", "sealed"], "submitted");
        case "acknowledged":
          return isControl(item.message.content)
            ? this.#move({ to, id }, ["pending", "sealed", "submitted"], "done")
            : this.#move({ to, id }, ["pending", "sealed"], "submitted");
        case "dropped":
          this.#core.raise("dropped", to);
          return this.#move({ to, id }, ["pending", "sealed", "submitted"], "refused", "DROPPED");
        case "unknown":
          // Never stored, so sealed bytes are handed over again; or it could not be read, so it is sealed again.
          return this.#move({ to, id }, ["submitted"], "pending");
      }
    });
  }

  /** The relay gave these up. */
  onDropped({ items }: FrameOf<"dropped">): EndpointRecord[] {
    return items.flatMap(({ to, id }) => {
      if (!this.#core.state.outbox.recipient(id, to)) return [];
      this.#core.raise("dropped", to);
      return this.#move({ to, id }, ["pending", "sealed", "submitted"], "refused", "DROPPED");
    });
  }

  /** These answers are in the state now. */
  written(records: readonly EndpointRecord[]): void {
    for (const record of records) if (record.t === "progress") this.#answered.delete(keyOf(record));
  }

  /** In how many milliseconds a pause ends. */
  waitMs(): number | undefined {
    const now = this.#core.env.monotonic();
    const waits = [this.#pausedUntil, ...this.#pausedPeers.values()].map((until) => until - now).filter((
      ms,
    ) => ms > 0);
    return waits.length > 0 ? Math.min(...waits) : undefined;
  }

  #submitOne(item: Item, envelope: Envelope, bytes: number): boolean {
    const { state, env } = this.#core;
    // It may have left from here on: uncertain, whatever was known before.
    state.setNotTaken(item.id, item.to, false);
    if (!this.#core.send({ type: "submit", envelope, ...(isQuiet(item.message) ? { quiet: true } : {}) })) {
      return false;
    }
    this.#flying.set(keyOf(item), { bytes, at: env.monotonic() });
    this.#flyingBytes += bytes;
    return true;
  }

  /** An answer came, or will not: makes room. False when nothing was under way, as for an answer that comes twice. */
  #land(name: Name): boolean {
    const flying = this.#flying.get(keyOf(name));
    if (!flying) return false;
    this.#flying.delete(keyOf(name));
    this.#flyingBytes -= flying.bytes;
    this.#wake();
    return true;
  }

  #doubt({ to, id }: Name): void {
    const key = keyOf({ to, id });
    if (!this.#doubtful.has(key)) this.#doubtful.set(key, { to, id, askedAt: null });
  }

  #open(...states: readonly ("pending" | "sealed" | "submitted")[]): Item[] {
    const { outbox } = this.#core.state;
    return states.flatMap((state) => outbox.peersWith(state).flatMap((to) => [...outbox.itemsOf(to, state)]));
  }

  /** A step of one recipient, if it is where the step begins. */
  #move(name: Name, from: readonly RecipientState[], state: RecipientState, code?: string): EndpointRecord[] {
    const { outbox } = this.#core.state;
    const before = outbox.recipient(name.id, name.to)?.state;
    if (before === undefined || !from.includes(before)) return [];
    const at = this.#core.env.now();
    this.#answered.add(keyOf(name));
    return [{ t: "progress", ...name, from, state, at, ...(code === undefined ? {} : { code }) }];
  }
}

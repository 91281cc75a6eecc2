/**
 * The conversations with each agent, built from what the journal says and nothing else. Pure and synchronous. Entries are
 * immutable values: a change replaces one.
 * @module
 */
import type { SendChange } from "../../../wire/endpoint/api.ts";
import type { IncomingRecord, OutgoingMessage } from "../../../wire/endpoint/records.ts";
import type { HistoryEntry, Payload } from "../../../wire/payload.ts";
import { isAgentId } from "../../../wire/ids.ts";
import { type Entry, isAgents } from "./entry.ts";
import { MAX_ENTRIES } from "./limits.ts";

type WidgetEntry = Extract<Entry, { kind: "widget" }>;
type AnswerEntry = Extract<Entry, { kind: "answer" }>;

/** From these nothing goes back; further only. */
const ARRIVED = ["delivered", "processed", "read"];

/** The log. */
export class ConversationLog {
  readonly #entries = new Map<string, Entry>();
  readonly #agents = new Map<string, string[]>();
  /** Ids of answers, by the message that they answer. */
  readonly #answers = new Map<string, string[]>();
  /** Entries in each state, by agent: what a list of conversations shows costs nothing to know. */
  readonly #counts = new Map<string, Map<Entry["state"], number>>();
  /** Told of each entry that has changed, or is new: then it is the last one. */
  onChange: ((entry: Entry, isNew: boolean) => void) | undefined;
  /** Told of an agent whose entries stand in another order than before, or are gone. */
  onReorder: ((agent: string) => void) | undefined;

  get(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** Entries with one agent, oldest first. */
  of(agent: string): Entry[] {
    return (this.#agents.get(agent) ?? []).flatMap((id) => this.#entries.get(id) ?? []);
  }

  /** The newest entry with an agent. */
  last(agent: string): Entry | undefined {
    return this.#entries.get(this.#agents.get(agent)?.at(-1) ?? "");
  }

  /** How many entries with an agent are in one of these states. */
  count(agent: string, states: readonly Entry["state"][]): number {
    const counts = this.#counts.get(agent);
    return states.reduce((sum, state) => sum + (counts?.get(state) ?? 0), 0);
  }

  /** The last `limit` entries with an agent before the entry `before` (the end when left out), oldest first. */
  page(agent: string, before: string | undefined, limit: number): { entries: Entry[]; hasMore: boolean } {
    const ids = this.#agents.get(agent) ?? [];
    const found = before === undefined ? ids.length : ids.lastIndexOf(before);
    const end = found < 0 ? ids.length : found;
    const start = Math.max(0, end - limit);
    return {
      entries: ids.slice(start, end).flatMap((id) => this.#entries.get(id) ?? []),
      hasMore: start > 0,
    };
  }

  *all(): Generator<Entry> {
    for (const agent of this.#agents.keys()) yield* this.of(agent);
  }

  /** The conversation that goes on with an agent: the last one of either side. */
  conversationOf(agent: string): string | undefined {
    return this.last(agent)?.conversation;
  }

  /** Widgets that have this id, or that came as the message of this id, newest first. */
  widgets(id: string): WidgetEntry[] {
    return [...this.#entries.values()].reverse()
      .filter((entry): entry is WidgetEntry => entry.kind === "widget")
      .filter((entry) => entry.id === id || entry.body.id === id);
  }

  /** The answer to a widget that stands: an own one that was not refused, else the first of another device. */
  answerTo(widget: Entry): AnswerEntry | undefined {
    const answers = (this.#answers.get(widget.id) ?? []).map((id) => this.#entries.get(id))
      .filter((entry): entry is AnswerEntry =>
        entry?.kind === "answer" && entry.agent === widget.agent && entry.state !== "refused"
      );
    return answers.find((entry) => entry.state !== "copied") ?? answers[0];
  }

  /** Something was written on this device. */
  write(message: OutgoingMessage, self: string): void {
    const { id, at, conversation, audience, content } = message;
    if (content.kind === "receipt" && content.body.state === "read") {
      for (const read of content.body.ids) this.#see(read);
    }
    if (audience.to !== "agent" || (content.kind !== "message" && content.kind !== "answer")) return;
    const base = { id, at, conversation, agent: audience.agent, from: self, state: "queued" as const };
    const re = content.re === undefined ? {} : { re: content.re };
    this.#add(
      content.kind === "message"
        ? { ...base, ...re, kind: "message", body: content.body }
        : { ...base, ...re, kind: "answer", body: content.body },
    );
  }

  /** Something came in: from an agent, or a copy of what another device of the account wrote. */
  take({ from, id, conversation, payload }: IncomingRecord): void {
    if (payload.kind === "history") return this.#import(payload.body.entries, from);
    const agent = isAgentId(from) ? from : payload.agent;
    if (agent === undefined) return;
    if (payload.kind === "progress") return this.#progress(from, payload);
    const base = { id, conversation, agent, from, at: payload.at };
    const re = payload.re === undefined ? {} : { re: payload.re };
    if (payload.kind === "message") {
      const state = isAgentId(from) ? "arrived" : "copied";
      this.#add({ ...base, ...re, kind: "message", body: payload.body, state });
    } else if (payload.kind === "answer" && !isAgentId(from)) {
      // Only people answer widgets, and only agents ask.
      this.#add({ ...base, ...re, kind: "answer", body: payload.body, state: "copied" });
    } else if (payload.kind === "widget" && isAgentId(from)) {
      const shown = payload.body.kind === "progress"
        ? this.#progressWidget(agent, payload.body.id)
        : undefined;
      if (shown) this.#replace({ ...shown, body: payload.body });
      else this.#add({ ...base, ...re, kind: "widget", body: payload.body, state: "arrived" });
    }
  }

  /** An own message came further. Never more than its agent or the relay said, and never back from what the agent said. */
  advance({ id, state, by, code }: SendChange): void {
    const entry = this.#entries.get(id);
    if (!entry || isAgents(entry) || (by !== undefined && by !== entry.agent)) return;
    if (ARRIVED.includes(entry.state) && ARRIVED.indexOf(state) <= ARRIVED.indexOf(entry.state)) return;
    const { code: _before, ...rest } = entry;
    this.#replace({ ...rest, state, ...(code === undefined ? {} : { code }) } as Entry);
  }

  /** An agent was removed. */
  forget(agent: string): void {
    for (const id of this.#agents.get(agent) ?? []) this.#delete(id);
    this.#agents.delete(agent);
    this.#counts.delete(agent);
    this.onReorder?.(agent);
  }

  /** Sets an entry as a snapshot has it. */
  restore(entry: Entry): void {
    this.#add(entry);
  }

  #import(entries: readonly HistoryEntry[], from: string): void {
    if (isAgentId(from)) return;
    const agents = new Set<string>();
    for (const entry of entries) {
      if (this.#entries.has(entry.id)) continue;
      this.#add({ ...entry, state: isAgents(entry) ? "seen" : "copied" });
      agents.add(entry.agent);
    }
    // What came alive before the history did belongs after it.
    for (const agent of agents) {
      const ordered = this.of(agent).toSorted((a, b) => a.at - b.at).map(({ id }) => id);
      this.#agents.set(agent, ordered);
      this.onReorder?.(agent);
    }
  }

  #progress(agent: string, payload: Extract<Payload, { kind: "progress" }>): void {
    const { ref, ...update } = payload.body;
    const shown = this.#progressWidget(agent, ref);
    if (shown?.body.kind === "progress") this.#replace({ ...shown, body: { ...shown.body, ...update } });
  }

  #progressWidget(agent: string, id: string): WidgetEntry | undefined {
    return this.widgets(id).find((entry) => entry.agent === agent && entry.body.kind === "progress");
  }

  #see(id: string): void {
    const entry = this.#entries.get(id);
    if (entry?.state === "arrived") this.#replace({ ...entry, state: "seen" });
  }

  #add(entry: Entry): void {
    if (this.#entries.has(entry.id)) return;
    const ids = this.#agents.get(entry.agent) ?? [];
    this.#agents.set(entry.agent, ids);
    ids.push(entry.id);
    this.#entries.set(entry.id, entry);
    this.#tally(entry, 1);
    if (entry.kind === "answer" && entry.re !== undefined) {
      this.#answers.set(entry.re, [...this.#answers.get(entry.re) ?? [], entry.id]);
    }
    if (ids.length > MAX_ENTRIES) this.#dropOldest(ids);
    this.onChange?.(entry, true);
  }

  #replace(entry: Entry): void {
    const before = this.#entries.get(entry.id);
    if (before) this.#tally(before, -1);
    this.#entries.set(entry.id, entry);
    this.#tally(entry, 1);
    this.onChange?.(entry, false);
  }

  /** Lets the oldest entry go that nobody waits for. */
  #dropOldest(ids: string[]): void {
    const isOpen = (state: Entry["state"] | undefined) =>
      state === "queued" || state === "uncertain" || state === "submitted" || state === "arrived";
    const index = ids.findIndex((id) => !isOpen(this.#entries.get(id)?.state));
    const [dropped] = ids.splice(Math.max(index, 0), 1);
    if (dropped !== undefined) this.#delete(dropped);
  }

  #delete(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#tally(entry, -1);
    if (entry.kind !== "answer" || entry.re === undefined) return;
    const others = (this.#answers.get(entry.re) ?? []).filter((other) => other !== id);
    if (others.length > 0) this.#answers.set(entry.re, others);
    else this.#answers.delete(entry.re);
  }

  #tally({ agent, state }: Entry, step: number): void {
    const counts = this.#counts.get(agent) ?? new Map<Entry["state"], number>();
    this.#counts.set(agent, counts);
    counts.set(state, (counts.get(state) ?? 0) + step);
  }
}

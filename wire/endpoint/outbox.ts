/**
 * What was written and is not through: each message with each of its recipients. Pure; changed only by what the journal
 * says. Everything that is asked for often is kept in an index, so that a long outbox slows nothing down.
 * @module
 */
import type { SendChange, Sent } from "./sends.ts";
import type { Content, OutgoingMessage, Range, Recipient, RecipientState } from "./records.ts";
import { isThrough, summarize } from "./send_state.ts";

/** A message in the outbox. */
export interface OutboxEntry {
  readonly message: OutgoingMessage;
  readonly recipients: ReadonlyMap<string, Recipient>;
}

/** One message to one recipient. */
export interface Item {
  readonly id: string;
  readonly to: string;
  readonly message: OutgoingMessage;
  readonly recipient: Recipient;
}

type OpenState = Extract<RecipientState, "pending" | "sealed" | "submitted">;
interface Entry {
  readonly message: OutgoingMessage;
  readonly recipients: Map<string, Recipient>;
  summary: string;
}

const isOpen = (state: RecipientState | undefined): state is OpenState =>
  state === "pending" || state === "sealed" || state === "submitted";

/** Receipts and nacks: nothing is owed for them, and nobody waits for them. */
export function isControl(content: Pick<Content, "kind">): boolean {
  return content.kind === "receipt" || content.kind === "nack";
}

/** The outbox. */
export class Outbox {
  readonly #entries = new Map<string, Entry>();
  readonly #open: Readonly<Record<OpenState, Map<string, Set<string>>>> = {
    pending: new Map(),
    sealed: new Map(),
    submitted: new Map(),
  };
  /** Not durable: bytes that left and that the relay did not take. */
  readonly #notTaken = new Set<string>();

  get size(): number {
    return this.#entries.size;
  }

  entries(): IterableIterator<OutboxEntry> {
    return this.#entries.values();
  }

  entry(id: string): OutboxEntry | undefined {
    return this.#entries.get(id);
  }

  recipient(id: string, to: string): Recipient | undefined {
    return this.#entries.get(id)?.recipients.get(to);
  }

  /** Peers for whom something is in `state`. */
  peersWith(state: OpenState): string[] {
    return [...this.#open[state]].filter(([, ids]) => ids.size > 0).map(([to]) => to);
  }

  /** What is in `state` for `to`, oldest first. */
  *itemsOf(to: string, state: OpenState): Generator<Item> {
    for (const id of this.#open[state].get(to) ?? []) {
      const entry = this.#entries.get(id);
      const recipient = entry?.recipients.get(to);
      if (entry && recipient) yield { id, to, message: entry.message, recipient };
    }
  }

  /** How a message stands, while it is here. */
  sentOf(id: string): Sent | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    const { state, at, code } = this.#summarize(entry);
    return code === undefined ? { id, state, at } : { id, state, at, code };
  }

  /** Takes a message in, with its recipients as they are. */
  add(message: OutgoingMessage, recipients: ReadonlyMap<string, Recipient>): SendChange[] {
    const entry: Entry = { message, recipients: new Map(), summary: "" };
    this.#entries.set(message.id, entry);
    for (const [to, recipient] of recipients) this.#put(entry, to, recipient);
    return this.#settle(entry);
  }

  /** Replaces how one recipient stands. Unknown ones are ignored: they left with the roster, or are through. */
  set(id: string, to: string, change: (before: Recipient) => Recipient): SendChange[] {
    const entry = this.#entries.get(id);
    const before = entry?.recipients.get(to);
    if (!entry || !before) return [];
    this.#put(entry, to, change(before));
    return this.#settle(entry);
  }

  /** The roster changed. */
  readdress(id: string, added: readonly string[], removed: readonly string[], at: number): SendChange[] {
    const entry = this.#entries.get(id);
    if (!entry) return [];
    for (const to of added) if (!entry.recipients.has(to)) this.#put(entry, to, { state: "pending", at });
    for (const to of removed) {
      const before = entry.recipients.get(to);
      if (before && !isThrough(before.state)) this.#put(entry, to, { state: "refused", at, code: "REMOVED" });
    }
    return this.#settle(entry);
  }

  /** Says whether the relay has answered that it did not take sealed bytes. Not durable. */
  setNotTaken(id: string, to: string, notTaken: boolean): SendChange[] {
    const key = `${id} ${to}`;
    if (notTaken) this.#notTaken.add(key);
    else this.#notTaken.delete(key);
    const entry = this.#entries.get(id);
    return entry ? this.#settle(entry) : [];
  }

  /** Messages to `to` whose counters are in `range`. */
  inRange(to: string, range: Range): Item[] {
    const found: Item[] = [];
    for (const { message, recipients } of this.#entries.values()) {
      const recipient = recipients.get(to);
      const n = recipient?.n ?? 0;
      if (recipient && n >= range.from && n <= range.to) {
        found.push({ id: message.id, to, message, recipient });
      }
    }
    return found;
  }

  #put(entry: Entry, to: string, recipient: Recipient): void {
    const { id } = entry.message;
    const before = entry.recipients.get(to)?.state;
    entry.recipients.set(to, recipient);
    if (before === recipient.state) return;
    if (before === "sealed") this.#notTaken.delete(`${id} ${to}`);
    if (isOpen(before)) this.#open[before].get(to)?.delete(id);
    if (!isOpen(recipient.state)) return;
    const index = this.#open[recipient.state];
    const ids = index.get(to) ?? new Set();
    index.set(to, ids.add(id));
  }

  #summarize(entry: Entry) {
    return summarize(
      entry.message,
      entry.recipients,
      (to) => this.#notTaken.has(`${entry.message.id} ${to}`),
    );
  }

  /** Tells what changed, and lets a message go that is through with everybody. */
  #settle(entry: Entry): SendChange[] {
    const { id } = entry.message;
    if ([...entry.recipients.values()].every(({ state }) => isThrough(state))) this.#entries.delete(id);
    if (isControl(entry.message.content)) return [];
    const { state, at, by, code } = this.#summarize(entry);
    const summary = `${state} ${code ?? ""}`;
    if (summary === entry.summary) return [];
    entry.summary = summary;
    return [{
      id,
      state,
      at,
      ...(by !== undefined && (state === "delivered" || state === "processed" || state === "read")
        ? { by }
        : {}),
      ...(code === undefined ? {} : { code }),
    }];
  }
}

/**
 * Texts and files on their way: each has a key of its own from the moment that it is sent, under which the server writes it
 * once however often it comes. What failed waits for the person, what met no server goes again by itself. Texts outlive a
 * reload; files cannot.
 * @module
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { ApiFault } from "../../api/fault.ts";
import type { Shelf } from "./drafts.ts";

/** A text or a file on its way. */
export interface Outgoing {
  readonly key: string;
  readonly conversationId: string;
  readonly kind: "reply" | "note";
  readonly text: string;
  /** In the place of a text. */
  readonly file?: File;
  /** Resolve the conversation with it. */
  readonly resolve: boolean;
  readonly at: string;
  /** `waiting`: no server was met; `failed`: it was refused, and why. */
  readonly state: "sending" | "waiting" | "failed";
  readonly fault: ApiFault | undefined;
}

/** Writes one to the server. Rejects with an `ApiFault`. */
export type Send = (outgoing: Outgoing) => Promise<void>;

/** What is sent, before it is on its way. */
export type Writing = Pick<Outgoing, "conversationId" | "kind" | "text" | "file" | "resolve">;

/** No text waits behind a file, which may take minutes: each conversation's texts are one row, its files another. */
function rowOf({ conversationId, file }: Writing): string {
  return file === undefined ? conversationId : `${conversationId} files`;
}

/** What of one account is on its way. */
export class Outbox {
  readonly #shelf: Shelf;
  readonly #name: string;
  readonly #send: Send;
  readonly #items = signal<readonly Outgoing[]>([]);
  readonly #underWay = new Set<string>();
  /** What is in one row goes one after the other. */
  readonly #turns = new Map<string, Promise<void>>();

  constructor(account: string, { shelf, send }: { readonly shelf: Shelf; readonly send: Send }) {
    this.#shelf = shelf;
    this.#name = `messagerie.outbox.${account}.`;
    this.#send = send;
    this.#items.value = this.#stored();
  }

  /** All of them, oldest first. */
  get items(): ReadonlySignal<readonly Outgoing[]> {
    return this.#items;
  }

  /** Takes a text or a file and sends it. Resolves when it was sent or has failed; never rejects. */
  async add(writing: Writing): Promise<void> {
    // After what is there, also where a clock went back.
    const last = Date.parse(this.#items.value.at(-1)?.at ?? "") || 0;
    const outgoing: Outgoing = {
      ...writing,
      key: crypto.randomUUID(),
      at: new Date(Math.max(Date.now(), last + 1)).toISOString(),
      state: "sending",
      fault: undefined,
    };
    this.#items.value = [...this.#items.value, outgoing];
    this.#keep(outgoing);
    await this.#go(outgoing.key);
  }

  /** Sends one again, under its key. */
  async retry(key: string): Promise<void> {
    await this.#go(key);
  }

  /** Sends again what met no server, in the order in which it was written. */
  async retryWaiting(): Promise<void> {
    const waiting = this.#items.value.filter(({ state }) => state === "waiting");
    await Promise.all(waiting.map(({ key }) => this.#go(key)));
  }

  /** Takes one away without sending it; gives it back. What is under way stays. */
  take(key: string): Outgoing | undefined {
    const found = this.#items.value.find((item) => item.key === key);
    if (found === undefined || this.#underWay.has(key)) return undefined;
    this.#drop(key);
    return found;
  }

  /** The server has it: its own row takes over. */
  settle(key: string): void {
    if (this.#items.value.some((item) => item.key === key)) this.#drop(key);
  }

  #go(key: string): Promise<void> {
    const outgoing = this.#items.value.find((item) => item.key === key);
    const row = outgoing === undefined ? "" : rowOf(outgoing);
    const turn = (this.#turns.get(row) ?? Promise.resolve()).then(() => this.#attempt(key));
    this.#turns.set(row, turn);
    return turn;
  }

  async #attempt(key: string): Promise<void> {
    const outgoing = this.#items.value.find((item) => item.key === key);
    if (outgoing === undefined) return;
    const first = this.#items.value.find((item) =>
      rowOf(item) === rowOf(outgoing) && item.state !== "failed"
    );
    if (first !== undefined && first.key !== key && first.state === "waiting") {
      // What was written before it has not met the server yet.
      this.#change(key, { state: "waiting", fault: first.fault });
      return;
    }
    this.#underWay.add(key);
    this.#change(key, { state: "sending", fault: undefined });
    try {
      await this.#send(outgoing);
      this.settle(key);
    } catch (error) {
      const fault = error instanceof ApiFault ? error : new ApiFault("broken", { code: "BROKEN" });
      const passes = fault.kind === "unreachable" || fault.code === "NOT_SIGNED_IN";
      this.#change(key, { state: passes ? "waiting" : "failed", fault });
    } finally {
      this.#underWay.delete(key);
    }
  }

  #change(key: string, part: Pick<Outgoing, "state" | "fault">): void {
    this.#items.value = this.#items.value.map((item) => item.key === key ? { ...item, ...part } : item);
  }

  #drop(key: string): void {
    this.#items.value = this.#items.value.filter((item) => item.key !== key);
    try {
      this.#shelf.removeItem(this.#name + key);
    } catch {
      // Nothing was kept either.
    }
  }

  #keep({ fault: _, state: __, ...kept }: Outgoing): void {
    if (kept.file !== undefined) return;
    try {
      this.#shelf.setItem(this.#name + kept.key, JSON.stringify(kept));
    } catch {
      // A full shelf: it is on its way all the same, for as long as the page lives.
    }
  }

  #stored(): Outgoing[] {
    const found: Outgoing[] = [];
    try {
      for (let at = 0; at < this.#shelf.length; at++) {
        const key = this.#shelf.key(at);
        if (!key?.startsWith(this.#name)) continue;
        const kept: unknown = JSON.parse(this.#shelf.getItem(key) ?? "null");
        if (isOutgoing(kept)) found.push({ ...kept, state: "waiting", fault: undefined });
      }
    } catch {
      // A browser that keeps nothing has none.
    }
    return found.sort((a, b) => a.at < b.at ? -1 : 1);
  }
}

function isOutgoing(value: unknown): value is Outgoing {
  if (typeof value !== "object" || value === null) return false;
  const { key, conversationId, kind, text, at } = value as Record<string, unknown>;
  return [key, conversationId, text, at].every((part) => typeof part === "string") &&
    (kind === "reply" || kind === "note");
}

/**
 * Messages on their way: kept in the page's storage until the desk has them, sent one after another, again and again while
 * the network is away. Each has a key of its own, so that what is sent twice is kept once.
 * @module
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { VisitorFileView, VisitorSentView } from "../../service/messagerie/widget/views.ts";
import { Refused, Unreachable } from "./client.ts";
import type { Keep } from "./keep.ts";

/** A message on its way. */
export interface Outgoing {
  readonly key: string;
  /** Null: it starts a conversation. */
  readonly conversationId: string | null;
  readonly text: string;
  readonly files: readonly VisitorFileView[];
  readonly at: string;
  /** `waiting`: for the network; `refused`: it stays until the visitor says what to do. */
  readonly state: "sending" | "waiting" | "refused";
  /** Code of the refusal. */
  readonly reason?: string;
}

/** What sends a message. @throws {Refused} @throws {Unreachable} */
export type Send = (message: Outgoing) => Promise<VisitorSentView>;

const HEAD = "out:";
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Messages on their way. */
export class Outbox {
  readonly #keep: Keep;
  readonly #send: Send;
  readonly #onSent: (sent: VisitorSentView, message: Outgoing) => void;
  readonly #messages = signal<readonly Outgoing[]>([]);
  #running = false;
  #held = false;
  #wake: () => void = () => {};
  #lost = 0;

  constructor(
    { keep, send, onSent }: {
      readonly keep: Keep;
      readonly send: Send;
      readonly onSent: (sent: VisitorSentView, message: Outgoing) => void;
    },
  ) {
    this.#keep = keep;
    this.#send = send;
    this.#onSent = onSent;
    const kept = keep.names(HEAD).map((name) => readOutgoing(keep.read(name))).filter((one) =>
      one !== undefined
    );
    this.#messages.value = kept.sort((a, b) => a.at.localeCompare(b.at));
    globalThis.addEventListener("online", () => this.#wake());
  }

  /** In the order in which they were written. */
  get messages(): ReadonlySignal<readonly Outgoing[]> {
    return this.#messages;
  }

  /** Sends a message, after those before it. */
  add(message: Pick<Outgoing, "conversationId" | "text" | "files">): void {
    const at = new Date().toISOString();
    this.#put({ ...message, key: crypto.randomUUID(), at, state: "sending" });
    void this.run();
  }

  /** Sends what was refused once more. */
  retry(key: string): void {
    const message = this.#messages.value.find((one) => one.key === key);
    if (message === undefined) return;
    this.#put({ ...message, state: "sending" });
    void this.run();
  }

  /** Lets go of a message; gives it back. */
  discard(key: string): Outgoing | undefined {
    const message = this.#messages.value.find((one) => one.key === key);
    this.#remove(key);
    return message;
  }

  /** Lets go of everything. */
  clear(): void {
    for (const { key } of this.#messages.value) this.#remove(key);
  }

  /** Holds back what is to be sent while it is not known as whom. */
  hold(held: boolean): void {
    this.#held = held;
    if (!held) void this.run();
  }

  /** Sends what waits. */
  async run(): Promise<void> {
    this.#wake();
    if (this.#running) return;
    this.#running = true;
    try {
      for (let next = this.#next(); next !== undefined && !this.#held; next = this.#next()) {
        await this.#sendOne(next);
      }
    } finally {
      this.#running = false;
    }
  }

  #next(): Outgoing | undefined {
    return this.#messages.value.find(({ state }) => state !== "refused");
  }

  async #sendOne(message: Outgoing): Promise<void> {
    try {
      const sent = await this.#send(message);
      this.#lost = 0;
      this.#remove(message.key);
      this.#startIn(sent.conversation.id, message);
      this.#onSent(sent, message);
    } catch (error) {
      if (error instanceof Refused && !error.passing) {
        this.#put({ ...message, state: "refused", reason: error.code });
        return;
      }
      if (!(error instanceof Refused) && !(error instanceof Unreachable)) throw error;
      this.#put({ ...message, state: "waiting" });
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#lost++);
      await this.#pause(error instanceof Refused ? Math.max(wait, error.retryAfter * 1000) : wait);
    }
  }

  /** What was written behind a first message goes on in the conversation that it started. */
  #startIn(conversationId: string, { conversationId: started }: Outgoing): void {
    if (started !== null) return;
    for (const message of this.#messages.value) {
      if (message.conversationId === null) this.#put({ ...message, conversationId });
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #put(message: Outgoing): void {
    const known = this.#messages.value.some(({ key }) => key === message.key);
    this.#messages.value = known
      ? this.#messages.value.map((one) => one.key === message.key ? message : one)
      : [...this.#messages.value, message];
    this.#keep.write(HEAD + message.key, message);
  }

  #remove(key: string): void {
    this.#messages.value = this.#messages.value.filter((one) => one.key !== key);
    this.#keep.write(HEAD + key, undefined);
  }
}

/** A kept message; undefined for what is none: the page's other scripts can write there too. */
function readOutgoing(value: unknown): Outgoing | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { key, conversationId, text, files, at, state, reason } = value as Record<string, unknown>;
  const whole = typeof key === "string" && typeof text === "string" && typeof at === "string" &&
    (conversationId === null || typeof conversationId === "string") && Array.isArray(files) &&
    files.every((file) => typeof file?.id === "string" && typeof file.name === "string");
  if (!whole) return undefined;
  return {
    key,
    conversationId,
    text,
    files: files as VisitorFileView[],
    at,
    state: state === "refused" ? "refused" : "sending",
    ...(typeof reason === "string" ? { reason } : {}),
  };
}

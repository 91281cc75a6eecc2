/**
 * Messages on their way: kept in the page's storage until the desk has them, sent one after another, again and again while
 * the network is away. Each has a key of its own, so that what is sent twice is kept once.
 * @module
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { VisitorFileView, VisitorSentView } from "../../service/messagerie/widget/views.ts";
import { Refused, Unreachable } from "./client.ts";
import type { Keep } from "./keep.ts";
import type { Visitor } from "./visitor.ts";

/** A message on its way. */
export interface Outgoing {
  readonly key: string;
  /** The end of its writer's secret: it is sent as nobody else. */
  readonly by: string;
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

const HEAD = "out:";
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** What the messages are sent through. */
export interface OutboxOptions<Sent extends VisitorSentView> {
  readonly keep: Keep;
  /** Who writes now. */
  readonly visitor: () => Visitor;
  /** @throws {Refused} @throws {Unreachable} */
  readonly send: (message: Outgoing) => Promise<Sent>;
  /** The desk has it, and its writer is still there. */
  readonly onSent: (sent: Sent, message: Outgoing) => void;
}

/** Messages on their way. */
export class Outbox<Sent extends VisitorSentView = VisitorSentView> {
  readonly #keep: Keep;
  readonly #visitor: () => Visitor;
  readonly #send: OutboxOptions<Sent>["send"];
  readonly #onSent: OutboxOptions<Sent>["onSent"];
  readonly #messages = signal<readonly Outgoing[]>([]);
  #running = false;
  /** Those that were there when it was held back. */
  readonly #held = signal<readonly Outgoing[] | undefined>(undefined);
  /** In the order in which they were written. Those that may be another's are not shown while that is not known. */
  readonly messages: ReadonlySignal<readonly Outgoing[]> = computed(() => {
    const hidden = new Set(this.#held.value?.map(({ key }) => key));
    return this.#messages.value.filter(({ key }) => !hidden.has(key));
  });
  #wake: () => void = () => {};
  #lost = 0;

  constructor({ keep, visitor, send, onSent }: OutboxOptions<Sent>) {
    this.#keep = keep;
    this.#visitor = visitor;
    this.#send = send;
    this.#onSent = onSent;
    this.#messages.value = keep.names(HEAD).flatMap((name) => {
      const message = readOutgoing(keep.read(name));
      if (message?.by === this.#by) return [message];
      keep.write(name, undefined);
      return [];
    }).sort((a, b) => a.at.localeCompare(b.at));
    globalThis.addEventListener("online", () => this.#wake());
  }

  get #by(): string {
    return this.#visitor().secret.slice(-8);
  }

  /** Whether there are none. */
  get isEmpty(): boolean {
    return this.#messages.value.length === 0;
  }

  /** Sends a message, after those before it. */
  add(message: Pick<Outgoing, "conversationId" | "text" | "files">): void {
    // After what is there, also where a clock went back.
    const last = Date.parse(this.#messages.value.at(-1)?.at ?? "") || 0;
    const at = new Date(Math.max(Date.now(), last + 1)).toISOString();
    this.#put({ ...message, key: crypto.randomUUID(), by: this.#by, at, state: "sending" });
    void this.run();
  }

  /** Sends what was refused once more. */
  retry(key: string): void {
    const message = this.#messages.value.find((one) => one.key === key);
    if (message === undefined) return;
    this.#put({ ...message, state: "sending" });
    void this.run();
  }

  /** Lets go of a message that was refused; gives it back. What is on its way may be there already. */
  discard(key: string): Outgoing | undefined {
    const message = this.#messages.value.find((one) => one.key === key && one.state === "refused");
    if (message !== undefined) this.#remove(key);
    return message;
  }

  /** Lets go of everything, what other pages of this browser keep included. */
  clear(): void {
    for (const name of this.#keep.names(HEAD)) this.#keep.write(name, undefined);
    this.#messages.value = [];
  }

  /** Holds back what is to be sent while it is not known as whom. */
  hold(): void {
    this.#held.value ??= this.#messages.value;
  }

  /** Sends what was held back. */
  release(): void {
    this.#held.value = undefined;
    void this.run();
  }

  /** The visitor is another one: what was written while it was held back begins a conversation of theirs. */
  handOver(): void {
    const before = new Set((this.#held.value ?? this.#messages.value).map(({ key }) => key));
    for (const message of this.#messages.value) {
      if (before.has(message.key)) this.#remove(message.key);
      else this.#put({ ...message, by: this.#by, conversationId: null });
    }
  }

  /** Sends what waits. */
  async run(): Promise<void> {
    this.#wake();
    if (this.#running) return;
    this.#running = true;
    try {
      for (
        let next = this.#next();
        next !== undefined && this.#held.value === undefined;
        next = this.#next()
      ) {
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
      // The visit was ended meanwhile, or is another's.
      if (!this.#has(message)) return;
      this.#startIn(sent.conversation.id, message);
      this.#remove(message.key);
      this.#onSent(sent, message);
    } catch (error) {
      if (!this.#has(message)) return;
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

  #has({ key }: Outgoing): boolean {
    return this.#messages.value.some((one) => one.key === key);
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
    this.#messages.value = this.#has(message)
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
  const { key, by, conversationId, text, files, at, state, reason } = value as Record<string, unknown>;
  const whole = typeof key === "string" && typeof by === "string" && typeof text === "string" &&
    typeof at === "string" &&
    (conversationId === null || typeof conversationId === "string") && Array.isArray(files) &&
    files.every((file) => typeof file?.id === "string" && typeof file.name === "string");
  if (!whole) return undefined;
  return {
    key,
    by,
    conversationId,
    text,
    files: files as VisitorFileView[],
    at,
    state: state === "refused" ? "refused" : "sending",
    ...(typeof reason === "string" ? { reason } : {}),
  };
}

/**
 * Who else is at which conversation, as the server last told; forgotten when the stream is cut.
 * @module
 */
import { signal } from "@preact/signals";
import type { Presence } from "../types.ts";

/** Somebody else at a conversation. */
export type Present = Presence["people"][number];

/** The others at each conversation. */
export class Presences {
  readonly #byConversation = signal<ReadonlyMap<string, readonly Present[]>>(new Map());

  /** The others at this one. */
  at(conversationId: string): readonly Present[] {
    return this.#byConversation.value.get(conversationId) ?? [];
  }

  /** Takes what the server tells; `me` is not somebody else. */
  take({ conversationId, people }: Presence, me: string): void {
    const others = people.filter(({ id }) => id !== me);
    const next = new Map(this.#byConversation.value);
    if (others.length === 0) next.delete(conversationId);
    else next.set(conversationId, others);
    this.#byConversation.value = next;
  }

  /** Nothing is known any more. */
  clear(): void {
    if (this.#byConversation.peek().size > 0) this.#byConversation.value = new Map();
  }
}

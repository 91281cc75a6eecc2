/**
 * One open page of a visitor: what it is told, and its end. A page that does not read is cut: it comes back and asks anew.
 * @module
 */
import type { VisitorNews } from "../../../service/messagerie/widget/visitor_reads.ts";
import type { VisitorActor } from "../../../service/messagerie/widget/visitor_actor.ts";
import { bytesOf, EventStream, eventText } from "../live/sse.ts";

/** What a page is told, by name. */
export type VisitorEventName = "ready" | "reset" | "news" | "typing" | "bye";

/** A stream of Server-Sent Events to a visitor's page. */
export class VisitorStream {
  /** Where the page asked from. */
  readonly from: { readonly address: string; readonly origin: string };
  readonly #stream: EventStream;
  readonly #ended = new AbortController();
  #actor: VisitorActor;
  /** Conversations as they were told last. */
  readonly #told = new Map<string, string>();
  /** Conversations where it was told that somebody writes. */
  readonly #writing = new Set<string>();

  constructor(
    actor: VisitorActor,
    from: { readonly address: string; readonly origin: string },
    onEnd: () => void,
  ) {
    this.#actor = actor;
    this.from = from;
    this.#stream = new EventStream(() => {
      this.#ended.abort();
      onEnd();
    });
  }

  get response(): Response {
    return this.#stream.response;
  }

  get actor(): VisitorActor {
    return this.#actor;
  }

  /** Aborted once it has ended. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Whether it is a page of this browser. */
  isOf({ hash }: VisitorActor): boolean {
    return this.#actor.hash.every((byte, index) => byte === hash[index]);
  }

  /** Takes the browser as it is now; true when it belongs to another contact than before. */
  becomes(actor: VisitorActor): boolean {
    const before = this.#actor.contact?.id;
    this.#actor = actor;
    return before !== actor.contact?.id;
  }

  tell(event: VisitorEventName, data: unknown): void {
    this.#stream.send(bytesOf(eventText(event, JSON.stringify(data))));
  }

  /** Tells what is new of a conversation; what changed for the team alone is nothing new. */
  tellNews(news: VisitorNews): void {
    const line = JSON.stringify(news.conversation);
    if (news.messages.length === 0 && this.#told.get(news.conversation.id) === line) return;
    this.#told.set(news.conversation.id, line);
    this.tell("news", news);
  }

  /** Tells that somebody of the team began or stopped to write. */
  tellWriting(conversationId: string, writing: boolean): void {
    if (this.#writing.has(conversationId) === writing) return;
    if (writing) this.#writing.add(conversationId);
    else this.#writing.delete(conversationId);
    this.tell("typing", { conversationId, writing });
  }

  /** A comment, which clients drop: the network between sees that somebody is there. */
  beat(): void {
    this.#stream.send(bytesOf(":\n\n"));
  }

  end(): void {
    this.#stream.end();
  }
}

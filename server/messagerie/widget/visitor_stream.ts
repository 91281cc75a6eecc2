/**
 * One open page of a visitor: what it is told, and its end. A page that does not read is ended: it comes back and asks anew.
 * @module
 */
import type { VisitorNews } from "../../../service/messagerie/widget/visitor_reads.ts";
import type { VisitorActor } from "../../../service/messagerie/widget/visitor_actor.ts";

/** Bytes that may wait for a page that does not read. */
const MAX_WAITING = 256 * 1_024;
const ENCODER = new TextEncoder();

/** What a page is told, by name. */
export type VisitorEventName = "ready" | "reset" | "news" | "typing" | "bye";

/** A stream of Server-Sent Events. */
export class VisitorStream {
  readonly response: Response;
  /** Where the page asked from. */
  readonly from: { readonly address: string; readonly origin: string };
  readonly #end = new AbortController();
  readonly #onEnd: () => void;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #actor: VisitorActor;
  /** Conversations as they were told last. */
  readonly #told = new Map<string, string>();

  constructor(
    actor: VisitorActor,
    from: { readonly address: string; readonly origin: string },
    onEnd: () => void,
  ) {
    this.#actor = actor;
    this.from = from;
    this.#onEnd = onEnd;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => this.end(),
    }, { highWaterMark: MAX_WAITING, size: (chunk) => chunk?.byteLength ?? 0 });
    this.response = new Response(body, {
      headers: { "content-type": "text/event-stream", "x-accel-buffering": "no" },
    });
  }

  get actor(): VisitorActor {
    return this.#actor;
  }

  /** Aborted once it has ended. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  /** Whether it is a page of this browser. */
  isOf({ hash }: VisitorActor): boolean {
    return this.#actor.hash.every((byte, index) => byte === hash[index]);
  }

  /** Takes the browser as it is now; true when it belongs to another contact than before. */
  becomes(actor: VisitorActor): boolean {
    const before = this.#actor.contact?.no;
    this.#actor = actor;
    return before !== actor.contact?.no;
  }

  tell(event: VisitorEventName, data: unknown): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Tells what is new of a conversation; what changed for the team alone is nothing new. */
  tellNews(news: VisitorNews): void {
    const line = JSON.stringify(news.conversation);
    if (news.messages.length === 0 && this.#told.get(news.conversation.id) === line) return;
    this.#told.set(news.conversation.id, line);
    this.tell("news", news);
  }

  /** A comment, which clients drop: the network between sees that somebody is there. */
  beat(): void {
    this.#write(":\n\n");
  }

  end(): void {
    if (this.#end.signal.aborted) return;
    this.#end.abort();
    try {
      this.#controller?.close();
    } catch {
      // The page was gone first.
    }
    this.#onEnd();
  }

  #write(text: string): void {
    if (this.#end.signal.aborted || this.#controller === undefined) return;
    if ((this.#controller.desiredSize ?? 0) <= 0) return this.end();
    this.#controller.enqueue(ENCODER.encode(text));
  }
}

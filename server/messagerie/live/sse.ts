/**
 * One stream of Server-Sent Events, as its server holds it. What its reader does not take is kept up to a bound; beyond it
 * the stream is cut, and the reader comes back and catches up.
 * @module
 */

const encoder = new TextEncoder();

/** Bytes kept for a reader who is behind: seconds of a busy desk, and little enough for hundreds of such readers. */
const MAX_BEHIND = 128 * 1024;

/** What a stream begins with: a browser that lost it comes back after a second. */
const HEAD = encoder.encode("retry: 1000\n\n");

const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  // Proxies that would gather events first.
  "x-accel-buffering": "no",
};

/** An event as it is sent. JSON has no line feed, so that one line holds it. */
export function eventText(event: string, json: string): string {
  return `event: ${event}\ndata: ${json}\n\n`;
}

/** The place that a reader comes back to, once all that stands before it was read. Tells nothing by itself. */
export function placeText(place: number): string {
  return `id: ${place}\n\n`;
}

/** Text as bytes, once for all who get it. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** A stream that is open until one side ends it. */
export class EventStream {
  readonly response: Response;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  readonly #onEnd: () => void;

  /** `onEnd` is called once, whoever ends it. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        controller.enqueue(HEAD);
      },
      cancel: () => this.#ended(),
    }, new ByteLengthQueuingStrategy({ highWaterMark: MAX_BEHIND }));
    this.response = new Response(body, { headers: HEADERS });
  }

  get open(): boolean {
    return this.#controller !== undefined;
  }

  /** Sends, or cuts a reader who is too far behind; whether it was sent. */
  send(bytes: Uint8Array): boolean {
    const controller = this.#controller;
    if (controller === undefined) return false;
    if ((controller.desiredSize ?? 0) <= 0) {
      this.#ended();
      controller.error(new Error("the reader is too slow"));
      return false;
    }
    controller.enqueue(bytes);
    return true;
  }

  /** Ends it, after what was sent. */
  end(): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    this.#ended();
    controller.close();
  }

  #ended(): void {
    if (this.#controller === undefined) return;
    this.#controller = undefined;
    this.#onEnd();
  }
}

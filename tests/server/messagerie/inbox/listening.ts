/** A live stream as a page reads it: events, and the place that it would come back to. Each event is held to its schema. */
import assert from "node:assert/strict";
import { LIVE_EVENTS, type LiveEvent } from "../../../../server/messagerie/live/events.ts";
import { PATIENCE_MS } from "../../../until.ts";

export interface Listening extends AsyncDisposable {
  readonly status: number;
  /** What came so far. */
  readonly events: readonly LiveEvent[];
  /** The place of the last one. */
  readonly place: () => string;
  /** Waits for an event that comes or came after those already taken; takes it and what stands before it. */
  next<Name extends LiveEvent["event"]>(
    name: Name,
    which?: (data: Extract<LiveEvent, { event: Name }>["data"]) => boolean,
  ): Promise<Extract<LiveEvent, { event: Name }>["data"]>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  /** Cuts it, as a lost network does. */
  cut(): void;
}

/** Opens a stream and waits for what it begins with. */
export async function listen(url: string, headers: Record<string, string>): Promise<Listening> {
  const cutting = new AbortController();
  const response = await fetch(url, { headers, signal: cutting.signal });
  const events: LiveEvent[] = [];
  let place = "";
  let taken = 0;
  let buffer = "";
  let over = false;
  let wake = () => {};
  const began = Promise.withResolvers<void>();

  function block(text: string): void {
    let event = "";
    let data: string | undefined;
    for (const line of text.split("\n")) {
      if (line.startsWith("event: ")) event = line.slice(7);
      if (line.startsWith("data: ")) data = line.slice(6);
      if (line.startsWith("id: ")) {
        place = line.slice(4);
        began.resolve();
      }
    }
    if (data === undefined) return;
    const schema = LIVE_EVENTS[event as keyof typeof LIVE_EVENTS];
    assert.ok(schema !== undefined, `no such event: ${event}`);
    events.push({ event, data: schema.parse(JSON.parse(data)) } as LiveEvent);
  }

  const ended = (async () => {
    if (response.status !== 200) return await response.body?.cancel();
    assert.equal(response.headers.get("content-type"), "text/event-stream");
    for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      buffer += text;
      for (let end = buffer.indexOf("\n\n"); end !== -1; end = buffer.indexOf("\n\n")) {
        block(buffer.slice(0, end));
        buffer = buffer.slice(end + 2);
      }
      wake();
    }
  })().catch((error: unknown) => {
    if (!cutting.signal.aborted && !(error instanceof TypeError)) throw error;
  }).finally(() => {
    over = true;
    began.resolve();
    wake();
  });
  if (response.status === 200) await began.promise;

  return {
    status: response.status,
    events,
    place: () => place,
    ended,
    cut: () => cutting.abort(),
    async next(name, which = () => true) {
      const until = Date.now() + PATIENCE_MS;
      for (;;) {
        while (taken < events.length) {
          const event = events[taken++] as LiveEvent;
          if (event.event === name && which(event.data as never)) return event.data as never;
        }
        if (over || Date.now() > until) {
          assert.fail(`no ${name} came; there were ${events.map(({ event }) => event).join(", ")}`);
        }
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, 100);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    async [Symbol.asyncDispose]() {
      cutting.abort();
      await ended;
    },
  };
}

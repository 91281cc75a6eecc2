/**
 * Follows the visitor's live stream, and comes back by itself: Server-Sent Events over `fetch`, since `EventSource` cannot
 * send a header and a secret has no place in an address.
 * @module
 */
import { EventReader, type ServerEvent } from "../kit/event_reader.ts";
import { Refused, type WidgetClient } from "./client.ts";

/** What the desk tells. */
export interface LiveEvent {
  readonly event: string;
  readonly data: unknown;
}

/** How a stream stands. */
export type Connection = "connecting" | "live" | "lost";

/** The desk gives a sign of life every 20 seconds. */
const SILENCE_MS = 50_000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** After a refusal: a closed widget does not open every second. */
const REFUSED_WAIT_MS = 60_000;

/** Follows until it is stopped. `onEvent` gets what is told, `onState` how the stream stands. */
export function followLive(
  client: Pick<WidgetClient, "stream">,
  listener: {
    readonly onEvent: (event: LiveEvent) => void;
    readonly onState: (state: Connection) => void;
  },
): () => void {
  const stopped = new AbortController();
  void (async () => {
    let failures = 0;
    while (!stopped.signal.aborted) {
      listener.onState(failures === 0 ? "connecting" : "lost");
      let refused = false;
      try {
        await readOnce(client, stopped.signal, (event) => {
          // What came along with what made somebody stop.
          if (stopped.signal.aborted) return;
          if (event.event === "ready") {
            failures = 0;
            listener.onState("live");
          }
          listener.onEvent(event);
        });
      } catch (error) {
        refused = error instanceof Refused && !error.passing;
      }
      failures++;
      await pause(refused ? REFUSED_WAIT_MS : waitOf(failures), stopped.signal);
    }
  })();
  return () => stopped.abort();
}

/** Doubling, and spread by half: a desk that restarts does not meet all its visitors at once. */
function waitOf(failures: number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
  return wait * (0.5 + Math.random() / 2);
}

/** Waits, or goes on at once when the network comes back or somebody looks at the page again. */
async function pause(ms: number, stopped: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener("online", done);
      document.removeEventListener("visibilitychange", seen);
      stopped.removeEventListener("abort", done);
      resolve();
    };
    const seen = () => {
      if (document.visibilityState === "visible") done();
    };
    const timer = setTimeout(done, ms);
    globalThis.addEventListener("online", done);
    document.addEventListener("visibilitychange", seen);
    stopped.addEventListener("abort", done);
  });
}

async function readOnce(
  client: Pick<WidgetClient, "stream">,
  stopped: AbortSignal,
  onEvent: (event: LiveEvent) => void,
): Promise<void> {
  const ended = new AbortController();
  const end = () => ended.abort();
  let watch = setTimeout(end, SILENCE_MS);
  stopped.addEventListener("abort", end);
  try {
    const reader = (await client.stream(ended.signal)).pipeThrough(new TextDecoderStream()).getReader();
    const events = new EventReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watch);
      watch = setTimeout(end, SILENCE_MS);
      for (const event of events.take(value)) {
        const told = read(event);
        if (told !== undefined) onEvent(told);
      }
    }
  } finally {
    clearTimeout(watch);
    stopped.removeEventListener("abort", end);
    end();
  }
}

/** Undefined for what is no event of the desk's. */
function read({ event, data }: ServerEvent): LiveEvent | undefined {
  try {
    return { event, data: JSON.parse(data) };
  } catch {
    return undefined;
  }
}

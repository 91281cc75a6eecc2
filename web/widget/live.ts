/**
 * Follows the visitor's live stream, and comes back by itself: Server-Sent Events over `fetch`, since `EventSource` cannot
 * send a header and a secret has no place in an address.
 * @module
 */
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
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watch);
      watch = setTimeout(end, SILENCE_MS);
      text += value;
      for (let at = text.indexOf("\n\n"); at !== -1; at = text.indexOf("\n\n")) {
        const event = parseEvent(text.slice(0, at));
        text = text.slice(at + 2);
        if (event !== undefined) onEvent(event);
      }
    }
  } finally {
    clearTimeout(watch);
    stopped.removeEventListener("abort", end);
    end();
  }
}

/** One event; undefined for comments and for what is no event of the desk's. */
export function parseEvent(block: string): LiveEvent | undefined {
  let event = "";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) event = line.slice(7);
    else if (line.startsWith("data: ")) data += line.slice(6);
  }
  if (event === "" || data === "") return undefined;
  try {
    return { event, data: JSON.parse(data) };
  } catch {
    return undefined;
  }
}

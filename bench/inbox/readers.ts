/**
 * Many open pages, in a thread of their own so that their reading is not the server's time: each a plain socket that asks
 * for a stream. Notes when each page got each mark.
 * @module
 */

/** What the readers are told. */
export interface ReadersTask {
  readonly hostname: string;
  readonly port: number;
  /** One request each. */
  readonly requests: readonly string[];
  readonly events: number;
}

/** This thread, to the one that started it. */
const worker = globalThis as unknown as {
  onmessage: (event: MessageEvent<ReadersTask>) => void;
  postMessage(message: unknown): void;
};

/** The same clock in every thread of a process. */
const now = () => performance.timeOrigin + performance.now();

async function readAll({ hostname, port, requests, events }: ReadersTask): Promise<void> {
  const got: number[][] = Array.from({ length: events }, () => []);
  let open = 0;
  const read = async (request: string) => {
    const socket = await Deno.connect({ hostname, port });
    await socket.write(new TextEncoder().encode(request));
    const decoder = new TextDecoder();
    let tail = "";
    let seen = 0;
    let counted = false;
    for await (const chunk of socket.readable) {
      const at = now();
      const text = tail + decoder.decode(chunk, { stream: true });
      if (!counted && text.includes("\n\n")) {
        counted = true;
        if (++open === requests.length) worker.postMessage({ open });
      }
      for (const mark of text.matchAll(/mark-(\d+)-/g)) {
        const event = Number(mark[1]);
        // A mark stands in the line and in the row; the first counts.
        if (event < seen) continue;
        seen = event + 1;
        got[event]?.push(at);
      }
      tail = text.slice(-20).replace(/mark-\d+-.*/s, "");
      if (seen === events) return;
    }
  };
  await Promise.all(requests.map((request) => read(request).catch(() => {})));
  worker.postMessage({ got });
}

worker.onmessage = ({ data }) => void readAll(data);

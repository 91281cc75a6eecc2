/**
 * Cuts a stream of bytes into lines of bounded length. Runs on Deno and Node.
 * @module
 */

const LINE_FEED = 0x0a;

/** What comes out: a line's text without its end; undefined for one that is too long or no UTF-8. */
export type LineSink = (line: string | undefined) => void;

/**
 * Takes chunks and gives whole lines. At most `maxBytes` of an unfinished line are held: of a longer one nothing is kept,
 * and the sink learns of it once, when it ends.
 */
export function createLineCutter(maxBytes: number, sink: LineSink): (chunk: Uint8Array) => void {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let parts: Uint8Array[] = [];
  let held = 0;

  const hold = (part: Uint8Array) => {
    held += part.length;
    if (held > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const finish = () => {
    const line = held > maxBytes ? undefined : decode(decoder, parts, held);
    parts = [];
    held = 0;
    sink(line);
  };
  return (chunk) => {
    let start = 0;
    for (let end; (end = chunk.indexOf(LINE_FEED, start)) !== -1; start = end + 1) {
      hold(chunk.subarray(start, end));
      finish();
    }
    // The stream may reuse its buffer: what waits for the rest of its line is copied.
    hold(chunk.slice(start));
  };
}

function decode(decoder: TextDecoder, parts: readonly Uint8Array[], length: number): string | undefined {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

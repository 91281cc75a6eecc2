/**
 * A load generator over bare TCP: HTTP/1.1 with keep-alive, a fixed number of connections, each with one request under
 * way. It costs far less than `fetch`, so that the server is what is measured. A process of its own: one JSON value per
 * line on stdin (the tokens, then {@linkcode Load}s), one {@linkcode Measured} per load on stdout.
 */

/** What to send: POSTs of these bodies, in turn, each with the next token. */
export interface Load {
  readonly port: number;
  readonly path: string;
  readonly bodies: readonly string[];
  readonly connections: number;
  readonly durationMs: number;
}

/** What came of it. */
export interface Measured {
  readonly requests: number;
  readonly seconds: number;
  /** Answers other than a 200 without `isError`. */
  readonly refused: number;
  /** One answer, to be looked at. */
  readonly sample: string;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const BLANK_LINE = encoder.encode("\r\n\r\n");

function indexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  for (let at = bytes.indexOf(13); at >= 0; at = bytes.indexOf(13, at + 1)) {
    if (wanted.every((byte, offset) => bytes[at + offset] === byte)) return at;
  }
  return -1;
}

/** One connection, one request at a time. */
class Connection {
  readonly #socket: Deno.Conn;
  #buffer = new Uint8Array(1 << 18);

  constructor(socket: Deno.Conn) {
    this.#socket = socket;
  }

  /** Sends a request and reads the whole answer, told by its Content-Length. */
  async exchange(request: Uint8Array): Promise<string> {
    for (let sent = 0; sent < request.length;) sent += await this.#socket.write(request.subarray(sent));
    for (let filled = 0, end = -1;;) {
      const read = await this.#socket.read(this.#buffer.subarray(filled));
      if (read === null) throw new Error("the server closed the connection");
      filled += read;
      if (end < 0) {
        const head = indexOf(this.#buffer.subarray(0, filled), BLANK_LINE);
        if (head < 0) continue;
        const length = /\r\ncontent-length: (\d+)/i.exec(decoder.decode(this.#buffer.subarray(0, head)))?.[1];
        if (length === undefined) throw new Error("an answer without Content-Length");
        end = head + BLANK_LINE.length + Number(length);
        if (end > this.#buffer.length) this.#grow(end, filled);
      }
      if (filled >= end) return decoder.decode(this.#buffer.subarray(0, end));
    }
  }

  #grow(size: number, filled: number): void {
    const grown = new Uint8Array(size);
    grown.set(this.#buffer.subarray(0, filled));
    this.#buffer = grown;
  }

  close(): void {
    this.#socket.close();
  }
}

let sent = 0;

async function run(load: Load, tokens: readonly string[]): Promise<Measured> {
  const { port, path, bodies, connections, durationMs } = load;
  let [done, refused, sample] = [0, 0, ""];
  const started = performance.now();
  const worker = async () => {
    const connection = new Connection(await Deno.connect({ hostname: "127.0.0.1", port }));
    try {
      while (performance.now() - started < durationMs) {
        const turn = sent++;
        const body = bodies[turn % bodies.length] ?? "";
        const answer = await connection.exchange(encoder.encode(
          `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
            `Authorization: Bearer ${tokens[turn % tokens.length]}\r\n` +
            `Content-Length: ${encoder.encode(body).length}\r\n\r\n${body}`,
        ));
        done++;
        if (!answer.startsWith("HTTP/1.1 200") || answer.includes('"isError":true')) refused++;
        sample ||= answer;
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return { requests: done, seconds: (performance.now() - started) / 1000, refused, sample };
}

if (import.meta.main) {
  let tokens: readonly string[] | undefined;
  let rest = "";
  for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (tokens === undefined) tokens = JSON.parse(line) as readonly string[];
      else {await Deno.stdout.write(
          encoder.encode(JSON.stringify(await run(JSON.parse(line), tokens)) + "\n"),
        );}
    }
  }
}

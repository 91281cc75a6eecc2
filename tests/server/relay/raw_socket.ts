/**
 * A WebSocket as somebody writes it who keeps to no rule: raw bytes over TCP, no answer to pings or closes unless it is said.
 * @module
 */
import { LIVE_PATH } from "../../../wire/live.ts";

/** One connection, after the upgrade. */
export class RawSocket implements Disposable {
  readonly #connection: Deno.TcpConn;
  /** All that came, as text. */
  heard = "";
  /** Whether the relay has let the connection go. */
  isGone = false;

  private constructor(connection: Deno.TcpConn) {
    this.#connection = connection;
    void this.#read();
  }

  /** What the relay answered to the upgrade: 101 when it gave a socket; 0 before it did. */
  get status(): number {
    return Number(this.heard.slice(9, 12));
  }

  /** Connects, and asks for a socket. */
  static async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<RawSocket> {
    const { hostname, port } = new URL(url);
    const socket = new RawSocket(await Deno.connect({ hostname, port: Number(port) }));
    const lines = Object.entries({
      host: `${hostname}:${port}`,
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-version": "13",
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    await socket.send(new TextEncoder().encode(`GET ${LIVE_PATH} HTTP/1.1\r\n${lines.join("")}\r\n`));
    return socket;
  }

  /** Sends bytes as they are, as far as the relay lets it. */
  async send(bytes: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < bytes.length;) at += await this.#connection.write(bytes.subarray(at));
    } catch {
      // Cut off: `isGone` tells.
    }
  }

  /** Sends a short text as a frame. */
  async sendText(text: string): Promise<void> {
    const body = new TextEncoder().encode(text);
    const head = new Uint8Array(8);
    head.set([0x81, 0x80 | 126, body.length >> 8, body.length & 0xff]);
    await this.send(head);
    await this.send(body);
  }

  /** Begins a text frame that is said to have so many bytes, and sends `sent` of them. */
  async beginFrame(bytes: number, sent: number): Promise<void> {
    const head = new Uint8Array(14);
    head.set([0x81, 0x80 | 127]);
    new DataView(head.buffer).setBigUint64(2, BigInt(bytes));
    await this.send(head);
    await this.send(new Uint8Array(sent).fill(65));
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(4096);
    try {
      for (let read; (read = await this.#connection.read(buffer)) !== null;) {
        this.heard += decoder.decode(buffer.subarray(0, read), { stream: true });
      }
    } catch {
      // Cut off.
    }
    this.isGone = true;
  }

  [Symbol.dispose](): void {
    try {
      this.#connection.close();
    } catch {
      // Gone already.
    }
  }
}

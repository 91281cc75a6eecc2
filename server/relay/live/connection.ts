/**
 * One live connection: what is known of it, what is sent on it, and what it was given and has not acknowledged. What
 * waits is read from the store a window at a time, so that a slow reader costs the relay no memory.
 * @module
 */
import type { Logger } from "../../../base/log.ts";
import { type HeldEnvelope, listHeld } from "../../../store/relay/envelopes.ts";
import type { RelayStore } from "../../../store/relay/open.ts";
import type { ErrorFrame, RelayFrame } from "../../../wire/live.ts";
import type { RelayErrorCode } from "../../../wire/relay_error.ts";
import { DELIVERY_WINDOW, MAX_BUFFERED_BYTES } from "../limits.ts";
import type { Principal } from "../principal.ts";
import { REFUSALS } from "../refusals.ts";
import type { z } from "zod";

/** What an error frame may add. */
export type ErrorExtra = Partial<Pick<z.output<typeof ErrorFrame>, "holder" | "retryAfterMs">>;

/** Sends a frame on a socket that is still open. */
export function sendFrame(socket: WebSocket, frame: RelayFrame): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
}

/** Says why, then closes. 4000 and up are for applications (RFC 6455 §7.4.2); the code is in the frame before. */
export function endSocket(socket: WebSocket, code: RelayErrorCode, extra: ErrorExtra = {}): void {
  sendFrame(socket, { type: "error", code, message: REFUSALS[code].message, ...extra });
  closeSocket(socket, code);
}

/** Asks the peer to close, and waits for it. */
export function closeSocket(socket: WebSocket, code: RelayErrorCode): void {
  if (socket.readyState <= WebSocket.OPEN) socket.close(4_000, code);
}

/**
 * Ends a peer that falls silent or may be gone. Closing asks for an answer, and the runtime waits for it without end, going on to gather
 * whatever frame the peer has begun. A socket that is not closing it drops by itself, once its stack answers no ping for
 * `idleSeconds`. So whoever is gone, or in the middle of a frame, is left to it; who is still there then is asked to close.
 */
export function abandonSocket(socket: WebSocket, code: RelayErrorCode, idleSeconds: number): void {
  sendFrame(socket, { type: "error", code, message: REFUSALS[code].message });
  const timer = setTimeout(() => closeSocket(socket, code), (idleSeconds + 1) * 1_000);
  socket.addEventListener("close", () => clearTimeout(timer), { once: true });
}

/** What a connection is made of. */
export interface ConnectionOptions {
  readonly socket: WebSocket;
  readonly principal: Principal;
  readonly instance: string;
  readonly client: string;
  /** Wall clock, for people. */
  readonly since: number;
  /** Monotonic. */
  readonly heardAt: number;
  readonly store: RelayStore;
  readonly log: Logger;
  /** See `RelayLimits`. */
  readonly idleSeconds: number;
  /** Called once, when the connection has ended, whoever ended it. */
  readonly onEnd: (connection: Connection) => void;
}

/** An endpoint's connection after a good hello. */
export class Connection {
  readonly principal: Principal;
  readonly instance: string;
  readonly client: string;
  readonly since: number;
  /** Welcomed: frames may be sent. */
  ready = false;
  deaf = false;
  /** When it turned online or deaf, wall clock. */
  stateSince: number;
  /** When a frame last came, monotonic. */
  heardAt: number;
  /** When the unanswered ping left, monotonic. */
  pingedAt: number | undefined;
  /** Submissions that are not answered yet. */
  unanswered = 0;
  readonly #options: ConnectionOptions;
  readonly #unacknowledged = new Set<string>();
  #deliveredSeq = 0;
  #more = false;
  #delivering = false;
  #ended = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.principal = options.principal;
    this.instance = options.instance;
    this.client = options.client;
    this.since = options.since;
    this.stateSince = options.since;
    this.heardAt = options.heardAt;
  }

  get endpoint(): string {
    return this.principal.endpoint;
  }

  get hasEnded(): boolean {
    return this.#ended;
  }

  /** Sends a frame. A reader whose buffer is full is cut off: it comes back and gets everything again. */
  send(frame: RelayFrame): void {
    this.#sendText(JSON.stringify(frame));
  }

  /** Says why, and ends the connection. */
  end(code: RelayErrorCode, extra?: ErrorExtra): void {
    endSocket(this.#options.socket, code, extra);
    this.ended();
  }

  /** Ends the connection of a peer that falls silent, takes nothing any more, or has a newer one and may be gone. */
  abandon(code: RelayErrorCode = "TOO_SLOW"): void {
    if (this.#ended) return;
    abandonSocket(this.#options.socket, code, this.#options.idleSeconds);
    this.ended();
  }

  /** The socket is closed or counts as such; a dead peer's may linger in the system. */
  ended(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#unacknowledged.clear();
    this.#options.onEnd(this);
  }

  /** Something waits for this endpoint. */
  wake(): void {
    this.#more = true;
    if (this.ready && !this.#delivering) this.#deliver();
  }

  /** Whether the endpoint was given an envelope on this connection and has not settled it. */
  awaits(from: string, id: string): boolean {
    return this.#unacknowledged.has(`${from} ${id}`);
  }

  /** The endpoint settled an envelope that it was given; makes room for the next. */
  settled(from: string, id: string): void {
    if (this.#unacknowledged.delete(`${from} ${id}`) && !this.#delivering) this.#deliver();
  }

  async #deliver(): Promise<void> {
    const { store, log } = this.#options;
    this.#delivering = true;
    try {
      while (this.#more && !this.#ended && this.#unacknowledged.size < DELIVERY_WINDOW) {
        const room = DELIVERY_WINDOW - this.#unacknowledged.size;
        // Cleared before reading: what is stored meanwhile sets it again.
        this.#more = false;
        const held = await listHeld(store.read, this.endpoint, this.#deliveredSeq, room);
        if (this.#ended) return;
        if (held.length === room) this.#more = true;
        for (const envelope of held) this.#push(envelope);
      }
    } catch (error) {
      log.error("delivery_failed", {
        endpoint: this.endpoint,
        error: error instanceof Error ? error.name : "unknown",
      });
      this.end("UNAVAILABLE");
    } finally {
      this.#delivering = false;
    }
  }

  #push(envelope: HeldEnvelope): void {
    this.#deliveredSeq = envelope.seq;
    this.#unacknowledged.add(`${envelope.sender} ${envelope.id}`);
    // The body is the JSON that was checked when it came in.
    this.#sendText(`{"type":"deliver","at":${envelope.at},"envelope":${envelope.body}}`);
  }

  #sendText(text: string): void {
    const { socket } = this.#options;
    if (this.#ended || socket.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) return this.abandon();
    socket.send(text);
  }
}

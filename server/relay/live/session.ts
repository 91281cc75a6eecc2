/**
 * One WebSocket from its opening to its end: challenge, hello, then frames. Nothing is done for a stranger but checking
 * its hello.
 * @module
 */
import { Refusal } from "../../../base/refusal.ts";
import { toBase64url } from "../../../wire/bytes.ts";
import { ClientFrame, MAX_FRAME, PROTOCOL_VERSION } from "../../../wire/live.ts";
import type { RelayErrorCode } from "../../../wire/relay_error.ts";
import { MAX_STRANGERS, MAX_STRANGERS_OF_ADDRESS } from "../limits.ts";
import { abandonSocket, closeSocket, type Connection, endSocket, sendFrame } from "./connection.ts";
import type { LiveContext } from "./context.ts";
import { greet } from "./greet.ts";
import { receive } from "./receive.ts";

/** Serves sockets. */
export interface LiveServer {
  /** Whether another connection can be taken from this address: so many may have said no hello, or linger. */
  hasRoom(address: string): boolean;
  /** Serves a socket that was just accepted. */
  serve(socket: WebSocket, address: string): void;
  /** Tells every peer that the relay stops, and waits, not for long, until they have heard it. */
  close(): Promise<void>;
}

/** How long peers may take to close their side. */
const CLOSE_MS = 2_000;

function parseFrame(data: unknown): ClientFrame | undefined {
  if (typeof data !== "string" || data.length > MAX_FRAME) return undefined;
  try {
    return ClientFrame.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

/** What a socket's server wants to know of it. */
interface SocketEvents {
  /** It is no stranger any more. */
  onKnown(): void;
  /** It was told to go. */
  onEnded(connection: Connection): void;
  onClose(): void;
}

function serveSocket(context: LiveContext, socket: WebSocket, events: SocketEvents): void {
  const nonce = toBase64url(context.env.randomBytes(32));
  let connection: Connection | undefined;
  let greeting = false;
  let late = false;
  const { helloMs, idleSeconds } = context.limits;
  const timer = setTimeout(() => {
    late = true;
    abandonSocket(socket, "TOO_SLOW", idleSeconds);
  }, helloMs);
  socket.onopen = () =>
    sendFrame(socket, {
      type: "challenge",
      v: PROTOCOL_VERSION,
      nonce,
      heartbeatMs: context.limits.heartbeatMs,
    });
  socket.onclose = () => {
    clearTimeout(timer);
    connection?.ended();
    events.onClose();
  };
  // A close event follows.
  socket.onerror = (event) => event.preventDefault();
  socket.onmessage = ({ data }) => {
    // It was told to go, and lives after all: nothing that it says counts.
    if (late || connection?.hasEnded) return closeSocket(socket, "TOO_SLOW");
    const frame = parseFrame(data);
    if (connection?.ready) return receive(context, connection, frame);
    if (frame?.type !== "hello" || greeting) return endSocket(socket, "INVALID_REQUEST");
    greeting = true;
    clearTimeout(timer);
    greet(context, socket, nonce, frame, {
      onEntered(entered) {
        connection = entered;
        events.onKnown();
      },
      onEnded: events.onEnded,
    }).catch((error) => {
      if (error instanceof Refusal) endSocket(socket, error.code as RelayErrorCode, error.details);
      else {
        context.log.error("hello_failed", { error: error instanceof Error ? error.name : "unknown" });
        endSocket(socket, "INTERNAL_ERROR");
      }
      connection?.ended();
    });
  };
}

/** Makes the server of one relay's sockets. */
export function createLiveServer(context: LiveContext): LiveServer {
  const sockets = new Set<WebSocket>();
  const strangers = new Map<WebSocket, string>();
  const ofAddress = new Map<string, number>();
  const countOf = (address: string) => ofAddress.get(address) ?? 0;
  /**
   * Endpoints of which a connection was told to go and has not gone. The first one takes nobody's place: when a whole
   * office's connections have died without a word, all of them are replaced at once.
   */
  const lingering = new Set<string>();
  /** The socket has said no hello, or lingers beside another one: either way it may cost memory for nothing. */
  const count = (socket: WebSocket, address: string) => {
    if (strangers.has(socket)) return;
    strangers.set(socket, address);
    ofAddress.set(address, countOf(address) + 1);
  };
  /** The socket is known, or gone. */
  const forget = (socket: WebSocket) => {
    const address = strangers.get(socket);
    if (address === undefined) return;
    strangers.delete(socket);
    if (countOf(address) > 1) ofAddress.set(address, countOf(address) - 1);
    else ofAddress.delete(address);
  };
  let onEmpty = () => {};
  return {
    hasRoom: (address) => strangers.size < MAX_STRANGERS && countOf(address) < MAX_STRANGERS_OF_ADDRESS,
    serve(socket, address) {
      sockets.add(socket);
      count(socket, address);
      let left: string | undefined;
      serveSocket(context, socket, {
        onKnown: () => forget(socket),
        onEnded({ endpoint }) {
          if (lingering.has(endpoint)) count(socket, address);
          else lingering.add(left = endpoint);
        },
        onClose() {
          forget(socket);
          if (left !== undefined) lingering.delete(left);
          sockets.delete(socket);
          if (sockets.size === 0) onEmpty();
        },
      });
    },
    async close() {
      if (sockets.size === 0) return;
      for (const socket of sockets) endSocket(socket, "SHUTTING_DOWN");
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, CLOSE_MS);
        onEmpty = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}

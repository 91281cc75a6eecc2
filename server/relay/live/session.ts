/**
 * One WebSocket from its opening to its end: challenge, hello, then frames. Nothing is done for a stranger but checking
 * its hello.
 * @module
 */
import { Refusal } from "../../../base/refusal.ts";
import { toBase64url } from "../../../wire/bytes.ts";
import { ClientFrame, MAX_FRAME, PROTOCOL_VERSION } from "../../../wire/live.ts";
import type { RelayErrorCode } from "../../../wire/relay_error.ts";
import { MAX_STRANGERS } from "../limits.ts";
import { type Connection, endSocket, sendFrame } from "./connection.ts";
import type { LiveContext } from "./context.ts";
import { greet } from "./greet.ts";
import { receive } from "./receive.ts";

/** Serves sockets. */
export interface LiveServer {
  /** Whether another connection that has not said hello can be taken. */
  hasRoom(): boolean;
  /** Serves a socket that was just accepted. */
  serve(socket: WebSocket): void;
}

function parseFrame(data: unknown): ClientFrame | undefined {
  if (typeof data !== "string" || data.length > MAX_FRAME) return undefined;
  try {
    return ClientFrame.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

/** Serves one socket; `onKnown` is called once, when it is no stranger any more or has gone. */
function serveSocket(context: LiveContext, socket: WebSocket, onKnown: () => void): void {
  const nonce = toBase64url(context.env.randomBytes(32));
  let connection: Connection | undefined;
  let greeting = false;
  const timer = setTimeout(() => endSocket(socket, "TOO_SLOW"), context.limits.helloMs);
  socket.onopen = () =>
    sendFrame(socket, {
      type: "challenge",
      v: PROTOCOL_VERSION,
      nonce,
      heartbeatMs: context.limits.heartbeatMs,
    });
  socket.onclose = () => {
    clearTimeout(timer);
    onKnown();
    connection?.ended();
  };
  // A close event follows.
  socket.onerror = (event) => event.preventDefault();
  socket.onmessage = ({ data }) => {
    const frame = parseFrame(data);
    if (connection?.ready) return receive(context, connection, frame);
    if (frame?.type !== "hello" || greeting) return endSocket(socket, "INVALID_REQUEST");
    greeting = true;
    clearTimeout(timer);
    greet(context, socket, nonce, frame, (entered) => {
      connection = entered;
      onKnown();
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
  let strangers = 0;
  return {
    hasRoom: () => strangers < MAX_STRANGERS,
    serve(socket) {
      let known = false;
      strangers++;
      serveSocket(context, socket, () => {
        if (!known) strangers--;
        known = true;
      });
    },
  };
}

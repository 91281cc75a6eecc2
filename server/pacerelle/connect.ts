/**
 * Opens WebSockets: the runtime's own where it has one (Deno, Node 22), else the `ws` package's (Node 20, whose own needs
 * a flag).
 * @module
 */
import { type Connect, type WebSocketLike, webSockets } from "../../wire/endpoint/socket.ts";
import { MAX_FRAME } from "../../wire/live.ts";

/** A factory for this runtime. */
export async function loadConnect(): Promise<Connect> {
  if (typeof globalThis.WebSocket === "function") {
    return webSockets((url) => new globalThis.WebSocket(url) as WebSocketLike);
  }
  const { WebSocket } = await import("ws");
  // Frames are sealed and padded: compression would cost memory for nothing. Four bytes of UTF-8 at most for each unit.
  const options = { perMessageDeflate: false, maxPayload: 4 * MAX_FRAME };
  return webSockets((url) => new WebSocket(url, options) as unknown as WebSocketLike);
}

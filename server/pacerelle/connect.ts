/**
 * How this runtime reaches a relay: Deno by what it has, Node by the `ws` package (Node 20 has no WebSocket without a flag)
 * and {@linkcode nodeFetch}.
 * @module
 */
import process from "node:process";
import { type Connect, type WebSocketLike, webSockets } from "../../wire/endpoint/socket.ts";
import { MAX_FRAME } from "../../wire/live.ts";
import type { RelayFetch } from "../../wire/relay_call.ts";

const isDeno = "deno" in process.versions;

/** Opens WebSockets. */
export async function loadConnect(): Promise<Connect> {
  if (isDeno) return webSockets((url) => new globalThis.WebSocket(url) as WebSocketLike);
  const { WebSocket } = await import("ws");
  // Frames are sealed and padded: compression would cost memory for nothing. Four bytes of UTF-8 at most for each unit.
  const options = { perMessageDeflate: false, maxPayload: 4 * MAX_FRAME };
  return webSockets((url) => new WebSocket(url, options) as unknown as WebSocketLike);
}

/** Calls over HTTP. */
export async function loadFetch(): Promise<RelayFetch> {
  return isDeno ? fetch : (await import("./node_fetch.ts")).nodeFetch;
}

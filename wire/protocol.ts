/**
 * The messages between an endpoint and the relay: over HTTP for account matters, over a WebSocket for what is live.
 * @module
 */
export * from "./account.ts";
export * from "./live.ts";
export * from "./relay_error.ts";
export * from "./relay_call.ts";
export * from "./file/announcement.ts";
export * from "./file/chunk_call.ts";
export * from "./push.ts";

/**
 * Pacerelle's bounds, each with its reason. Those of the channel are in wire/limits.ts.
 * @module
 */

/** Entries that history keeps (contract: pacerelle §2). Pending requests are not among them and are never dropped. */
export const MAX_HISTORY = 1_000;
/** How long history keeps what is done. */
export const HISTORY_MS = 90 * 86_400_000;
/** Clients give up after 30 s at the earliest (mcp-wire habit 10); the default leaves them a margin. */
export const MAX_WAIT_SECONDS = 30;
export const DEFAULT_WAIT_SECONDS = 25;
/** How often a wait tells a client that asked for it that it is alive. */
export const PROGRESS_MS = 5_000;
export const MAX_WAIT_MESSAGES = 50;
export const DEFAULT_WAIT_MESSAGES = 20;
export const MAX_HISTORY_PAGE = 200;
export const DEFAULT_HISTORY_PAGE = 50;
/** Text in one answer, in UTF-16 units: hosts refuse answers above 25,000 tokens (mcp-wire habit 17). */
export const MAX_ANSWER_TEXT = 40_000;
/** A path, in UTF-16 units: as long as systems take one. */
export const MAX_PATH = 4_096;
/** Requests that one call marks. */
export const MAX_MARKED = 100;
/** Code points of a checkpoint's parts (contract: pacerelle §1). */
export const MAX_SUMMARY = 4_000;
export const MAX_NEXT_ACTION = 1_000;
/** How long a send waits for the relay's answer, where there is a connection, before it is `queued` or `uncertain`. */
export const SEND_WAIT_MS = 5_000;
/** The same for a send with files, which are brought to the relay first: below the 30 s after which clients give up. */
export const FILES_WAIT_MS = 20_000;

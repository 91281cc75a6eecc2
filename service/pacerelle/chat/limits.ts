/**
 * The bounds of the person's side, each with its reason. Those of the channel are in `wire/limits.ts`.
 * @module
 */

/** Entries kept for one agent; the oldest that nobody waits for go first. Years of talk, and a state that opens at once. */
export const MAX_ENTRIES = 5_000;
/** Code points of an agent's or a device's name (wire: SharedAgent, RosterDevice). */
export const MAX_NAME = 100;
/** Entries passed to a new device, in all: a few dozen envelopes, far below what the relay takes at once. */
export const MAX_PASSED = 2_000;
/** JSON of one chunk of history, in bytes: with its wrapping it stays under the largest padded payload. */
export const HISTORY_CHUNK_BYTES = 96 * 1024;
/** How long a command waits for another one of the same person to end and leave it the state. */
export const LOCK_WAIT_MS = 5_000;
/** How long a command waits for the relay before it says that it is offline. */
export const CONNECT_MS = 8_000;
/** How long an unreachable relay is tried again before a command goes on without it. */
export const RETRY_MS = 2_000;
/** How long `send` waits for the relay's answer before it says `queued` or `uncertain`. */
export const SUBMIT_MS = 8_000;
/** The same for an agent that has never come: it may just have, and its card is fetched first. */
export const NEVER_SEEN_MS = 2_000;
/** How long a command may take to fetch what waits at the relay. */
export const CATCH_UP_MS = 10_000;
/** Silence after which what comes behind the last message, such as an answer's widget, is waited for no longer. */
export const QUIET_MS = 300;
/** Silence after which what the relay said that it has, and does not give, is waited for no longer. */
export const WITHHELD_MS = 3_000;
/** How long a command that ends waits for its last receipts to leave; they leave at the next run otherwise. */
export const FLUSH_MS = 3_000;
/** What a new device gets to publish its prekeys before it is first sealed to. */
export const SETTLE_IN_MS = 1_500;
/** How long `device approve` waits until agents and history have left: one more try after the engine's pause. */
export const HAND_OVER_MS = 45_000;
/** How long a device that was let in waits for what the other one passes on. */
export const RECEIVE_MS = 20_000;
/** How often a roster is signed anew when another device published one first. */
export const ROSTER_ATTEMPTS = 4;
/** How often a device that was compared by digits looks whether it is in the roster. */
export const APPROVAL_LOOK_MS = 1_000;
/** Most hits of one search. */
export const MAX_HITS = 50;
/** Code points of a draft: more than a message may have is not worth keeping. */
export const MAX_DRAFT = 20_000;
/** How long `send` waits for its files to be at the relay; what is not leaves at the next run. */
export const UPLOAD_MS = 600_000;

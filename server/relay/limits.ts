/**
 * The relay's own limits, each with its reason. Those that endpoints hold too are in `wire/limits.ts`.
 * @module
 */
import { FILE_RETENTION_MS, MAX_FILE_CHUNKS, MAX_QUEUE, RETENTION_MS } from "../../wire/limits.ts";

/** A token bucket: `burst` at once, then `perSecond`. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** What a running relay allows. Tests and benches pass their own. */
export interface RelayLimits {
  /** Envelopes waiting for one endpoint. */
  readonly queue: number;
  /** How long an envelope waits. */
  readonly retentionMs: number;
  /** Envelopes of one endpoint: a history handed to a new device in one go, then a steady stream. */
  readonly endpointRate: Rate;
  /** Envelopes of one account. */
  readonly accountRate: Rate;
  /** Frames of one connection, acknowledgements and pings included. */
  readonly frameRate: Rate;
  /** HTTP calls with one credential. */
  readonly callRate: Rate;
  /** Calls that need no credential, by address: sign-up, log-in, challenge. Each of the first two costs a hash. */
  readonly anonymousRate: Rate;
  /** Chunks of files that an endpoint puts and fetches: 128 KiB each. */
  readonly chunkRate: Rate;
  /** Files of one account, and their bytes as they lie here: sealed and padded. */
  readonly filesPerAccount: number;
  readonly fileBytesPerAccount: number;
  /** Bytes of all accounts' files: accounts cost nothing, the disk is one. */
  readonly fileBytes: number;
  /** How long a file is kept that some recipient has not let go. */
  readonly fileRetentionMs: number;
  /** A device that is away this long has not just lost its connection, and is woken by a push. */
  readonly pushAfterMs: number;
  /** A device that has not come since the last push is sent another one after this long, when something new waits. */
  readonly pushAgainMs: number;
  /** Pauses before a push that failed is tried again. */
  readonly pushRetryMs: readonly number[];
  /** How often the relay pings. */
  readonly heartbeatMs: number;
  /** An unanswered ping makes an endpoint deaf after this long, and ends its connection after three times as long. */
  readonly deafAfterMs: number;
  /** How long a new connection may take to say hello. */
  readonly helloMs: number;
  /**
   * A socket whose stack gives no sign for this long is dropped by the runtime, in whole seconds: above what the heartbeat
   * takes to give a peer up.
   */
  readonly idleSeconds: number;
  /** How long the holder of an agent's one connection has to answer when a second one comes. */
  readonly probeMs: number;
  /** scrypt's cost, as the power of two of N; r = 8, p = 2. */
  readonly hashCost: number;
}

export const DEFAULT_LIMITS: RelayLimits = Object.freeze({
  queue: MAX_QUEUE,
  retentionMs: RETENTION_MS,
  endpointRate: { burst: 500, perSecond: 50 },
  accountRate: { burst: 2_000, perSecond: 200 },
  frameRate: { burst: 4_000, perSecond: 500 },
  callRate: { burst: 200, perSecond: 20 },
  anonymousRate: { burst: 60, perSecond: 1 },
  // The largest file at once, then some 6 MB a second.
  chunkRate: { burst: MAX_FILE_CHUNKS * 2, perSecond: 50 },
  filesPerAccount: 5_000,
  // Some 18 files of the largest size at once, or thousands of photographs.
  fileBytesPerAccount: 512 * 1024 * 1024,
  // Twenty accounts that use all of theirs.
  fileBytes: 10 * 1024 * 1024 * 1024,
  fileRetentionMs: FILE_RETENTION_MS,
  pushAfterMs: 2_000,
  pushAgainMs: 600_000,
  pushRetryMs: [10_000, 60_000],
  heartbeatMs: 25_000,
  deafAfterMs: 10_000,
  helloMs: 10_000,
  idleSeconds: 60,
  probeMs: 2_000,
  // 64 MiB and about 0.3 s (OWASP's table: N = 2^16, r = 8, p = 2).
  hashCost: 16,
});

/**
 * Connections that have not said hello, or were told to go and linger beside another one of their endpoint that does, in
 * all. Each may cost what the runtime gathers of a message before anybody sees it: 64 MiB of one frame, without a bound of
 * several (docs/threat-model.md).
 */
export const MAX_STRANGERS = 512;
/**
 * The same, of one address: one host must not take every place. Saying hello takes a moment: an office of hundreds that
 * comes back after a cut is in within seconds, one of thousands, which try again, within half a minute.
 */
export const MAX_STRANGERS_OF_ADDRESS = 64;
/** Envelopes on their way to one connection and not acknowledged: bounds the memory that a slow reader costs. */
export const DELIVERY_WINDOW = 32;
/** Bytes in a socket's buffer above which its reader counts as too slow. Above a full window of the largest envelopes. */
export const MAX_BUFFERED_BYTES = 8 * 1024 * 1024;
/** Envelopes handed over by one connection and not yet answered. */
export const MAX_UNANSWERED = 512;
/** Envelopes and bytes that wait for the next commit, in all; above it senders are told to come back. */
export const MAX_PENDING = 8_192;
export const MAX_PENDING_BYTES = 64 * 1024 * 1024;
/**
 * Bodies of requests that one endpoint or address may have on their way in, and the bytes that all of them may come to: far
 * more than honest callers need, who send a few at a time.
 */
export const MAX_BODIES_EACH = 32;
export const MAX_BODY_BYTES = 128 * 1024 * 1024;
/** Envelopes and bytes of one commit: bounds how long the event loop stands still. */
export const MAX_BATCH = 256;
export const MAX_BATCH_BYTES = 2 * 1024 * 1024;

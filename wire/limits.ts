/**
 * The channel's bounds, each with its reason. Both ends and the relay hold the same ones.
 * @module
 */

/** One envelope as JSON, in bytes (contract: pacerelle §5). */
export const MAX_ENVELOPE_BYTES = 256 * 1024;
/** Padded payloads are 256 · 2^k bytes; this is the last size whose envelope stays within {@linkcode MAX_ENVELOPE_BYTES}. */
export const MAX_PADDED_BYTES = 128 * 1024;
/** The smallest padded payload. */
export const MIN_PADDED_BYTES = 256;
/** Code points of a message (contract: pacerelle §1, send_message). */
export const MAX_TEXT = 20_000;
/** Devices of one account: a person's phones, computers and browsers, with room; each message is sealed once for each. */
export const MAX_DEVICES = 32;
/** Agents of one account. */
export const MAX_AGENTS = 100;
/** Rosters that an account can pass through; an agent walks the chain from its anchor. */
export const MAX_ROSTER_VERSION = 100_000;
/** Rosters in one answer of the relay; more are fetched in further calls. */
export const MAX_ROSTERS_PER_FETCH = 100;
/** Prekeys in one publication. */
export const MAX_PREKEYS_PER_BATCH = 100;
/** One-time prekeys that the relay holds for an endpoint. */
export const MAX_PREKEYS_HELD = 200;
/** One-time prekeys to keep available at the relay (contract: channel, Keys and names). */
export const MIN_PREKEYS_AVAILABLE = 20;
/** How long a sender may still seal to a prekey. Long, so that a request to an agent that was off for weeks still leaves. */
export const PREKEY_LIFETIME_MS = 90 * 86_400_000;
/** How long a private half is kept after its prekey expired or was replaced: longer than the relay may hold a message. */
export const PREKEY_GRACE_MS = 31 * 86_400_000;
/** Age at which the last-resort prekey is replaced. */
export const LAST_RESORT_REPLACED_MS = 7 * 86_400_000;
/** How long the relay holds an envelope, and the sender's outbox its payload. */
export const RETENTION_MS = 30 * 86_400_000;
/** Envelopes waiting for one endpoint (contract: pacerelle §5). */
export const MAX_QUEUE = 10_000;
/** Items of one acknowledgement, question or receipt. */
export const MAX_ITEMS = 256;
/** Attachments of one message. */
export const MAX_ATTACHMENTS = 10;
/** A file: a photograph, a document, a short film; what is larger has better ways than a mailbox. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
/** Code points of a file's name: as long as file systems take one. */
export const MAX_FILE_NAME = 255;
/** Content of one chunk of a file: one request, one row at the relay, and what is lost when a connection breaks. */
export const FILE_CHUNK_BYTES = 128 * 1024;
/** Chunks of the largest file, padded (wire/file/layout.ts). */
export const MAX_FILE_CHUNKS = 224;
/** How long the relay keeps a file: longer than the message that tells of it, so that one taken on its last day has its files. */
export const FILE_RETENTION_MS = 31 * 86_400_000;
/** Text of a push subscription's address, in UTF-16 units. The longest in use have some 500. */
export const MAX_PUSH_ENDPOINT = 1_000;
/** Text of a password, in UTF-16 units: any passphrase, yet no work for the hash out of proportion. */
export const MAX_PASSWORD = 1_024;
/**
 * Shortest password at sign up (issue 6, point 1). NIST SP 800-63B asks for 15 where nothing else protects; the content is
 * sealed here.
 */
export const MIN_PASSWORD = 12;

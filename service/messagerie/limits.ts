/**
 * Messagerie's limits, each with its reason. Lengths are Unicode code points.
 * @module
 */

/** Longest reply or note (contract §3). */
export const MAX_MESSAGE = 10_000;
/** Longest first message: it leaves by SMS or e-mail (contract §3). */
export const MAX_FIRST_MESSAGE = 4_000;
/** A conversation's subject where its first message stands for it: enough to recognise it. */
export const MAX_SUBJECT = 240;
/** Tag label. */
export const MAX_TAG = 60;
/** Token label. */
export const MAX_LABEL = 200;
/** Name of a contact, inbox, site or person. */
export const MAX_NAME = 200;
/** E-mail address (RFC 5321: 254 octets). */
export const MAX_EMAIL = 254;
/** Longest query that is looked at; the words after the first eight count for nothing anyway. */
export const MAX_QUERY = 1_000;
/** Shortest query, after trimming. */
export const MIN_QUERY = 3;
/** Found messages. */
export const MAX_FOUND = 20;
/** Conversations in one list: default and most. */
export const DEFAULT_CONVERSATIONS = 50;
export const MAX_CONVERSATIONS = 200;
/** Contacts in one list. */
export const MAX_CONTACTS = 200;
/** Messages in one page of a thread. */
export const MAX_THREAD_PAGE = 500;
/** Request bodies on /mcp and /api/v1: 1 MiB. */
export const MAX_BODY_BYTES = 1_048_576;
/** Requests per token and surface in a sliding minute. */
export const RATE_LIMIT = 240;
export const RATE_WINDOW_MS = 60_000;
/** Failed authentications per address in a sliding minute before further failures are slowed down. */
export const FAILURE_LIMIT = 20;
/** `lastUsedAt` is written at most this often: a read must not cost a write each time. */
export const LAST_USED_EVERY_MS = 300_000;
/** A conversation resolved longer ago than this is not gone on with by `start_conversation`. */
export const RESUME_WITHIN_MS = 24 * 3_600_000;
/** Conversation and contact metadata: keys, key length, string length. */
export const MAX_DATA_KEYS = 40;
export const MAX_DATA_KEY = 60;
export const MAX_DATA_VALUE = 500;
/** Files of one message, and bytes of each: they are kept in the database. */
export const MAX_FILES = 10;
export const MAX_FILE_BYTES = 10 * 1_048_576;
/** Bytes of all files, unless the settings say another: what a small server's disk has left over. */
export const MAX_FILES_BYTES = 5 * 1024 * 1_048_576;
/** Name of a file: what file systems take. */
export const MAX_FILE_NAME = 255;

/** Shortest password: length is the one rule of composition that there is (OWASP, NIST SP 800-63B). */
export const MIN_PASSWORD = 12;
/** Longest password: hashing must not become work for an attacker to give. */
export const MAX_PASSWORD = 256;
/** Hashes computed at once, 32 MiB each, and how many may wait for their turn. */
export const HASHES_AT_ONCE = 2;
export const HASHES_WAITING = 20;
/** A session ends when it was not used for this long, and in any case after this long. */
export const SESSION_IDLE_MS = 12 * 3_600_000;
export const SESSION_MS = 30 * 24 * 3_600_000;
/** When a session was used last is written at most this often. */
export const SESSION_SEEN_EVERY_MS = 300_000;
/** What was made later than this from now was made before the clock was set back, and is worth nothing. */
export const CLOCK_SLACK_MS = 600_000;
/** How long a link may wait to be opened. One that anybody can ask for by e-mail waits for less. */
export const SET_UP_LINK_MS = 24 * 3_600_000;
export const INVITATION_MS = 7 * 24 * 3_600_000;
export const RESET_LINK_MS = 24 * 3_600_000;
export const FORGOTTEN_LINK_MS = 3_600_000;
/**
 * Failed sign-ins before the next has to wait; the wait doubles from the first to the longest. An address may be a whole
 * office or a reverse proxy, so that it waits less.
 */
export const GUESSES = {
  login: { free: 5, firstMs: 1_000, longestMs: 900_000 },
  device: { free: 10, firstMs: 1_000, longestMs: 900_000 },
  address: { free: 50, firstMs: 1_000, longestMs: 60_000 },
  /** Links asked for by e-mail, for one login: each one after the first few is a mail that nobody wants. */
  forgotten: { free: 3, firstMs: 600_000, longestMs: 3_600_000 },
  /** Test messages to a channel, for one person. */
  channel_test: { free: 5, firstMs: 30_000, longestMs: 600_000 },
} as const;
/** Without a failure for this long, what was counted is forgotten. */
export const GUESSES_KEPT_MS = 3_600_000;
/** Browsers of one person that are remembered. */
export const MAX_DEVICES = 20;
/** Canned replies: shortcut, title and body. */
export const MAX_SHORTCUT = 40;
export const MAX_TITLE = 120;
/** Changes in one page of the audit. */
export const MAX_AUDIT_PAGE = 200;

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
/** Name of a file: what file systems take. */
export const MAX_FILE_NAME = 255;

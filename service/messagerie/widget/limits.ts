/**
 * The widget's limits, each with its reason.
 * @module
 */

/** A browser's secret opens nothing after this long without a visit: half a year covers a yearly customer's questions. */
export const VISITOR_LIFE_MS = 180 * 24 * 3_600_000;
/** A visit is written down this often at most: reading must not cost a write each time. */
export const VISITOR_TOUCH_MS = 24 * 3_600_000;
/** How long a file waits for its message. */
export const UPLOAD_LIFE_MS = 24 * 3_600_000;
/** Bytes of files that wait, of all visitors: what a flood of uploads can take of the disk. Above, the oldest go. */
export const MAX_WAITING_BYTES = 512 * 1_048_576;

/** Messages in one page of a thread, and conversations in a visitor's list. */
export const MAX_VISITOR_PAGE = 100;
export const MAX_VISITOR_CONVERSATIONS = 50;

/** Origins of one site: production, staging, languages. */
export const MAX_ORIGINS = 50;
/** Longest greeting: a few lines in a narrow window. */
export const MAX_GREETING = 500;
/** A new identity secret beside the one that it is to replace. */
export const MAX_SECRETS = 2;

/** Longest external id, and longest signed identity looked at. */
export const MAX_EXTERNAL_ID = 200;
export const MAX_JWT = 4_096;
/** An identity may be signed this long ahead: a stolen one is of little use. */
export const MAX_JWT_AHEAD_S = 24 * 3_600;
/** Clocks of a site's server and the desk need not agree to the second. */
export const JWT_LEEWAY_S = 60;

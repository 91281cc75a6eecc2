/**
 * Local stand-in for `jsr:@std/http/status`, used where JSR is out of reach (docs/architecture.md). Holds only the
 * status codes that this project answers with, under the standard library's names.
 * @module
 */

/** HTTP status codes by name (RFC 9110). */
export const STATUS_CODE = {
  OK: 200,
  Created: 201,
  Accepted: 202,
  NoContent: 204,
  NotModified: 304,
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  ContentTooLarge: 413,
  UnsupportedMediaType: 415,
  UpgradeRequired: 426,
  TooManyRequests: 429,
  InternalServerError: 500,
  ServiceUnavailable: 503,
} as const;

/** One of the codes in {@linkcode STATUS_CODE}. */
export type StatusCode = typeof STATUS_CODE[keyof typeof STATUS_CODE];

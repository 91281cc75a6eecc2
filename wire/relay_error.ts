/**
 * The relay's refusals, by code, over HTTP and WebSocket alike.
 * @module
 */
import * as z from "zod/mini";

/** Every code. */
export const RELAY_ERROR_CODES = [
  "INVALID_REQUEST",
  "UNAUTHORIZED",
  "FORBIDDEN",
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "TOO_LARGE",
  "VERSION_UNSUPPORTED",
  "EMAIL_TAKEN",
  "LOGIN_REFUSED",
  "TOO_MANY_ATTEMPTS",
  "RATE_LIMITED",
  "DEVICE_CONFLICT",
  "DEVICE_LIMIT",
  "AGENT_CONFLICT",
  "AGENT_LIMIT",
  "ROSTER_CONFLICT",
  "ROSTER_REFUSED",
  "CARD_CONFLICT",
  "CARD_MISSING",
  "PREKEY_REFUSED",
  "RECIPIENT_UNKNOWN",
  "QUEUE_FULL",
  "FILE_CONFLICT",
  "FILES_FULL",
  "PUSH_REFUSED",
  "ALREADY_CONNECTED",
  "REPLACED",
  "TOO_SLOW",
  "REVOKED",
  "SHUTTING_DOWN",
  "UNAVAILABLE",
  "INTERNAL_ERROR",
] as const;

export const RelayErrorCode = z.enum(RELAY_ERROR_CODES);
export type RelayErrorCode = z.output<typeof RelayErrorCode>;

/** Trying again with the same settings cannot help. Any other refusal is worth another try, with backoff. */
export const FINAL_ERRORS: ReadonlySet<RelayErrorCode> = new Set(
  ["UNAUTHORIZED", "FORBIDDEN", "VERSION_UNSUPPORTED", "REPLACED", "REVOKED", "CARD_CONFLICT"] as const,
);

/** A refusal's body over HTTP. */
export const RelayErrorBody = z.object({
  error: z.object({
    code: RelayErrorCode,
    message: z.string().check(z.maxLength(500)),
    details: z.optional(z.record(z.string(), z.unknown())),
  }),
});

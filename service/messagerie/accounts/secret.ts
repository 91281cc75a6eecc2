/**
 * Secrets that people carry: in the cookie of a session, the cookie of a known browser, a link that opens once. 32 random
 * bytes each, of which only the SHA-256 is kept.
 * @module
 */
import { createHmac } from "node:crypto";
import type { Env } from "../../../base/env.ts";
import { encodeSecret, hashSecret } from "../tokens/token_text.ts";

const SECRET = /^[0-9A-Za-z]{43}$/;

/** A new secret: 43 letters and digits. */
export function mintSecret(env: Pick<Env, "randomBytes">): string {
  return encodeSecret(env.randomBytes(32));
}

/** What is kept of a secret; undefined for what cannot be one. */
export function hashOf(secret: string): Uint8Array | undefined {
  return SECRET.test(secret) ? hashSecret(secret) : undefined;
}

/**
 * The CSRF token of a session, made from its secret: bound to the session, known to nobody who has not got the cookie or
 * read it from this server, and kept nowhere (OWASP, "Cross-Site Request Forgery Prevention").
 */
export function csrfOf(secret: string): string {
  return createHmac("sha256", secret).update("messagerie csrf").digest("base64url");
}

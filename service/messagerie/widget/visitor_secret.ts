/**
 * A visitor's secret: 32 random bytes that the page made and keeps. The desk keeps its SHA-256. A secret that the desk does
 * not know belongs to somebody who has not written yet, so nothing has to be asked for before the first message, and one
 * that was forgotten for disuse opens nothing.
 * @module
 */
import { createHash } from "node:crypto";
import { refuse } from "../refusals.ts";

/** As it stands in `Authorization`: `Bearer vis_` and 43 base64url digits. */
const BEARER = /^bearer vis_([\w-]{43})$/i;

/**
 * What is kept of the secret in an `Authorization` header.
 * @throws {Refusal} `VISITOR_INVALID` when there is none of that shape
 */
export function visitorHash(authorization: string | null): Uint8Array {
  const [, secret] = BEARER.exec(authorization ?? "") ?? [];
  if (secret === undefined) throw refuse("VISITOR_INVALID");
  return createHash("sha256").update(secret).digest();
}

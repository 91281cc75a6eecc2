/**
 * Who a site's own server says that a visitor is: a JWT signed by HS256 with one of the site's identity secrets (issue 5,
 * point 5). The algorithm is pinned. What is refused is said in words for the site's developer.
 * @module
 */
import { errors, type JWTPayload, jwtVerify } from "jose";
import * as z from "zod";
import type { Env } from "../../../base/env.ts";
import { MAX_EMAIL, MAX_NAME } from "../limits.ts";
import { plainText } from "../plain_text.ts";
import { refuse } from "../refusals.ts";
import { JWT_LEEWAY_S, MAX_EXTERNAL_ID, MAX_JWT, MAX_JWT_AHEAD_S } from "./limits.ts";

/** What the site vouches for. */
export interface Identity {
  readonly externalId: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

const CLAIMS = z.object({
  // Never changed on its way to the card: two people must not become one.
  sub: z.string().min(1).max(MAX_EXTERNAL_ID).refine((sub) => plainText(sub) === sub),
  exp: z.number(),
  iat: z.number().optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  name: z.string().transform(plainText).pipe(z.string().min(1).max(MAX_NAME)).optional().catch(undefined),
  email: z.string().max(MAX_EMAIL).optional().catch(undefined),
  phone: z.string().max(40).optional().catch(undefined),
});

/** What is wrong, for the developer of the site: English, in the console of their browser. */
const HINTS = {
  malformed: "this is not a compact JWT",
  algorithm: 'the header must say "alg":"HS256"; no other algorithm is accepted',
  signature: "it was not signed with one of this site's identity secrets",
  expired: "it has expired: sign a new one for each page",
  not_yet: "nbf or iat lies in the future: check the clock of the server that signs",
  exp_too_far: "exp must be at most 24 hours ahead",
  audience: "aud, where it is given, must be the site's key (data-site)",
  claims:
    "sub (a text of 1 to 200 characters without blanks around it) and exp (seconds since the epoch) are required",
} as const;

function refused(reason: keyof typeof HINTS) {
  return refuse("IDENTITY_INVALID", { reason, hint: HINTS[reason] });
}

/** Why the library refused. */
function reasonOf(error: unknown): keyof typeof HINTS {
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JOSEAlgNotAllowed) {
    return "algorithm";
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return "signature";
  if (error instanceof errors.JWTClaimValidationFailed) return error.claim === "nbf" ? "not_yet" : "claims";
  return "malformed";
}

/**
 * The identity in a JWT.
 * @throws {Refusal} `IDENTITY_INVALID` with `details.reason` and `details.hint`
 */
export async function verifyIdentity(
  env: Pick<Env, "now">,
  jwt: string,
  site: { readonly key: string; readonly secrets: readonly string[] },
): Promise<Identity> {
  if (jwt.length > MAX_JWT) throw refused("malformed");
  const now = env.now();
  let reason: keyof typeof HINTS = "signature";
  for (const secret of site.secrets) {
    let payload: JWTPayload;
    try {
      ({ payload } = await jwtVerify(jwt, new TextEncoder().encode(secret), {
        algorithms: ["HS256"],
        clockTolerance: JWT_LEEWAY_S,
        currentDate: new Date(now),
      }));
    } catch (error) {
      reason = reasonOf(error);
      // Another secret can only mend a signature.
      if (reason === "signature") continue;
      break;
    }
    return readClaims(payload, site.key, now / 1000);
  }
  throw refused(reason);
}

function readClaims(payload: JWTPayload, key: string, now: number): Identity {
  const claims = CLAIMS.safeParse(payload);
  if (!claims.success) throw refused("claims");
  const { sub, exp, iat, aud, name, email, phone } = claims.data;
  if (exp > now + MAX_JWT_AHEAD_S + JWT_LEEWAY_S) throw refused("exp_too_far");
  if (iat !== undefined && iat > now + JWT_LEEWAY_S) throw refused("not_yet");
  if (aud !== undefined && ![aud].flat().includes(key)) throw refused("audience");
  return { externalId: sub, name, email, phone };
}

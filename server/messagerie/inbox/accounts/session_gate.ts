/**
 * The gate of every route that somebody has to be signed in for: the session's cookie, and for writes where they come from
 * and the CSRF token.
 * @module
 */
import { timingSafeEqual } from "@std/crypto/timing-safe-equal";
import type { AccountDesk } from "../../../../service/messagerie/accounts/account_desk.ts";
import { csrfOf } from "../../../../service/messagerie/accounts/secret.ts";
import { sessionAgain, sessionOf } from "../../../../service/messagerie/accounts/sessions.ts";
import { refuse } from "../../../../service/messagerie/refusals.ts";
import { hashSecret } from "../../../../service/messagerie/tokens/token_text.ts";
import type { SessionGate } from "../signed_in.ts";
import { cookiesOf } from "./cookies.ts";
import { holdSameOrigin } from "./same_origin.ts";

/** Methods that change nothing. */
const READS = new Set(["GET", "HEAD"]);

/** Makes the gate of a desk. */
export function createSessionGate(
  desk: Pick<AccountDesk, "store" | "env" | "log" | "wakeFeed" | "publicUrl">,
): SessionGate {
  return Object.freeze<SessionGate>({
    async signedIn(request) {
      const writes = !READS.has(request.method);
      if (writes) holdSameOrigin(request, desk.publicUrl());
      const { session: secret } = cookiesOf(desk.publicUrl()).read(request);
      const session = secret === undefined ? undefined : await sessionOf(desk, secret);
      if (secret === undefined || session === undefined) throw refuse("NOT_SIGNED_IN");
      const csrf = csrfOf(secret);
      // Hashed first: the comparison wants equal lengths, and what was sent may be anything.
      const shown = request.headers.get("x-csrf-token") ?? "";
      if (writes && !timingSafeEqual(hashSecret(shown), hashSecret(csrf))) throw refuse("CSRF_REFUSED");
      return { actor: session.actor, sessionId: session.id, csrf, expiresAt: session.expiresAt };
    },
    async renewed(who) {
      const session = await sessionAgain(desk, who.sessionId);
      return session && { ...who, actor: session.actor, expiresAt: session.expiresAt };
    },
  });
}

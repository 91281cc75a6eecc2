/**
 * Who is signed in, as the routes of `/api/inbox` and the live streams are told it. What makes one is in session_gate.ts;
 * what takes one needs no more than this page.
 * @module
 */
import type { PersonActor } from "../../../service/messagerie/actor.ts";

/** A signed-in person, as one request finds them in the database: nothing here outlives the request. */
export interface SignedIn {
  readonly actor: PersonActor;
  /** Names the session in lists; it is no secret and opens nothing. */
  readonly sessionId: string;
  /** For the header `X-CSRF-Token` of every write. */
  readonly csrf: string;
  /** When the session ends at the latest. Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Finds out who asks. */
export interface SessionGate {
  /**
   * Who sent this request. Read anew each time, in every process: what ends a session (sign-out, deactivation, another
   * password, another role) holds from the very next request. A request that writes (any method but GET and HEAD) must
   * also come from a page of this server and show the session's CSRF token, so no route checks that by itself.
   * @throws {Refusal} `NOT_SIGNED_IN` (401); `CSRF_REFUSED` (403)
   */
  signedIn(request: Request): Promise<SignedIn>;
  /**
   * The same person as they are now, or undefined once their session has ended: for streams, which outlive their request.
   * Ask when a change of kind `session` or `directory` names the person or nobody, and every minute or so.
   */
  renewed(who: SignedIn): Promise<SignedIn | undefined>;
}

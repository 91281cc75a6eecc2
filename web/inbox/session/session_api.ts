/**
 * The session's routes as the pages call them.
 * @module
 */
import type { AccountRoutes } from "../../../server/messagerie/inbox/accounts/account_routes.ts";
import type { SessionRoutes } from "../../../server/messagerie/inbox/accounts/session_routes.ts";
import type { ApiOf } from "../../../server/messagerie/inbox/route.ts";
import { createCaller } from "../api/client.ts";

type SessionApi = ApiOf<SessionRoutes> & ApiOf<AccountRoutes>;

/** Who is signed in. */
export type SessionView = SessionApi["GET /session"]["data"];

/** How a person likes the pages. */
export type Preferences = SessionView["preferences"];

const call = createCaller<SessionApi>();

/** The session's calls. Each rejects with an `ApiFault`. */
export const sessionApi = {
  read: () => call("GET /session"),
  open: (login: string, password: string) => call("POST /session", { body: { login, password } }),
  close: () => call("DELETE /session"),
  prefer: (preferences: Partial<Preferences>) => call("PATCH /preferences", { body: preferences }),
};

/**
 * The routes of sessions and accounts, as these pages call them.
 * @module
 */
import type { AccountRoutes } from "../../../server/messagerie/inbox/accounts/account_routes.ts";
import type { SessionRoutes } from "../../../server/messagerie/inbox/accounts/session_routes.ts";
import type { ApiOf } from "../../../server/messagerie/inbox/route.ts";
import { createCaller } from "../api/client.ts";

/** The calls. */
export type AccountApi = ApiOf<readonly [...SessionRoutes, ...AccountRoutes]>;

/** A person as they see themselves. */
export type AccountView = AccountApi["GET /account"]["data"];

/** One of a person's sessions. */
export type SessionEntry = AccountApi["GET /sessions"]["data"][number];

/** Calls a route of sessions and accounts. Rejects with an `ApiFault`. */
export const callAccount = createCaller<AccountApi>();

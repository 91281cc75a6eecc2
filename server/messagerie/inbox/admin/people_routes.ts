/**
 * Every route of sessions, accounts, administration and the API reference.
 * @module
 */
import type { AdminDesk } from "../../../../service/messagerie/admin/admin_desk.ts";
import { accountRoutes } from "../accounts/account_routes.ts";
import { sessionRoutes } from "../accounts/session_routes.ts";
import type { AnyRoute } from "../route.ts";
import { referenceRoutes } from "./reference.ts";
import { teamRoutes } from "./team_routes.ts";
import { textRoutes } from "./text_routes.ts";
import { tokenRoutes } from "./token_routes.ts";

/** The routes, for the handler of `/api/inbox`. */
export function peopleRoutes(desk: AdminDesk): readonly AnyRoute[] {
  return [
    ...sessionRoutes(desk),
    ...accountRoutes(desk),
    ...tokenRoutes(desk),
    ...teamRoutes(desk),
    ...textRoutes(desk),
    ...referenceRoutes(desk),
  ];
}

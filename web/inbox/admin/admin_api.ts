/**
 * The administration's routes, as these pages call them.
 * @module
 */
import type { TeamRoutes } from "../../../server/messagerie/inbox/admin/team_routes.ts";
import type { TextRoutes } from "../../../server/messagerie/inbox/admin/text_routes.ts";
import type { TokenRoutes } from "../../../server/messagerie/inbox/admin/token_routes.ts";
import type { ApiOf } from "../../../server/messagerie/inbox/route.ts";
import type { SiteRoutes } from "../../../server/messagerie/inbox/site_routes.ts";
import { createCaller } from "../api/client.ts";

/** The calls. */
export type AdminApi = ApiOf<
  readonly [...TokenRoutes, ...TeamRoutes, ...TextRoutes, ...SiteRoutes]
>;

/** Calls a route of the administration. Rejects with an `ApiFault`. */
export const callAdmin = createCaller<AdminApi>();

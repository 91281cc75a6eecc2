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

/** A site and its widget. */
export type SiteView = AdminApi["GET /admin/sites"]["data"][number];
/** A declared tag. */
export type DeclaredTag = AdminApi["GET /admin/tags"]["data"][number];
/** A canned reply. */
export type CannedReply = AdminApi["GET /canned-replies"]["data"][number];
/** What the journal says can have been done. */
export type AuditAction = AdminApi["GET /admin/audit"]["data"]["changes"][number]["action"];

/** Calls a route of the administration. Rejects with an `ApiFault`. */
export const callAdmin = createCaller<AdminApi>();

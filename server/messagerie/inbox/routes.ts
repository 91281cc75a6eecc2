/**
 * The routes of conversations, contacts and the bell; accounts, administration and sites have arrays of their own, and the
 * live stream's are in live_routes.ts.
 * @module
 */
import type { LiveRoutes } from "../live/live_routes.ts";
import { ACTION_ROUTES } from "./action_routes.ts";
import { CONTACT_ROUTES } from "./contact_routes.ts";
import { CONVERSATION_ROUTES } from "./conversation_routes.ts";
import { NOTIFICATION_ROUTES } from "./notification_routes.ts";
import type { ApiOf } from "./route.ts";
import { WRITING_ROUTES } from "./writing_routes.ts";

export const DESK_ROUTES = [
  ...CONVERSATION_ROUTES,
  ...WRITING_ROUTES,
  ...ACTION_ROUTES,
  ...CONTACT_ROUTES,
  ...NOTIFICATION_ROUTES,
] as const;

/** The calls that a page makes to them: `InboxApi["GET /conversations"]["data"]`. */
export type InboxApi = ApiOf<typeof DESK_ROUTES> & ApiOf<LiveRoutes>;

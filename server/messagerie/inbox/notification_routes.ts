/**
 * The bell (issue 5, point 6). Each person has their own; what is somebody else's is nobody's here.
 * @module
 */
import * as z from "zod";
import { markNotificationsRead, readBell } from "../../../service/messagerie/inbox/bell.ts";
import { BELL } from "./objects.ts";
import { defineRoute } from "./route.ts";

export const NOTIFICATION_ROUTES = [
  defineRoute({
    method: "GET",
    path: "/notifications",
    access: "person",
    response: BELL,
    run: ({ desk, actor }) => readBell(desk.store.read, actor),
  }),
  defineRoute({
    method: "POST",
    path: "/notifications/read",
    access: "person",
    /** Without `id`: all. */
    body: z.object({ id: z.uuid().optional() }),
    response: BELL,
    run: ({ desk, actor, body }) => markNotificationsRead(desk, actor, body),
  }),
] as const;

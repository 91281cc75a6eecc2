/**
 * What the desk's routes answer with, as types (server/messagerie/inbox/objects.ts).
 * @module
 */
import type { z } from "zod";
import type {
  BELL,
  COLLEAGUE,
  COUNTS,
  DETAILS,
  EVENT,
  FILE,
  FOUND,
  INBOX,
  LIST_ITEM,
  LIST_PAGE,
  NOTIFICATION,
  PRESENCE,
  TAG,
  THREAD_ITEM,
  THREAD_PAGE,
} from "../../../server/messagerie/inbox/objects.ts";
import type { Frozen } from "../../../server/messagerie/inbox/route.ts";

type Of<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

export type Bell = Of<typeof BELL>;
export type Colleague = Of<typeof COLLEAGUE>;
export type Counts = Of<typeof COUNTS>;
export type Details = Of<typeof DETAILS>;
export type Found = Of<typeof FOUND>;
export type Inbox = Of<typeof INBOX>;
export type ListItem = Of<typeof LIST_ITEM>;
export type ListPage = Of<typeof LIST_PAGE>;
export type Notice = Of<typeof NOTIFICATION>;
export type Presence = Of<typeof PRESENCE>;
export type SentFile = Of<typeof FILE>;
export type Tag = Of<typeof TAG>;
export type ThreadEvent = Of<typeof EVENT>;
export type ThreadItem = Of<typeof THREAD_ITEM>;
export type ThreadPage = Of<typeof THREAD_PAGE>;
export type Priority = ListItem["priority"];
export type Delivery = NonNullable<Extract<ThreadItem, { from: "advisor" }>["delivery"]>;

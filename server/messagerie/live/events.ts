/**
 * What the live stream of the advisors (`GET /api/inbox/live`, Server-Sent Events) tells: each event's name and data.
 * Events hold what the pages show, so that no page has to ask again; a page only asks anew after `reset`.
 *
 * `id:` is a place in the change feed. A stream that starts with `Last-Event-ID` (or `?after=`) is told what it missed, or
 * `reset` when that is no longer known. What is told may be told twice after a cut, and every event says how things are
 * now: taking it twice changes nothing.
 * @module
 */
import * as z from "zod";
import { BELL, LIST_ITEM, PRESENCE, THREAD_ITEM } from "../inbox/objects.ts";

const id = z.uuid();

/** Event name → data. */
export const LIVE_EVENTS = {
  /** First on every stream that starts anew: from here on nothing is missed. */
  ready: z.strictObject({}),
  /** Something may have been missed, or what the reader reaches has changed: ask for everything shown again. */
  reset: z.strictObject({}),
  /** A conversation as it is now: new, changed, or come into reach. */
  conversation: LIST_ITEM,
  /** A conversation that the reader no longer reaches. */
  gone: z.strictObject({ conversationId: id }),
  /** A row of a thread: a new one, one that was deleted, one whose delivery went on. */
  message: z.strictObject({ conversationId: id, message: THREAD_ITEM }),
  /** A visitor wrote where the reader has to look: in their own conversation, or in one of nobody's. */
  alert: z.strictObject({ conversationId: id, yours: z.boolean() }),
  /** The reader's bell changed: its newest and how many are unread. */
  notification: BELL,
  /** Who looks at or writes in a conversation; nobody: they went away. */
  presence: PRESENCE,
  /** People, inboxes, tags or canned replies changed: ask for them again. */
  directory: z.strictObject({}),
  /** The last event: `session`: signed out, or no longer let in; `stopping`: come back soon. */
  bye: z.strictObject({ reason: z.enum(["session", "stopping"]) }),
} as const;

/** The events as the pages take them. */
export type LiveEvent = {
  readonly [Name in keyof typeof LIVE_EVENTS]: {
    readonly event: Name;
    readonly data: z.output<typeof LIVE_EVENTS[Name]>;
  };
}[keyof typeof LIVE_EVENTS];

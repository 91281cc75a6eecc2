/**
 * Puts the visitors' side together: its handler, its limits, its live streams, and who writes, told both ways.
 * @module
 */
import type { Handler } from "../http.ts";
import type { Live } from "../live/create_live.ts";
import { createWidgetHandler } from "./handler.ts";
import { VisitorStreams } from "./visitor_streams.ts";
import type { WidgetDesk } from "./widget_desk.ts";
import type { WidgetLimiter } from "./widget_limiter.ts";

/** A visitor who types says so every 8 seconds. */
const TYPING_HOLDS_MS = 10_000;

/** The visitors' side. */
export interface Widget {
  readonly handler: Handler;
  /** Ends every stream; to be called before the server waits for what is in flight. */
  close(): Promise<void>;
}

/** Puts it together. */
export function createWidget(
  { desk, live, limiter }: {
    readonly desk: WidgetDesk;
    readonly live: Pick<Live, "feed" | "presence">;
    readonly limiter: WidgetLimiter;
  },
): Widget {
  const { feed, presence } = live;
  const streams = new VisitorStreams({
    desk,
    feed,
    onTyping({ conversationId, inboxNo, contact }) {
      // Visitors who wrote and left are swept here too: nobody of the team may be looking.
      presence.sweep();
      const who = { id: contact.id, name: contact.name };
      presence.say({ id: conversationId, inboxNo }, who, "writing", TYPING_HOLDS_MS);
    },
    onWritten: (contactId) => presence.leave(contactId),
  });
  const toTeam = presence.onChange;
  presence.onChange = (place, view) => {
    toTeam(place, view);
    streams.tellPresence(view);
  };
  return { handler: createWidgetHandler({ desk, limiter, streams }), close: () => streams.close() };
}

/**
 * What is live in a process: the feed, followed; the advisors' streams; who is where.
 * @module
 */
import type { Desk } from "../../../service/messagerie/desk.ts";
import type { SessionGate } from "../inbox/signed_in.ts";
import { createFeed, type Feed } from "./feed.ts";
import { InboxStreams } from "./inbox_streams.ts";
import { type LiveRoutes, liveRoutes } from "./live_routes.ts";
import { Presence } from "./presence.ts";

/** What is live. */
export interface Live {
  readonly feed: Feed;
  readonly streams: InboxStreams;
  readonly presence: Presence;
  readonly routes: LiveRoutes;
  /** Ends every stream; to be called before the server waits for what is in flight. */
  close(): Promise<void>;
}

/** Puts it together. Nothing is looked at before somebody listens. */
export function createLive(
  desk: Pick<Desk, "store" | "env" | "log">,
  gate: Pick<SessionGate, "renewed">,
): Live {
  const feed = createFeed(desk);
  const presence = new Presence(desk.env);
  const streams = new InboxStreams({ desk, feed, gate, presence });
  return Object.freeze({
    feed,
    streams,
    presence,
    routes: liveRoutes({ streams, presence }),
    async close() {
      await streams.close();
      await feed.close();
    },
  });
}

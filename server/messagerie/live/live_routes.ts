/**
 * The live stream and who is where, as routes of the advisors' API.
 * @module
 */
import * as z from "zod";
import { reachedConversation } from "../../../service/messagerie/reached_conversation.ts";
import { OF_CONVERSATION } from "../inbox/arguments.ts";
import { PRESENCE } from "../inbox/objects.ts";
import { defineRoute } from "../inbox/route.ts";
import type { InboxStreams } from "./inbox_streams.ts";
import type { Presence } from "./presence.ts";

/** A place in the feed, as a page was told it. */
const PLACE = /^\d{1,15}$/;

/** Makes the routes over what a process holds. */
export function liveRoutes(
  { streams, presence }: { readonly streams: InboxStreams; readonly presence: Presence },
) {
  return [
    defineRoute({
      method: "GET",
      path: "/live",
      access: "person",
      /** For a page that starts again by itself; the header `Last-Event-ID` goes before it. */
      query: z.object({ after: z.string().regex(PLACE).optional() }),
      response: "bytes",
      run: ({ request, session, query }) => {
        const header = request.headers.get("last-event-id") ?? "";
        const after = PLACE.test(header) ? header : query.after;
        return streams.open(session, after === undefined ? undefined : Number(after));
      },
    }),
    defineRoute({
      method: "PUT",
      path: "/conversations/{id}/presence",
      access: "person",
      params: OF_CONVERSATION,
      /** To be said again every 10 seconds while it holds; what is said answers with who else is there. */
      body: z.object({ state: z.enum(["looking", "writing", "away"]) }),
      response: PRESENCE,
      async run({ desk, actor, params, body }) {
        const conversation = await reachedConversation(desk.store.read, actor, params.id);
        const place = { id: conversation.id, inboxNo: conversation.inbox_no };
        return presence.say(place, { id: actor.agentId, name: actor.name }, body.state);
      },
    }),
  ] as const;
}

/** For the pages' types. */
export type LiveRoutes = ReturnType<typeof liveRoutes>;

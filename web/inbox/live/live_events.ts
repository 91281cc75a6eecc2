/**
 * The stream's events as the pages take them. The server holds their shape (server/messagerie/live/events.ts); an event that
 * a newer server tells and this page does not know is left out.
 * @module
 */
import type { LiveEvent } from "../../../server/messagerie/live/events.ts";
import type { Frozen } from "../../../server/messagerie/inbox/route.ts";
import type { ServerEvent } from "../../kit/event_reader.ts";

/** Undefined: not to be understood. */
export function readLiveEvent({ event, data }: ServerEvent): Frozen<LiveEvent> | undefined {
  try {
    return { event, data: JSON.parse(data) } as Frozen<LiveEvent>;
  } catch {
    return undefined;
  }
}

/**
 * A person's bell: what concerns them and nobody else (contract: messagerie §6; issue 5, point 6). Today that is a
 * conversation that somebody gave them.
 * @module
 */
import type { Kysely } from "kysely";
import {
  countUnread,
  newestNotifications,
  readNotifications,
} from "../../../store/messagerie/notifications.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import { type PersonActor, scopeOf } from "../actor.ts";
import type { Desk } from "../desk.ts";
import { isoDate } from "../message_view.ts";
import { write } from "../write.ts";
import type { BellView } from "./views.ts";

/** What fits a bell's list. */
const MAX_NOTIFICATIONS = 50;
/** More than this is "many". */
const MAX_UNREAD = 100;

/** The newest notifications and how many are unread. */
export async function readBell(
  db: Kysely<DeskSchema>,
  actor: Pick<PersonActor, "agentNo" | "reach">,
): Promise<BellView> {
  const bell = { agentNo: actor.agentNo, scope: scopeOf(actor.reach) };
  const rows = await newestNotifications(db, bell, MAX_NOTIFICATIONS);
  return {
    notifications: rows.map(({ readAt, at, ...row }) => ({
      ...row,
      kind: "assigned",
      at: isoDate(at),
      read: readAt !== null,
    })),
    unread: await countUnread(db, bell, MAX_UNREAD),
  };
}

/** Marks one of the actor's notifications as read, or all of them; one that is not theirs changes nothing. */
export async function markNotificationsRead(
  desk: Desk,
  actor: PersonActor,
  which: { readonly id?: string | undefined },
): Promise<BellView> {
  return await write(desk, async (w) => {
    await readNotifications(w.db, { agentNo: actor.agentNo, id: which.id?.toLowerCase() }, w.at);
    return await readBell(w.db, actor);
  });
}

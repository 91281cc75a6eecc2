/**
 * The inboxes that the reader reaches (contract: messagerie §3 `list_inboxes`).
 * @module
 */
import { inboxesIn } from "../../store/messagerie/inboxes.ts";
import { type Actor, scopeOf } from "./actor.ts";
import type { Desk } from "./desk.ts";
import type { InboxView } from "./views.ts";

/** In creation order. */
export async function listInboxes(desk: Desk, actor: Actor): Promise<readonly InboxView[]> {
  const inboxes = await inboxesIn(desk.store.read, scopeOf(actor.reach));
  return inboxes.map(({ id, name, description }) => ({ id, name, description }));
}

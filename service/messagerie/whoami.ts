/**
 * Telling a token what it is (contract: messagerie §3 `whoami`).
 * @module
 */
import type { TokenActor } from "./actor.ts";
import type { Desk } from "./desk.ts";
import { isoDate } from "./message_view.ts";
import type { WhoamiView } from "./views.ts";

/** The token in use: its name, its rights, the inboxes that it reaches. */
export function whoami(_desk: Desk, actor: TokenActor): Promise<WhoamiView> {
  return Promise.resolve({
    label: actor.label,
    prefix: `msg_${actor.prefix}`,
    access: actor.access,
    surfaces: actor.surfaces,
    inboxIds: actor.inboxIds,
    expiresAt: actor.expiresAt === null ? null : isoDate(actor.expiresAt),
  });
}

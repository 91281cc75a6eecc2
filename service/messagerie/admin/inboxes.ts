/**
 * Inboxes as supervisors keep them. One is deleted only while nothing stands in it and nothing leads to it.
 * @module
 */
import { appendChanges } from "../../../store/messagerie/changes.ts";
import { findInbox } from "../../../store/messagerie/inboxes.ts";
import {
  deleteInboxRow,
  inboxUses,
  listedInboxes,
  updateInbox,
} from "../../../store/messagerie/inbox_uses.ts";
import type { Desk } from "../desk.ts";
import { directoryChange } from "../directory/directory_desk.ts";
import { checkDescription, checkName } from "../directory/places.ts";
import { refuse } from "../refusals.ts";
import { type Author, noteChange } from "./audit.ts";
import { holdSupervisor } from "./hold_supervisor.ts";

/** An inbox as supervisors see it. */
export interface ManagedInbox {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The site that it belongs to; null: to none. */
  readonly siteId: string | null;
  /** How many conversations stand in it, resolved ones too. */
  readonly conversations: number;
  /** How many advisors serve it. */
  readonly people: number;
}

/** Every inbox, in creation order. */
export function listManagedInboxes(desk: Pick<Desk, "store">): Promise<ManagedInbox[]> {
  return listedInboxes(desk.store.read);
}

/** Renames or describes an inbox; what is absent stays. @throws {Refusal} `UNKNOWN_ITEM`; `INVALID_REQUEST` */
export async function changeInbox(
  desk: Pick<Desk, "store" | "env" | "wakeFeed">,
  by: Author,
  id: string,
  change: { readonly name?: string | undefined; readonly description?: string | undefined },
): Promise<ManagedInbox> {
  const columns = {
    ...(change.name === undefined ? {} : { name: checkName(change.name) }),
    ...(change.description === undefined ? {} : { description: checkDescription(change.description) }),
  };
  await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    const inbox = await findInbox(tx, id);
    if (inbox === undefined) throw refuse("UNKNOWN_ITEM");
    await updateInbox(tx, inbox.no, columns);
    await noteChange(tx, desk.env, by, {
      action: "inbox.changed",
      subject: inbox.name,
      detail: columns.name ?? null,
    });
    await appendChanges(tx, [directoryChange(desk.env)]);
  });
  desk.wakeFeed();
  return await readManagedInbox(desk, id);
}

/** One inbox. @throws {Refusal} `UNKNOWN_ITEM` */
export async function readManagedInbox(desk: Pick<Desk, "store">, id: string): Promise<ManagedInbox> {
  const [inbox] = await listedInboxes(desk.store.read, id);
  if (inbox === undefined) throw refuse("UNKNOWN_ITEM");
  return inbox;
}

/**
 * Deletes an inbox, with the canned replies that were its own.
 * @throws {Refusal} `UNKNOWN_ITEM`; `INBOX_IN_USE` with what it serves in `details`: `conversations` and `widgets` as
 * counts, `channels` by name, and the same in words as `reason`
 */
export async function deleteInbox(
  desk: Pick<Desk, "store" | "env" | "wakeFeed" | "channels">,
  by: Author,
  id: string,
): Promise<void> {
  await desk.store.write(async (tx) => {
    await holdSupervisor(tx, by);
    const inbox = await findInbox(tx, id);
    if (inbox === undefined) throw refuse("UNKNOWN_ITEM");
    const uses = await inboxUses(tx, inbox.no);
    const channels = (["email", "sms"] as const).filter((channel) =>
      desk.channels[channel].inboxId?.toLowerCase() === inbox.id
    );
    if (uses.conversations > 0 || uses.widgets > 0 || channels.length > 0) {
      throw refuse("INBOX_IN_USE", { ...uses, channels, reason: inWords({ ...uses, channels }) });
    }
    await deleteInboxRow(tx, inbox.no);
    await noteChange(tx, desk.env, by, { action: "inbox.deleted", subject: inbox.name });
    await appendChanges(tx, [directoryChange(desk.env)]);
  });
  desk.wakeFeed();
}

function inWords(
  { conversations, widgets, channels }: {
    readonly conversations: number;
    readonly widgets: number;
    readonly channels: readonly string[];
  },
): { readonly fr: string; readonly en: string } {
  const some = (count: number, word: string) => `${count} ${word}${count > 1 ? "s" : ""}`;
  const fr = [
    conversations > 0 && `${some(conversations, "conversation")} : transférez-les d’abord`,
    widgets > 0 && `${some(widgets, "site")} : donnez-leur une autre boîte`,
    ...channels.map((channel) =>
      channel === "sms" ? "les SMS (MESSAGERIE_SMS_INBOX)" : "les e-mails (MESSAGERIE_MAIL_INBOX)"
    ),
  ].filter(Boolean).join(" ; ");
  const en = [
    conversations > 0 && `${some(conversations, "conversation")}: transfer them first`,
    widgets > 0 && `${some(widgets, "site")}: give them another inbox`,
    ...channels.map((channel) =>
      channel === "sms" ? "SMS (MESSAGERIE_SMS_INBOX)" : "e-mail (MESSAGERIE_MAIL_INBOX)"
    ),
  ].filter(Boolean).join("; ");
  return { fr: `Elle sert encore à ${fr}.`, en: `It still serves ${en}.` };
}

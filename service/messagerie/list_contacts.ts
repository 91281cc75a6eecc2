/**
 * The list of contacts (contract: messagerie §3 `list_contacts`, §5).
 * @module
 */
import { listContacts as listRows } from "../../store/messagerie/list_contacts.ts";
import { type Actor, scopeOf } from "./actor.ts";
import type { Desk } from "./desk.ts";
import type { ListContactsInput } from "./inputs.ts";
import { MAX_CONTACTS, MAX_QUERY } from "./limits.ts";
import { isoDate } from "./message_view.ts";
import { checkLength, plainText } from "./plain_text.ts";
import type { ContactListItem } from "./views.ts";

/** Nothing is known of where contacts are, for now. */
export const NOWHERE = Object.freeze({ location: null, country: null, timeZone: null, place: null });

/**
 * Contacts whose name, e-mail, external id or number holds the query; the latest conversation in reach first.
 * @throws {Refusal} `INVALID_REQUEST` when the query is too long.
 */
export async function listContacts(
  desk: Desk,
  actor: Actor,
  input: ListContactsInput,
): Promise<readonly ContactListItem[]> {
  const query = plainText(input.query ?? "");
  checkLength("query", query, MAX_QUERY);
  const rows = await listRows(desk.store.read, { query, scope: scopeOf(actor.reach), limit: MAX_CONTACTS });
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    identified: row.identified,
    site: row.siteName,
    conversations: row.conversations,
    lastMessageAt: row.lastMessageAt === null ? null : isoDate(row.lastMessageAt),
    ...NOWHERE,
  }));
}

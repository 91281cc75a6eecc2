/**
 * Contacts in rows. A contact is reached through a conversation in scope; without a limit (scope null) all are.
 * @module
 */
import type { Insertable, Kysely, Transaction, Updateable } from "kysely";
import { sql } from "kysely";
import { indexContacts } from "./contact_search/contact_index.ts";
import { contactText } from "./contact_search/contact_text.ts";
import type { ContactTable, DeskSchema } from "./schema.ts";

/** A contact with its site. */
export type ContactRow = NonNullable<Awaited<ReturnType<typeof findContact>>>;

function reachedContacts(db: Kysely<DeskSchema>, scope: readonly number[] | null) {
  return db.selectFrom("contact as k").innerJoin("site as s", "s.no", "k.site_no")
    .$if(scope !== null, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("contact_inbox as ci").select("ci.contact_no").whereRef("ci.contact_no", "=", "k.no")
            .where(sql<boolean>`ci.inbox_no in (select value from json_each(${JSON.stringify(scope)}))`),
        )
      ))
    .select([
      "k.no",
      "k.id",
      "k.site_no",
      "k.name",
      "k.email",
      "k.phone",
      "k.external_id",
      "k.identified",
      "k.segment",
      "k.attributes",
      "k.data",
      "s.name as site_name",
      "s.country as site_country",
      "s.ai as site_ai",
    ]);
}

/** The contact of this id, when it is reached. */
export function findContact(db: Kysely<DeskSchema>, id: string, scope: readonly number[] | null) {
  return reachedContacts(db, scope).where("k.id", "=", id).executeTakeFirst();
}

/** Of the reached contacts with this number or address, the one that was updated last. */
export function findContactByAddress(
  db: Kysely<DeskSchema>,
  address: { readonly phone: string } | { readonly email: string },
  scope: readonly number[] | null,
) {
  const reached = reachedContacts(db, scope);
  // Case aside for e-mail: the index is `collate nocase`.
  const found = "phone" in address
    ? reached.where("k.phone", "=", address.phone)
    : reached.where(sql<boolean>`k.email = ${address.email} collate nocase`);
  return found.orderBy("k.updated_at", "desc").orderBy("k.id", "desc").limit(1).executeTakeFirst();
}

/** A contact to add, without any conversation. */
export type NewContact = Omit<
  Insertable<ContactTable>,
  "no" | "search" | "conversations" | "last_message_at" | "updated_at"
>;

/** Adds a contact, findable at once; gives its number. */
export async function insertContact(trx: Transaction<DeskSchema>, contact: NewContact): Promise<number> {
  const { no } = await trx.insertInto("contact").values({
    ...contact,
    search: searchOf(contact),
    last_message_at: null,
    updated_at: contact.created_at,
  }).returning("no").executeTakeFirstOrThrow();
  await indexContacts(trx, [no]);
  return no;
}

/** Gives a contact the number or address that it did not have. */
export async function completeContact(
  trx: Transaction<DeskSchema>,
  contact: ContactRow,
  address: { readonly phone: string } | { readonly email: string },
  at: number,
): Promise<void> {
  await trx.updateTable("contact")
    .set({ ...address, search: searchOf({ ...contact, ...address }), updated_at: at })
    .where("no", "=", contact.no).execute();
  await indexContacts(trx, [contact.no]);
}

/** Changes what is known of a contact; findable by it at once. */
export async function updateContact(
  trx: Transaction<DeskSchema>,
  contact: ContactRow,
  columns: Pick<Updateable<ContactTable>, "data"> & Partial<Pick<ContactRow, "name" | "email" | "phone">>,
  at: number,
): Promise<void> {
  await trx.updateTable("contact")
    .set({ ...columns, search: searchOf({ ...contact, ...columns }), updated_at: at })
    .where("no", "=", contact.no).execute();
  await indexContacts(trx, [contact.no]);
}

function searchOf(
  contact: Pick<NewContact, "name" | "email" | "phone" | "external_id">,
): string {
  return contactText({
    name: contact.name,
    email: contact.email ?? null,
    externalId: contact.external_id ?? null,
    phone: contact.phone ?? null,
  });
}

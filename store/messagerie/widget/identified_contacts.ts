/**
 * Contacts whom a site's own server vouches for, in rows.
 * @module
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { indexContacts } from "../contact_search/contact_index.ts";
import { contactText } from "../contact_search/contact_text.ts";
import type { DeskSchema } from "../schema.ts";

/** The site's contact with this external id, the one updated last. */
export function findByExternalId(db: Kysely<DeskSchema>, siteNo: number, externalId: string) {
  return db.selectFrom("contact").where("external_id", "=", externalId).where("site_no", "=", siteNo)
    .orderBy("updated_at", "desc").orderBy("no", "desc").limit(1)
    .select(["no", "id", "name", "email", "phone", "external_id", "identified"]).executeTakeFirst();
}

/** A contact's card. */
export function readCard(db: Kysely<DeskSchema>, no: number) {
  return db.selectFrom("contact").where("no", "=", no)
    .select(["no", "id", "name", "email", "phone", "external_id", "identified", "data"]).executeTakeFirst();
}

/** Writes what is vouched for; findable by it at once. */
export async function writeIdentity(
  trx: Transaction<DeskSchema>,
  card: {
    readonly no: number;
    readonly name: string;
    readonly email: string | null;
    readonly phone: string | null;
    readonly external_id: string;
  },
  at: number,
): Promise<void> {
  const { no, ...columns } = card;
  const { name, email, phone, external_id: externalId } = columns;
  await trx.updateTable("contact").set({
    ...columns,
    identified: true,
    search: contactText({ name, email, externalId, phone }),
    updated_at: at,
  }).where("no", "=", no).execute();
  await indexContacts(trx, [no]);
}

/** Replaces a contact's metadata. */
export async function writeContactData(
  trx: Transaction<DeskSchema>,
  no: number,
  data: string,
  at: number,
): Promise<void> {
  await trx.updateTable("contact").set({ data, updated_at: at }).where("no", "=", no).execute();
}

/**
 * Gives all conversations and browsers of one contact to another of the same site and removes the first, in a fixed number
 * of statements. Nothing of its card is kept.
 */
export async function absorbContact(
  trx: Transaction<DeskSchema>,
  { fromNo, toNo }: { readonly fromNo: number; readonly toNo: number },
): Promise<void> {
  await trx.updateTable("conversation").set({ contact_no: toNo }).where("contact_no", "=", fromNo).execute();
  await trx.updateTable("visitor").set({ contact_no: toNo }).where("contact_no", "=", fromNo).execute();
  await trx.deleteFrom("contact_inbox").where("contact_no", "in", [fromNo, toNo]).execute();
  await sql`insert into contact_inbox (inbox_no, contact_no, last_message_at, conversations)
    select inbox_no, ${toNo}, max(last_message_at), count(*) from conversation where contact_no = ${toNo}
    group by inbox_no`.execute(trx);
  await sql`update contact set (conversations, last_message_at) =
    (select count(*), max(last_message_at) from conversation where contact_no = ${toNo})
    where no = ${toNo}`.execute(trx);
  await sql`delete from contact_fts where rowid = ${fromNo}`.execute(trx);
  await trx.deleteFrom("contact").where("no", "=", fromNo).execute();
  await indexContacts(trx, [toNo]);
}

/** A contact's unresolved conversations that were active last, so that whoever looks at them is told. */
export function openConversationsOf(db: Kysely<DeskSchema>, contactNo: number, limit: number) {
  return db.selectFrom("conversation").where("contact_no", "=", contactNo).where("status", "<>", "resolved")
    .orderBy("last_message_at", "desc").limit(limit)
    .select(["no", "inbox_no", "contact_no", "last_message_at", "waiting_since"]).execute();
}

/**
 * How many conversations a contact has, altogether and by inbox, and the date of the latest: kept by every write that
 * moves one, so that a list of contacts never counts. The contact's place in the search follows its inboxes.
 * @module
 */
import { sql, type Transaction } from "kysely";
import { compileOnce } from "../libsql/compile_once.ts";
import { indexContacts } from "./contact_search/contact_index.ts";
import type { DeskSchema } from "./schema.ts";

/** A contact in an inbox, and the date of a message there. */
interface Contacted {
  readonly contactNo: number;
  readonly inboxNo: number;
  readonly at: number;
}

async function addToInbox(
  trx: Transaction<DeskSchema>,
  { contactNo, inboxNo, at }: Contacted,
): Promise<void> {
  await trx.insertInto("contact_inbox")
    .values({ inbox_no: inboxNo, contact_no: contactNo, last_message_at: at, conversations: 1 })
    .onConflict((conflict) =>
      conflict.columns(["inbox_no", "contact_no"]).doUpdateSet({
        conversations: sql`conversations + 1`,
        last_message_at:
          sql`max(ifnull(last_message_at, excluded.last_message_at), excluded.last_message_at)`,
      })
    ).execute();
}

/** A conversation was added. */
export async function countConversation(trx: Transaction<DeskSchema>, contacted: Contacted): Promise<void> {
  const { at } = contacted;
  await trx.updateTable("contact").set({
    conversations: sql`conversations + 1`,
    last_message_at: sql`max(ifnull(last_message_at, ${at}), ${at})`,
  }).where("no", "=", contacted.contactNo).execute();
  await addToInbox(trx, contacted);
  await indexContacts(trx, [contacted.contactNo]);
}

/** A message was added; dates never go back. */
export async function countMessage(
  trx: Transaction<DeskSchema>,
  { contactNo, inboxNo, at }: Contacted,
): Promise<void> {
  await touchContact(trx, { contactNo, at });
  await touchContactInbox(trx, { contactNo, inboxNo, at });
}

const latest = (at: number) => sql<number>`max(ifnull(last_message_at, ${at}), ${at})`;
const touchContact = compileOnce<DeskSchema, Omit<Contacted, "inboxNo">>()((db, argument) =>
  db.updateTable("contact").set({ last_message_at: latest(argument("at")) })
    .where("no", "=", argument("contactNo"))
);
const touchContactInbox = compileOnce<DeskSchema, Contacted>()((db, argument) =>
  db.updateTable("contact_inbox").set({ last_message_at: latest(argument("at")) })
    .where("inbox_no", "=", argument("inboxNo")).where("contact_no", "=", argument("contactNo"))
);

/** A conversation went from one inbox to another; its own row says so already. */
export async function countTransfer(
  trx: Transaction<DeskSchema>,
  moved: Contacted & { readonly fromInboxNo: number },
): Promise<void> {
  await trx.deleteFrom("contact_inbox").where("inbox_no", "=", moved.fromInboxNo)
    .where("contact_no", "=", moved.contactNo).where("conversations", "<=", 1).execute();
  await trx.updateTable("contact_inbox").set((eb) => ({
    conversations: sql`conversations - 1`,
    last_message_at: eb.selectFrom("conversation").where("contact_no", "=", moved.contactNo)
      .where("inbox_no", "=", moved.fromInboxNo).select((max) => max.fn.max("last_message_at").as("last")),
  })).where("inbox_no", "=", moved.fromInboxNo).where("contact_no", "=", moved.contactNo).execute();
  await addToInbox(trx, moved);
  await indexContacts(trx, [moved.contactNo]);
}

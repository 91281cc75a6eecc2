/** The least that a message needs: a site, a contact and a conversation without inbox, each with number 1. */
import type { Transaction } from "kysely";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";

/** Inserts them. */
export async function insertOneConversation(trx: Transaction<DeskSchema>): Promise<void> {
  await trx.insertInto("site").values({ no: 1, id: "s", name: "Boutique", created_at: 1 }).execute();
  await trx.insertInto("contact").values({
    no: 1,
    id: "k",
    site_no: 1,
    name: "Zoé",
    search: "zoe",
    created_at: 1,
    updated_at: 1,
    identified: false,
    last_message_at: null,
  }).execute();
  await trx.insertInto("conversation").values({
    no: 1,
    id: "c",
    contact_no: 1,
    site_no: 1,
    inbox_no: 0,
    status: "open",
    unread: false,
    last_message_at: 1,
    created_at: 1,
  }).execute();
}

/**
 * A desk with one long thread, in a file of its own.
 * @module
 */
import { systemEnv } from "../../base/env.ts";
import { insertContact } from "../../store/messagerie/contacts.ts";
import { insertConversation } from "../../store/messagerie/conversations.ts";
import { insertMessage } from "../../store/messagerie/messages.ts";
import { openDeskStore } from "../../store/messagerie/open.ts";

/** An id that sorts like its number. */
const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;

/** Makes it; `id`: the conversation's, `middle`: that of the message in its middle. */
export async function longThread(messages: number) {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/desk.db`;
  const store = await openDeskStore({ url: `file:${path}`, env: systemEnv });
  const at = Date.UTC(2026, 0, 1);
  const id = idOf(0);
  await store.write(async (tx) => {
    await tx.insertInto("site").values({ no: 1, id: idOf(1), name: "Boutique", created_at: at }).execute();
    const contactNo = await insertContact(tx, {
      id: idOf(2),
      site_no: 1,
      name: "Léa",
      email: null,
      phone: null,
      external_id: null,
      segment: null,
      created_at: at,
    });
    const conversationNo = await insertConversation(tx, {
      id,
      contact_no: contactNo,
      site_no: 1,
      inbox_no: 0,
      status: "open",
      assignee_no: null,
      sentiment: null,
      intent: null,
      summary: null,
      snoozed_until: null,
      resolved_at: null,
      last_message_at: at,
      last_from: null,
      visitor_seen: null,
      created_at: at,
    });
    for (let n = 0; n < messages; n++) {
      await insertMessage(tx, {
        id: idOf(1_000 + n),
        conversationNo,
        inboxNo: 0,
        kind: n % 10 === 0 ? 1 : 0,
        author: n % 3,
        authorName: "Robot",
        body: `Message ${n} : votre commande est en route, merci de votre patience.`,
        at: at + n * 1_000,
      });
    }
  });
  await store.close();
  return {
    path,
    id,
    middle: idOf(1_000 + Math.floor(messages / 2)),
    remove: () => Deno.remove(folder, { recursive: true }),
  };
}

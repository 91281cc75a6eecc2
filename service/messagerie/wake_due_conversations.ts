/**
 * Waking the conversations whose snooze is over (contract: messagerie §11 "Events").
 * @module
 */
import { uuidv7 } from "../../base/uuid.ts";
import { dueConversations, wakeConversations } from "../../store/messagerie/conversations.ts";
import type { Desk } from "./desk.ts";
import type { StoredEvent } from "./message_view.ts";

/** In one transaction: few enough to keep others waiting for milliseconds only. */
const BATCH = 200;

const EVENT = JSON.stringify({ type: "woke", agent: null } satisfies StoredEvent);

/**
 * Opens what is due now, each with the event `woke` that nobody signs. The number of statements does not depend on how
 * many wake; with nothing due, nothing is written.
 * @returns how many woke; call again while it is not 0
 */
export async function wakeDueConversations(desk: Desk): Promise<number> {
  const now = desk.env.now();
  if ((await dueConversations(desk.store.read, now, 1)).length === 0) return 0;
  const woken = await desk.store.write(async (db) => {
    const due = await dueConversations(db, now, BATCH);
    await wakeConversations(
      db,
      due.map(({ no, inbox_no }) => ({ no, inboxNo: inbox_no, messageId: uuidv7(desk.env, now) })),
      EVENT,
      now,
    );
    return due.length;
  });
  if (woken > 0) desk.wakeFeed();
  return woken;
}

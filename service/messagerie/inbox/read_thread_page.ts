/**
 * A thread, page by page: the newest first, then back; or on from the last message that a page has (issue 5, point 2).
 * @module
 */
import type { Kysely } from "kysely";
import { deliveriesOfMessages } from "../../../store/messagerie/deliveries.ts";
import { findSeq } from "../../../store/messagerie/messages.ts";
import {
  readMessages,
  readThread,
  readThreadAfter,
  type ThreadMessage,
} from "../../../store/messagerie/read_thread.ts";
import type { DeskSchema } from "../../../store/messagerie/schema.ts";
import type { PersonActor } from "../actor.ts";
import { inboxSight } from "../conversation_view.ts";
import type { Desk } from "../desk.ts";
import { MAX_THREAD_PAGE } from "../limits.ts";
import { checkLimit } from "../page_limit.ts";
import { reachedConversation } from "../reached_conversation.ts";
import { invalid } from "../refusals.ts";
import { threadItemView } from "./thread_item.ts";
import type { ThreadItemView, ThreadPageView } from "./views.ts";

/** What is asked of a thread. */
export interface ThreadPageInput {
  readonly conversationId: string;
  /** 1 to 500; default 50. */
  readonly limit?: number | undefined;
  /** A message of the thread to go back from. */
  readonly before?: string | undefined;
  /** A message of the thread to go on from, in place of `before`. */
  readonly after?: string | undefined;
}

/** What a screen shows and a little more. */
const DEFAULT_MESSAGES = 50;

/**
 * A page, oldest first.
 * @throws {Refusal} `INVALID_REQUEST` (also `before` and `after` together, or one that is no message of the thread);
 * `CONVERSATION_NOT_FOUND`
 */
export async function readThreadPage(
  desk: Desk,
  actor: PersonActor,
  input: ThreadPageInput,
): Promise<ThreadPageView> {
  checkLimit(input.limit, MAX_THREAD_PAGE);
  const limit = input.limit ?? DEFAULT_MESSAGES;
  if (input.before !== undefined && input.after !== undefined) {
    throw invalid({ field: "after", message: "Avec before, cet argument ne veut rien dire." });
  }
  return await desk.store.snapshot(async (db) => {
    const { no: conversationNo } = await reachedConversation(db, actor, input.conversationId);
    const afterSeq = await place(db, conversationNo, "after", input.after);
    const beforeSeq = await place(db, conversationNo, "before", input.before);
    // One more than is shown, to tell whether there are more.
    const rows = afterSeq === undefined
      ? await readThread(db, { conversationNo, limit: limit + 1, beforeSeq })
      : await readThreadAfter(db, { conversationNo, limit: limit + 1, afterSeq });
    const shown = afterSeq === undefined ? rows.slice(-limit) : rows.slice(0, limit);
    return { messages: await threadItems(db, actor, shown), more: rows.length > limit };
  });
}

async function place(db: Kysely<DeskSchema>, no: number, field: string, id: string | undefined) {
  if (id === undefined) return undefined;
  const seq = await findSeq(db, no, id.toLowerCase());
  if (seq === undefined) throw invalid({ field, message: "N’est pas un message de cette conversation." });
  return seq;
}

/** Rows of one thread, to its reader. */
async function threadItems(
  db: Kysely<DeskSchema>,
  actor: PersonActor,
  messages: readonly ThreadMessage[],
): Promise<readonly ThreadItemView[]> {
  const seesInbox = await inboxSight(db, actor, messages);
  const deliveries = await deliveriesOfMessages(db, messages.map(({ id }) => id));
  const byMessage = new Map(deliveries.map((delivery) => [delivery.messageId, delivery]));
  return messages.map((message) => threadItemView(message, byMessage.get(message.id), seesInbox));
}

/** One row of a thread that the caller has found, to its reader; undefined when there is none. */
export async function readThreadItem(
  db: Kysely<DeskSchema>,
  actor: PersonActor,
  messageId: string,
): Promise<ThreadItemView | undefined> {
  const [item] = await threadItems(db, actor, await readMessages(db, [messageId]));
  return item;
}

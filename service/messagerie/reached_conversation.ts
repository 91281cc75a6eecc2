/**
 * Conversations as an actor finds them: what is not reached does not exist (contract: messagerie §3 "Visibility").
 * @module
 */
import type { Kysely } from "kysely";
import { type ConversationRow, findConversation } from "../../store/messagerie/conversations.ts";
import type { DeskSchema } from "../../store/messagerie/schema.ts";
import { type Actor, reaches } from "./actor.ts";
import { refuse } from "./refusals.ts";

/** @throws {Refusal} `CONVERSATION_NOT_FOUND` */
export async function reachedConversation(
  db: Kysely<DeskSchema>,
  actor: Actor,
  conversationId: string,
): Promise<ConversationRow> {
  const row = await findConversation(db, conversationId.toLowerCase());
  if (row === undefined || !reaches(actor.reach, row.inbox_no)) throw refuse("CONVERSATION_NOT_FOUND");
  return row;
}

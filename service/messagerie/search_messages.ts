/**
 * Finding messages by their words (contract: messagerie §3 `search_messages`, §11 "Characters").
 * @module
 */
import { codePointLength } from "../../base/text.ts";
import { MESSAGE_AUTHOR, MESSAGE_KIND } from "../../store/messagerie/schema.ts";
import { searchMessages as searchRows } from "../../store/messagerie/search/mod.ts";
import { type Actor, scopeOf } from "./actor.ts";
import type { Desk } from "./desk.ts";
import type { SearchMessagesInput } from "./inputs.ts";
import { MAX_FOUND, MAX_QUERY, MIN_QUERY } from "./limits.ts";
import { isoDate } from "./message_view.ts";
import { checkLength, plainText } from "./plain_text.ts";
import { invalid } from "./refusals.ts";
import type { FoundMessage } from "./views.ts";

const AUTHORS: Readonly<Record<number, FoundMessage["author"]>> = {
  [MESSAGE_AUTHOR.contact]: "visitor",
  [MESSAGE_AUTHOR.agent]: "agent",
  [MESSAGE_AUTHOR.ai]: "ai",
};

/**
 * Texts and notes that hold every word, the newest 20.
 * @throws {Refusal} `INVALID_REQUEST` when fewer than 3 characters are left after trimming.
 */
export async function searchMessages(
  desk: Desk,
  actor: Actor,
  input: SearchMessagesInput,
): Promise<readonly FoundMessage[]> {
  const query = plainText(input.query);
  if (codePointLength(query) < MIN_QUERY) {
    throw invalid({ field: "query", message: `${MIN_QUERY} caractères au moins.` });
  }
  checkLength("query", query, MAX_QUERY);
  const rows = await searchRows(desk.store.read, { query, scope: scopeOf(actor.reach), limit: MAX_FOUND });
  return rows.map((row) => ({
    conversationId: row.conversationId,
    messageId: row.messageId,
    contactName: row.contactName,
    author: row.kind === MESSAGE_KIND.note ? "note" : AUTHORS[row.author] ?? "agent",
    at: isoDate(row.createdAt),
    body: row.body,
  }));
}

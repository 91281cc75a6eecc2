/**
 * Finds messages. The answer is always that of the plain definition (every word a substring, newest first); which way
 * leads there fastest is the planner's business.
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { DeskSchema } from "../schema.ts";
import { findSeqs } from "./find_seqs.ts";

/** A message that was found, with what a reader is told about it. */
export interface FoundMessage {
  readonly conversationId: string;
  readonly messageId: string;
  readonly contactName: string;
  /** `MESSAGE_KIND.text` or `.note`. */
  readonly kind: number;
  /** One of `MESSAGE_AUTHOR`. */
  readonly author: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly body: string;
}

/**
 * The newest messages that hold every word of `query` (first eight; case, accents and ligatures aside), within `scope`.
 * @param options.scope inbox numbers, 0 included for conversations without inbox; null: everything
 */
export async function searchMessages(
  db: Kysely<DeskSchema>,
  options: { readonly query: string; readonly scope: readonly number[] | null; readonly limit: number },
): Promise<FoundMessage[]> {
  const seqs = await findSeqs(db, options);
  if (seqs.length === 0) return [];
  // The index carries a copy of the inbox; the conversation's own number has the last word on who may read.
  const inScope = options.scope === null
    ? sql`true`
    : sql`c.inbox_no in (select value from json_each(${JSON.stringify(options.scope)}))`;
  const { rows } = await sql<FoundMessage>`
    select c.id as "conversationId", m.id as "messageId", k.name as "contactName", m.kind, m.author,
      m.created_at as "createdAt", m.body
    from message m join conversation c on c.no = m.conversation_no join contact k on k.no = c.contact_no
    where m.seq in (select value from json_each(${
    JSON.stringify(seqs)
  })) and m.deleted_at is null and ${inScope}
    order by m.seq desc`.execute(db);
  return rows;
}

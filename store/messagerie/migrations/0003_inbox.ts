/**
 * What the advisors' pages need: since when a visitor waits, the key that a page gave to what it wrote, and indexes for
 * counts, labels and the bell.
 * @module
 */
import { type Kysely, sql } from "kysely";

const STATEMENTS: readonly string[] = [
  // Of conversations that are not resolved: the first visitor's text that no text of the desk has followed.
  `alter table conversation add column waiting_since integer`,
  `update conversation set waiting_since = (select min(m.created_at) from message m
     where m.conversation_no = conversation.no and m.kind = 0 and m.author = 0 and m.deleted_at is null
       and m.seq > coalesce((select max(a.seq) from message a where a.conversation_no = conversation.no and a.kind = 0
         and a.author <> 0 and a.deleted_at is null), 0))
   where status <> 'resolved' and last_from = 'visitor'`,
  // All that a count reads, in the order in which it is grouped.
  `create index conversation_counted on conversation (inbox_no, status, assignee_no, unread) where status <> 'resolved'`,
  // A page makes a key for each text before it sends it: the same key again is the same text again.
  `alter table message add column client_key text`,
  `create unique index message_client_key on message (client_key, agent_no) where client_key is not null`,
  `create index conversation_tag_label on conversation_tag (folded, conversation_no)`,
  `create index notification_unread on notification (agent_no) where read_at is null`,
];

/** Adds what the advisors' pages need. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

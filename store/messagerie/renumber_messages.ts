/**
 * Puts `message.seq` back in order of date after an import: newest first is then seq descending, everywhere.
 * @module
 */
import { type Kysely, sql } from "kysely";
import { createScratchTable, dropScratchTable } from "../libsql/scratch_table.ts";
import type { DeskSchema } from "./schema.ts";

/**
 * Numbers all messages anew, dense, by date. Inside a thread the written order stands, whatever the dates say: a message
 * counts as no older than the ones before it. The search index is emptied; call `rebuildSearch` next, in the same
 * transaction.
 * @returns false when the order was right already, and nothing was touched
 */
export async function renumberMessages(trx: Kysely<DeskSchema>): Promise<boolean> {
  // The date that a message is sorted by: the latest up to it in its thread.
  const dated =
    sql`select seq, max(created_at) over (partition by conversation_no order by seq) as dated from message`;
  const { rows: [wrong] } = await sql<{ found: number }>`select exists (
    select 1 from (select dated, lag(dated) over (order by seq) as before from (${dated})) where dated < before) as found`
    .execute(trx);
  if (wrong?.found !== 1) return false;
  await sql`insert into message_fts (message_fts) values ('delete-all')`.execute(trx);
  await sql`delete from message_text`.execute(trx);
  // Rows are written once, in their new order. Attachments and deliveries refer to messages by id: their messages are
  // away for the length of two statements.
  await sql`pragma defer_foreign_keys = on`.execute(trx);
  await createScratchTable(
    trx,
    "renumbered",
    sql`as select m.* from message m join (${dated}) d on d.seq = m.seq order by d.dated, m.seq`,
  );
  await sql`delete from message`.execute(trx);
  const { rows } = await sql<{ name: string }>`select name from pragma_table_info('message')
    where name <> 'seq'`.execute(trx);
  const columns = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`insert into message (seq, ${columns}) select rowid, ${columns} from renumbered order by rowid`
    .execute(trx);
  await dropScratchTable(trx, "renumbered");
  return true;
}

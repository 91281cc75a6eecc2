/**
 * Keeps the search index in step with the messages, inside the transaction that changes them: a rollback takes both
 * back. Every function is a fixed number of statements, whatever the number of messages, until they are megabytes long.
 * @module
 */
import { type Kysely, sql } from "kysely";
import { jsonBatches } from "../../libsql/json_batches.ts";
import type { DeskSchema } from "../schema.ts";
import { searchable } from "./searchable.ts";
import { termsOf, tokensOf } from "./tokens.ts";

/** A text or a note, as it enters the index. */
export interface IndexedMessage {
  readonly seq: number;
  /** Of its conversation; 0 for none. */
  readonly inboxNo: number;
  readonly body: string;
}

interface IndexRow {
  readonly seq: number;
  readonly folded: string;
  readonly tokens: string;
}

async function putRows(trx: Kysely<DeskSchema>, rows: readonly IndexRow[]): Promise<void> {
  for (const json of jsonBatches(rows.map((row) => [row.seq, row.tokens]))) {
    await sql`insert or replace into message_fts (rowid, x)
      select value ->> 0, value ->> 1 from json_each(${json})`.execute(trx);
  }
}

/**
 * Makes messages findable; a message that is there already is replaced. Only texts and notes that are not deleted may
 * be given.
 * @param known words that are in the vocabulary for sure; those that are added are put in
 */
export async function indexMessages(
  trx: Kysely<DeskSchema>,
  messages: readonly IndexedMessage[],
  known?: Set<string>,
): Promise<void> {
  if (messages.length === 0) return;
  const fresh = new Set<string>();
  const rows = messages.map(({ seq, inboxNo, body }) => {
    const folded = searchable(body);
    const terms = termsOf(folded);
    for (const term of terms) if (known === undefined || !known.has(term)) fresh.add(term);
    return { seq, folded, tokens: tokensOf(folded, terms, inboxNo) };
  });
  for (const texts of jsonBatches(rows.map((row) => [row.seq, row.folded]))) {
    await sql`insert or replace into message_text (seq, folded)
      select value ->> 0, value ->> 1 from json_each(${texts})`.execute(trx);
  }
  await putRows(trx, rows);
  // A trigger gives each new word to the vocabulary's own index.
  for (const words of jsonBatches(fresh)) {
    await sql`insert into term (text, df) select value, 1 from json_each(${words})
      where true on conflict (text) do nothing`.execute(trx);
  }
  if (known !== undefined) { for (const term of fresh) known.add(term); }
}

/** Makes messages unfindable: they were deleted. Their words leave the vocabulary when statistics are next refreshed. */
export async function unindexMessages(trx: Kysely<DeskSchema>, seqs: readonly number[]): Promise<void> {
  const json = JSON.stringify(seqs);
  await sql`delete from message_fts where rowid in (select value from json_each(${json}))`.execute(trx);
  await sql`delete from message_text where seq in (select value from json_each(${json}))`.execute(trx);
}

/** Takes a conversation's messages to another inbox: their own copy of its number, and what the index knows of it. */
export async function moveMessages(
  trx: Kysely<DeskSchema>,
  conversationNo: number,
  inboxNo: number,
): Promise<void> {
  await trx.updateTable("message").set({ inbox_no: inboxNo }).where("conversation_no", "=", conversationNo)
    .execute();
  const texts = await trx.selectFrom("message as m").innerJoin("message_text as t", "t.seq", "m.seq")
    .select(["t.seq", "t.folded"]).where("m.conversation_no", "=", conversationNo).execute();
  if (texts.length === 0) return;
  await putRows(
    trx,
    texts.map(({ seq, folded }) => ({ seq, folded, tokens: tokensOf(folded, termsOf(folded), inboxNo) })),
  );
}

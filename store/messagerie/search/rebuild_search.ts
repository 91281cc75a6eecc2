/**
 * Builds the whole search index anew, in bounded memory: after an import, after the demo, or to repair.
 * @module
 */
import { type Kysely, sql } from "kysely";
import { rowPages } from "../../libsql/row_pages.ts";
import type { DeskSchema } from "../schema.ts";
import { type IndexedMessage, indexMessages } from "./index_messages.ts";
import { mergeAll, refreshStatistics } from "./tend_search.ts";

/** Messages per step. */
const BATCH = 2_000;
/** Words remembered as known; beyond it the memory starts afresh, and words are merely offered again. */
const MAX_KNOWN = 400_000;

/** What FTS5 gathers in memory before it writes a segment, in bytes: fewer, larger segments while building. */
const BULK_BUFFER = 64 * 1024 * 1024;
/** FTS5's own default. */
const USUAL_BUFFER = 1024 * 1024;

async function setBuffer(trx: Kysely<DeskSchema>, bytes: number): Promise<void> {
  await sql`insert into message_fts (message_fts, rank) values ('hashsize', ${sql.lit(bytes)})`.execute(trx);
}

/** How to rebuild. */
export interface RebuildOptions {
  /** Called after each step with the messages indexed so far, and how many there are. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Empties and fills the index from the messages, then refreshes its statistics. Runs in the caller's transaction. */
export async function rebuildSearch(trx: Kysely<DeskSchema>, options: RebuildOptions = {}): Promise<void> {
  await sql`insert into message_fts (message_fts) values ('delete-all')`.execute(trx);
  await sql`insert into term_fts (term_fts) values ('delete-all')`.execute(trx);
  await sql`delete from message_text`.execute(trx);
  await sql`delete from term`.execute(trx);
  const findable = trx.selectFrom("message").where("kind", "<", 2).where("deleted_at", "is", null);
  const { total } = await findable.select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  await setBuffer(trx, BULK_BUFFER);
  let known = new Set<string>();
  let done = 0;
  const batches = rowPages<IndexedMessage>(
    BATCH,
    (last, limit) =>
      findable.select(["seq", "inbox_no as inboxNo", "body"]).where("seq", ">", last?.seq ?? 0)
        .orderBy("seq").limit(limit).execute(),
  );
  for await (const batch of batches) {
    await indexMessages(trx, batch, known);
    done += batch.length;
    options.onProgress?.(done, total);
    if (known.size > MAX_KNOWN) known = new Set();
  }
  await setBuffer(trx, USUAL_BUFFER);
  await mergeAll(trx);
  for (let after: string | null = ""; after !== null;) after = await refreshStatistics(trx, after);
}

/**
 * The index of contacts: the grams of each line, and the inboxes where the contact has conversations, as tokens of one
 * full-text row (see `search/tokens.ts`).
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { DeskSchema } from "../schema.ts";
import { chunksOf } from "../search/searchable.ts";
import { gramTokensOf, inboxToken } from "../search/tokens.ts";

/** Contacts per step of {@linkcode rebuildContactIndex}. */
const BATCH = 2_000;

async function index(
  trx: Kysely<DeskSchema>,
  rows: readonly { no: number; search: string; inboxes: string }[],
): Promise<void> {
  const entries = rows.map(({ no, search, inboxes }) => {
    const scope = (JSON.parse(inboxes) as number[]).map(inboxToken);
    return [no, [...scope, ...gramTokensOf(chunksOf(search))].join(" ")];
  });
  await sql`insert or replace into contact_fts (rowid, x)
    select value ->> 0, value ->> 1 from json_each(${JSON.stringify(entries)})`.execute(trx);
}

function contacts(trx: Kysely<DeskSchema>) {
  return trx.selectFrom("contact as k").select([
    "k.no",
    "k.search",
    sql<string>`(select json_group_array(inbox_no) from contact_inbox where contact_no = k.no)`.as("inboxes"),
  ]);
}

/**
 * Puts contacts as they are now into the index: after `contact.search` was written or `contact_inbox` gained or lost a
 * row for them.
 */
export async function indexContacts(trx: Kysely<DeskSchema>, contactNos: readonly number[]): Promise<void> {
  const rows = await contacts(trx)
    .where("k.no", "in", sql<number>`(select value from json_each(${JSON.stringify(contactNos)}))`).execute();
  await index(trx, rows);
}

/** Builds the index of contacts anew, in bounded memory. */
export async function rebuildContactIndex(
  trx: Kysely<DeskSchema>,
  options: { readonly onProgress?: (done: number) => void } = {},
): Promise<void> {
  await sql`insert into contact_fts (contact_fts) values ('delete-all')`.execute(trx);
  let done = 0;
  for (let after = 0;;) {
    const rows = await contacts(trx).where("k.no", ">", after).orderBy("k.no").limit(BATCH).execute();
    const last = rows.at(-1);
    if (last === undefined) break;
    await index(trx, rows);
    done += rows.length;
    options.onProgress?.(done);
    after = last.no;
  }
  await sql`insert into contact_fts (contact_fts) values ('optimize')`.execute(trx);
}

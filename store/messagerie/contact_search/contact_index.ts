/**
 * The index of contacts: grams of up to three code points of each line, and the inboxes where the contact has
 * conversations, as tokens of one full-text row (see `search/tokens.ts`).
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { DeskSchema } from "../schema.ts";
import { chunksOf } from "../search/searchable.ts";
import { gramToken, inboxToken } from "../search/tokens.ts";

const LONGEST = 3;

/** Every gram of one to three code points. */
function gramsOfChunk(chunk: string, into: Set<string>): void {
  const points = [...chunk];
  for (let at = 0; at < points.length; at++) {
    for (let length = 1; length <= LONGEST && at + length <= points.length; length++) {
      into.add(gramToken(points.slice(at, at + length)));
    }
  }
}

/** The grams that a text must hold to hold `word`: the word itself, or its triples. */
export function contactGrams(word: string): string[] {
  const points = [...word];
  if (points.length <= LONGEST) return [gramToken(points)];
  const grams = new Set<string>();
  for (let at = 0; at + LONGEST <= points.length; at++) grams.add(gramToken(points.slice(at, at + LONGEST)));
  return [...grams];
}

/** Contacts per step of {@linkcode rebuildContactIndex}. */
const BATCH = 2_000;

async function index(
  trx: Kysely<DeskSchema>,
  rows: readonly { no: number; search: string; inboxes: string }[],
): Promise<void> {
  const entries = rows.map(({ no, search, inboxes }) => {
    const tokens = new Set<string>();
    for (const inboxNo of JSON.parse(inboxes) as number[]) tokens.add(inboxToken(inboxNo));
    for (const chunk of chunksOf(search)) gramsOfChunk(chunk, tokens);
    return [no, [...tokens].join(" ")];
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

/**
 * The list of contacts, latest conversation first. What a reader does not reach counts for nothing: neither for whether
 * a contact exists, nor for its number of conversations, nor for its date (contract: messagerie §3 "Visibility").
 * @module
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { contactAlternatives } from "./contact_search/contact_text.ts";
import type { DeskSchema } from "./schema.ts";
import { gramsOf, inboxToken } from "./search/tokens.ts";

/** One line of the list. Times in milliseconds since the epoch. */
export interface ContactRow {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly identified: boolean;
  readonly siteName: string;
  /** Those that the reader reaches. */
  readonly conversations: number;
  /** Of the latest of them. */
  readonly lastMessageAt: number | null;
}

/** Up to this many candidates are sorted; with more of them, walking from the latest finds a page sooner. */
const FEW_CANDIDATES = 2_000;

/** Conditions on the text: any alternative, all of its substrings. */
function holds(alternatives: readonly (readonly string[])[]): RawBuilder<unknown> {
  if (alternatives.length === 0) return sql`true`;
  const each = alternatives.map((words) =>
    sql`(${sql.join(words.map((word) => sql`instr(k.search, ${word}) > 0`), sql` and `)})`
  );
  return sql`(${sql.join(each, sql` or `)})`;
}

function matchOf(alternatives: readonly (readonly string[])[], scope: readonly number[] | null): string {
  const any = (parts: readonly string[]) => `(${parts.join(" OR ")})`;
  const grams = any(alternatives.map((words) => {
    const tokens = new Set(words.flatMap(gramsOf));
    return `(${[...tokens].map((token) => `"${token}"`).join(" AND ")})`;
  }));
  return scope === null ? grams : `${any(scope.map((no) => `"${inboxToken(no)}"`))} AND ${grams}`;
}

/** Contacts, latest first, as numbers with what the reader sees of their conversations. */
function inOrder(
  scope: readonly number[] | null,
  limit: number,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (scope === null) {
    return sql`select k.no, k.id, k.conversations as n, k.last_message_at as at from contact k where ${which}
      order by k.last_message_at desc, k.id desc limit ${limit}`;
  }
  // A contact is listed by its latest conversation in reach. Each inbox gives its own latest; the best of all is the page.
  const inboxes = sql`(select distinct value as no from json_each(${JSON.stringify(scope)}))`;
  return sql`select ci.contact_no as no, k.id, sum(ci.conversations) as n, max(ci.last_message_at) as at
    from contact_inbox ci cross join contact k on k.no = ci.contact_no
    where ci.inbox_no in ${inboxes} and ci.contact_no in (
      select l.contact_no from ${inboxes} i cross join contact_inbox l
      where l.inbox_no = i.no and l.contact_no in (
        select x.contact_no from contact_inbox x cross join contact k on k.no = x.contact_no
        where x.inbox_no = i.no and ${which} order by x.last_message_at desc, k.id desc limit ${limit}))
    group by ci.contact_no order by at desc, k.id desc limit ${limit}`;
}

/** The page when there are few candidates: all of them, then sorted. */
function amongCandidates(
  scope: readonly number[] | null,
  limit: number,
  candidates: string,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const from = sql`json_each(${candidates}) x cross join contact k on k.no = x.value`;
  if (scope === null) {
    return sql`select k.no, k.id, k.conversations as n, k.last_message_at as at from ${from} where ${which}
      order by at desc, k.id desc limit ${limit}`;
  }
  return sql`select k.no, k.id, sum(ci.conversations) as n, max(ci.last_message_at) as at
    from ${from} cross join contact_inbox ci on ci.contact_no = k.no
      and ci.inbox_no in (select value from json_each(${JSON.stringify(scope)}))
    where ${which} group by k.no order by at desc, k.id desc limit ${limit}`;
}

/**
 * Contacts that match `query` (all when it is blank), those without any conversation last.
 * @param options.scope inbox numbers, 0 included; null: everything, contacts without conversation too
 */
export async function listContacts(
  db: Kysely<DeskSchema>,
  options: { readonly query: string; readonly scope: readonly number[] | null; readonly limit: number },
): Promise<ContactRow[]> {
  const { scope, limit } = options;
  if (scope?.length === 0) return [];
  const alternatives = contactAlternatives(options.query);
  const which = holds(alternatives);
  let page = inOrder(scope, limit, which);
  if (alternatives.length > 0) {
    const { rows } = await sql<{ no: number }>`select rowid as no from contact_fts
      where contact_fts match ${matchOf(alternatives, scope)} limit ${FEW_CANDIDATES + 1}`.execute(db);
    if (rows.length === 0) return [];
    if (rows.length <= FEW_CANDIDATES) {
      page = amongCandidates(scope, limit, JSON.stringify(rows.map((row) => row.no)), which);
    }
  }
  const { rows } = await sql<Omit<ContactRow, "identified"> & { identified: number }>`
    with page as materialized (${page})
    select k.id, k.name, k.email, k.phone, k.identified, s.name as "siteName",
      page.n as conversations, page.at as "lastMessageAt"
    from page cross join contact k on k.no = page.no cross join site s on s.no = k.site_no
    order by page.at desc, page.id desc`.execute(db);
  return rows.map((row) => ({ ...row, identified: row.identified !== 0 }));
}

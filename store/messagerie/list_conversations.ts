/**
 * The list of conversations, latest message first. One statement; each scope reads one index range per inbox, so neither
 * the number of conversations nor that of resolved ones changes what a page costs.
 * @module
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type ArgumentOf, compileOnce } from "../libsql/compile_once.ts";
import type { Channel, ConversationStatus, DeskSchema, Priority, Sentiment } from "./schema.ts";

/** A status, or a set of them (contract: messagerie §3 `list_conversations`). */
export type StatusFilter = ConversationStatus | "unresolved" | "all";

/** Which conversations. */
export interface ConversationFilter {
  /** Inbox numbers to look in, 0 for conversations without inbox; null: all. */
  readonly scope: readonly number[] | null;
  readonly status: StatusFilter;
  /** An agent's number; null: nobody; absent: whoever. */
  readonly assigneeNo?: number | null | undefined;
  /** The identity of a label that they have; see {@linkcode isWideTag} for `wide`. */
  readonly tag?: { readonly folded: string; readonly wide: boolean } | undefined;
  /** Go on after this one. */
  readonly before?: { readonly lastMessageAt: number; readonly id: string } | undefined;
  readonly limit: number;
}

/** One line of the list. Times in milliseconds since the epoch. */
export interface ConversationRow {
  readonly id: string;
  readonly contactName: string;
  readonly contactEmail: string | null;
  readonly channel: Channel;
  readonly status: ConversationStatus;
  readonly inboxId: string | null;
  readonly assigneeId: string | null;
  readonly assigneeName: string | null;
  readonly unread: boolean;
  readonly priority: Priority;
  readonly sentiment: Sentiment | null;
  /** In the order in which they were added. */
  readonly tags: readonly string[];
  readonly lastFrom: "visitor" | "agent" | "ai" | null;
  readonly lastText: string;
  readonly lastMessageAt: number;
}

/** What a page's query is given; the rest decides how it is built. */
interface Given {
  readonly status: StatusFilter;
  /** JSON array of numbers. */
  readonly scope: string;
  readonly assigneeNo: number;
  readonly tag: string;
  readonly beforeAt: number;
  readonly beforeId: string;
  readonly limit: number;
}

/** What decides how the query is built. */
interface Shape {
  readonly status: "all" | "unresolved" | "resolved" | "one";
  readonly scoped: boolean;
  readonly assignee: "whoever" | "nobody" | "one";
  readonly tag: "any" | "wide" | "narrow";
  readonly goesOn: boolean;
}

function shapeOf({ status, scope, assigneeNo, tag, before }: ConversationFilter): Shape {
  return {
    status: status === "all" || status === "unresolved" || status === "resolved" ? status : "one",
    scoped: scope !== null,
    assignee: assigneeNo === undefined ? "whoever" : assigneeNo === null ? "nobody" : "one",
    tag: tag === undefined ? "any" : tag.wide ? "wide" : "narrow",
    goesOn: before !== undefined,
  };
}

function statusCondition(status: Shape["status"], argument: ArgumentOf<Given>): RawBuilder<unknown> {
  switch (status) {
    case "all":
      return sql`true`;
    case "unresolved":
      return sql`status <> 'resolved'`;
    case "resolved":
      return sql`status = 'resolved'`;
    case "one":
      // Said twice so that SQLite sees that the index of unresolved conversations will do.
      return sql`status <> 'resolved' and status = ${argument("status")}`;
  }
}

/** The numbers of the page's conversations, with what they are ordered by. */
function page(shape: Shape, argument: ArgumentOf<Given>): RawBuilder<unknown> {
  const which = [statusCondition(shape.status, argument)];
  if (shape.assignee === "nobody") which.push(sql`assignee_no is null`);
  if (shape.assignee === "one") which.push(sql`assignee_no = ${argument("assigneeNo")}`);
  if (shape.goesOn) {
    which.push(sql`(last_message_at, id) < (${argument("beforeAt")}, ${argument("beforeId")})`);
  }
  if (shape.tag === "wide") {
    which.push(sql`exists (select 1 from conversation_tag t
      where t.conversation_no = conversation.no and t.folded = ${argument("tag")})`);
  }
  const newest = sql`order by last_message_at desc, id desc limit ${argument("limit")}`;
  const where = sql.join(which, sql` and `);
  if (shape.tag === "narrow") {
    if (shape.scoped) which.push(sql`inbox_no in (select value from json_each(${argument("scope")}))`);
    return sql`select no, last_message_at, id
      from (select conversation_no from conversation_tag where folded = ${argument("tag")}) t
        cross join conversation on no = t.conversation_no
      where ${sql.join(which, sql` and `)} ${newest}`;
  }
  if (!shape.scoped && shape.assignee === "whoever") {
    return sql`select no, last_message_at, id from conversation where ${where} ${newest}`;
  }
  const inboxes = shape.scoped
    ? sql`(select distinct value as no from json_each(${argument("scope")}))`
    : sql`(select no from inbox)`;
  return sql`select c.no, c.last_message_at, c.id from ${inboxes} i cross join conversation c
    where c.no in (select no from conversation where inbox_no = i.no and ${where} ${newest})
    order by c.last_message_at desc, c.id desc limit ${argument("limit")}`;
}

interface StoredRow extends Omit<ConversationRow, "unread" | "tags"> {
  readonly unread: number;
  readonly tags: string;
}

const list = (shape: Shape) =>
  compileOnce<DeskSchema, Given>()((_, argument) =>
    sql<StoredRow>`
    with page as materialized (${page(shape, argument)})
    select c.id, k.name as "contactName", k.email as "contactEmail", c.channel, c.status,
      case c.inbox_no when 0 then null else i.id end as "inboxId", a.id as "assigneeId", a.name as "assigneeName",
      c.unread, c.priority, c.sentiment,
      (select json_group_array(t.label order by t.position) from conversation_tag t
        where t.conversation_no = c.no) as tags,
      c.last_from as "lastFrom", c.last_text as "lastText", c.last_message_at as "lastMessageAt"
    from page cross join conversation c on c.no = page.no cross join contact k on k.no = c.contact_no
      cross join inbox i on i.no = c.inbox_no left join agent a on a.no = c.assignee_no
    order by page.last_message_at desc, page.id desc`
  );

const numbers = (shape: Shape) =>
  compileOnce<DeskSchema, Given>()((_, argument) =>
    sql<{ no: number }>`with page as materialized (${page(shape, argument)})
    select no from page order by last_message_at desc, id desc`
  );

/** Queries by shape: some dozens at most. */
function byShape<Query>(make: (shape: Shape) => Query): (filter: ConversationFilter) => Query {
  const compiled = new Map<string, Query>();
  return (filter) => {
    const shape = shapeOf(filter);
    const name = Object.values(shape).join();
    const known = compiled.get(name) ?? make(shape);
    compiled.set(name, known);
    return known;
  };
}

const listOf = byShape(list);
const numbersOf = byShape(numbers);

function given(filter: ConversationFilter): Given {
  return {
    status: filter.status,
    scope: JSON.stringify(filter.scope),
    assigneeNo: filter.assigneeNo ?? 0,
    tag: filter.tag?.folded ?? "",
    beforeAt: filter.before?.lastMessageAt ?? 0,
    beforeId: filter.before?.id ?? "",
    limit: filter.limit,
  };
}

/** The numbers of a page's conversations, in the list's order: for who reads the lines by themselves. */
export async function conversationNos(db: Kysely<DeskSchema>, filter: ConversationFilter): Promise<number[]> {
  const { rows } = await numbersOf(filter)(db, given(filter));
  return rows.map(({ no }) => no);
}

/** Conversations of one label up to which all of them are looked at; a label of more is met soon enough on the way down. */
const NARROW = 2_000;

/** Whether a label is on so many conversations that a page finds enough of them by going down the list. */
export async function isWideTag(db: Kysely<DeskSchema>, folded: string): Promise<boolean> {
  const { rows } = await countTagged(db, { folded });
  return (rows[0]?.n ?? 0) > NARROW;
}

const countTagged = compileOnce<DeskSchema, { folded: string }>()((_, argument) =>
  sql<{ n: number }>`select count(*) as n from
    (select 1 from conversation_tag where folded = ${argument("folded")} limit ${sql.lit(NARROW + 1)})`
);

/** A page of the list; ties by id, descending. */
export async function listConversations(
  db: Kysely<DeskSchema>,
  filter: ConversationFilter,
): Promise<ConversationRow[]> {
  const { rows } = await listOf(filter)(db, given(filter));
  return rows.map((row) => ({ ...row, unread: row.unread !== 0, tags: JSON.parse(row.tags) as string[] }));
}

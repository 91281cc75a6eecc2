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
  readonly beforeAt: number;
  readonly beforeId: string;
  readonly limit: number;
}

/** What decides how the query is built. */
interface Shape {
  readonly status: "all" | "unresolved" | "resolved" | "one";
  readonly scoped: boolean;
  readonly assignee: "whoever" | "nobody" | "one";
  readonly goesOn: boolean;
}

function shapeOf({ status, scope, assigneeNo, before }: ConversationFilter): Shape {
  return {
    status: status === "all" || status === "unresolved" || status === "resolved" ? status : "one",
    scoped: scope !== null,
    assignee: assigneeNo === undefined ? "whoever" : assigneeNo === null ? "nobody" : "one",
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
  const newest = sql`order by last_message_at desc, id desc limit ${argument("limit")}`;
  const where = sql.join(which, sql` and `);
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

/** By shape: 48 at most. */
const compiled = new Map<string, ReturnType<typeof list>>();

function listOf(filter: ConversationFilter): ReturnType<typeof list> {
  const shape = shapeOf(filter);
  const name = Object.values(shape).join();
  const known = compiled.get(name) ?? list(shape);
  compiled.set(name, known);
  return known;
}

/** A page of the list; ties by id, descending. */
export async function listConversations(
  db: Kysely<DeskSchema>,
  filter: ConversationFilter,
): Promise<ConversationRow[]> {
  const { rows } = await listOf(filter)(db, {
    status: filter.status,
    scope: JSON.stringify(filter.scope),
    assigneeNo: filter.assigneeNo ?? 0,
    beforeAt: filter.before?.lastMessageAt ?? 0,
    beforeId: filter.before?.id ?? "",
    limit: filter.limit,
  });
  return rows.map((row) => ({ ...row, unread: row.unread !== 0, tags: JSON.parse(row.tags) as string[] }));
}

/**
 * Threads as visitors may see them: texts, the hand-over to people, and three events. The rest, notes above all, is left
 * out by the query itself, so that nothing above can show it by mistake.
 * @module
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { compileOnce } from "../../libsql/compile_once.ts";
import type { ThreadFile } from "../read_thread.ts";
import type { DeskSchema } from "../schema.ts";

/** A row of a thread that a visitor may see. */
export interface VisitorMessageRow {
  readonly seq: number;
  readonly id: string;
  readonly kind: number;
  readonly author: number;
  /** The name of a person who wrote or took over; null for programs, whose label is no visitor's matter. */
  readonly agentName: string | null;
  readonly body: string;
  /** The key that the visitor's page gave to their own message. */
  readonly key: string | null;
  /** Type of an event: `resolved`, `reopened` or `takeover`. */
  readonly event: string | null;
  readonly createdAt: number;
  readonly deletedAt: number | null;
  readonly files: readonly ThreadFile[];
}

type Stored = Omit<VisitorMessageRow, "files"> & { readonly files: string };

/** Which rows are a visitor's to see: of `message m`. */
const VISIBLE =
  `(m.kind in (0, 3) or (m.kind = 2 and m.event ->> 'type' in ('resolved', 'reopened', 'takeover')))`;

const COLUMNS = `m.seq, m.id, m.kind, m.author, m.body, iif(m.author = 0, m.client_key, null) as key,
  case when m.kind = 2 then iif(m.event ->> 'type' = 'takeover', m.event ->> 'agent', null)
    when m.agent_no is not null then ifnull(m.author_name, a.name) end as "agentName",
  case when m.kind = 2 then m.event ->> 'type' end as event, m.created_at as "createdAt", m.deleted_at as "deletedAt",
  (select json_group_array(json_object('id', f.id, 'name', f.name, 'mimeType', f.mime_type, 'size', f.size)
    order by f.position) from attachment f where f.message_id = m.id) as files`;

interface Page {
  readonly conversationNo: number;
  readonly afterSeq: number;
  readonly beforeSeq: number;
  readonly limit: number;
}

const newest = compileOnce<DeskSchema, Page>()((_, argument) =>
  sql<Stored>`select * from (
    select ${sql.raw(COLUMNS)} from message m left join agent a on a.no = m.agent_no
    where m.conversation_no = ${argument("conversationNo")} and m.seq > ${argument("afterSeq")}
      and m.seq < ${argument("beforeSeq")} and ${sql.raw(VISIBLE)}
    order by m.seq desc limit ${argument("limit")}) order by seq`
);

function read(rows: readonly Stored[]): VisitorMessageRow[] {
  return rows.map((row) => ({ ...row, files: JSON.parse(row.files) as ThreadFile[] }));
}

/** The newest `limit` of a conversation's rows between two places, oldest first. */
export async function visitorThread(
  db: Kysely<DeskSchema>,
  page: {
    readonly conversationNo: number;
    readonly afterSeq?: number | undefined;
    readonly beforeSeq?: number | undefined;
    readonly limit: number;
  },
): Promise<VisitorMessageRow[]> {
  const { conversationNo, limit, afterSeq = 0, beforeSeq = Number.MAX_SAFE_INTEGER } = page;
  return read((await newest(db, { conversationNo, limit, afterSeq, beforeSeq })).rows);
}

/** One row, or undefined when it is none of the conversation that a visitor may see. */
export async function visitorMessage(
  db: Kysely<DeskSchema>,
  conversationNo: number,
  id: string,
): Promise<VisitorMessageRow | undefined> {
  const { rows } = await sql<Stored>`
    select ${sql.raw(COLUMNS)} from message m left join agent a on a.no = m.agent_no
    where m.id = ${id} and m.conversation_no = ${conversationNo} and ${sql.raw(VISIBLE)}`.execute(db);
  return read(rows)[0];
}

/** A web conversation as its visitor's list shows it. */
export interface VisitorConversationRow {
  readonly no: number;
  readonly id: string;
  readonly status: "ai" | "open" | "pending" | "resolved";
  readonly lastFrom: "visitor" | "agent" | "ai" | null;
  readonly lastText: string;
  readonly lastMessageAt: number;
  readonly agentName: string | null;
  /** Answers after the last message that the visitor saw. */
  readonly unread: number;
}

/** Answers that are counted at most: a badge shows no more. */
const MAX_UNREAD = 100;

/** The contact's web conversations, the last active first. `conversationId`: that one alone. */
export async function visitorConversations(
  db: Kysely<DeskSchema>,
  contactNo: number,
  which: { readonly limit: number; readonly conversationId?: string | undefined },
): Promise<VisitorConversationRow[]> {
  const { rows } = await sql<VisitorConversationRow>`
    select c.no, c.id, c.status, c.last_from as "lastFrom", c.last_text as "lastText",
      c.last_message_at as "lastMessageAt", a.name as "agentName",
      (select count(*) from (select 1 from message m where m.conversation_no = c.no and m.kind = 0
        and m.author in (1, 2) and m.deleted_at is null
        and m.seq > ifnull((select seq from message where id = c.visitor_seen), 0) limit ${MAX_UNREAD})) as unread
    from conversation c left join agent a on a.no = c.assignee_no
    where c.contact_no = ${contactNo} and c.channel = 'web'
      and (${which.conversationId ?? null} is null or c.id = ${which.conversationId ?? null})
    order by c.last_message_at desc, c.id desc limit ${which.limit}`.execute(db);
  return rows;
}

/** Moves the place up to which a visitor has seen; never back. */
export async function markVisitorSeen(
  trx: Transaction<DeskSchema>,
  conversationNo: number,
  messageId: string,
): Promise<boolean> {
  const { rows } = await sql`
    update conversation set visitor_seen = ${messageId} where no = ${conversationNo}
      and exists (select 1 from message n where n.id = ${messageId} and n.conversation_no = ${conversationNo}
        and n.seq > ifnull((select seq from message where id = visitor_seen), 0)) returning no`.execute(trx);
  return rows.length > 0;
}

/** Which contact each of these web conversations is of, by its id. */
export async function contactsOfConversations(
  db: Kysely<DeskSchema>,
  conversationNos: readonly number[],
): Promise<readonly { readonly no: number; readonly contact_id: string }[]> {
  return await db.selectFrom("conversation as c").innerJoin("contact as k", "k.no", "c.contact_no")
    .where("c.channel", "=", "web")
    .where("c.no", "in", sql<number>`(select value from json_each(${JSON.stringify(conversationNos)}))`)
    .select(["c.no", "k.id as contact_id"]).execute();
}

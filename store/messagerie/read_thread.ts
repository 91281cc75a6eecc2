/**
 * The messages of one conversation, in the order in which they were written.
 * @module
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { compileOnce } from "../libsql/compile_once.ts";
import type { DeskSchema } from "./schema.ts";

/** One message. Times in milliseconds since the epoch. */
export interface ThreadMessage {
  readonly seq: number;
  readonly id: string;
  /** One of `MESSAGE_KIND`. */
  readonly kind: number;
  /** One of `MESSAGE_AUTHOR`. */
  readonly author: number;
  readonly agentId: string | null;
  /** The agent's name today. */
  readonly agentName: string | null;
  /** The name as it was then. */
  readonly authorName: string | null;
  readonly body: string;
  readonly confidence: number | null;
  /** JSON of an event. */
  readonly event: string | null;
  readonly createdAt: number;
  readonly deletedAt: number | null;
  readonly clientKey: string | null;
  /** Attachments, in order. */
  readonly files: readonly ThreadFile[];
}

/** An attachment, without its content; `available`: 1 where there is any. */
export interface ThreadFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly available: 0 | 1;
}

type StoredMessage = Omit<ThreadMessage, "files"> & { readonly files: string | null };

interface Page {
  readonly conversationNo: number;
  /** -1: all. */
  readonly limit: number;
  readonly seq: number;
}

/** Messages out of `rows` of the table, in their order. */
const messagesOf = <Row = StoredMessage>(rows: RawBuilder<unknown>, more: RawBuilder<unknown> = sql``) =>
  sql<Row>`
    select m.seq, m.id, m.kind, m.author, a.id as "agentId", a.name as "agentName", m.author_name as "authorName",
      m.body, m.confidence, m.event, m.created_at as "createdAt", m.deleted_at as "deletedAt",
      m.client_key as "clientKey",
      (select json_group_array(json_object('id', f.id, 'name', f.name, 'mimeType', f.mime_type, 'size', f.size,
          'available', f.content is not null)
        order by f.position) from attachment f where f.message_id = m.id) as files ${more}
    from (${rows}) m left join agent a on a.no = m.agent_no
    order by m.seq`;

const before = compileOnce<DeskSchema, Page>()((_, argument) =>
  messagesOf(sql`select * from message where conversation_no = ${argument("conversationNo")}
    and seq < ${argument("seq")} order by seq desc limit ${argument("limit")}`)
);

const after = compileOnce<DeskSchema, Page>()((_, argument) =>
  messagesOf(sql`select * from message where conversation_no = ${argument("conversationNo")}
    and seq > ${argument("seq")} order by seq limit ${argument("limit")}`)
);

const some = compileOnce<DeskSchema, { ids: string }>()((_, argument) =>
  messagesOf<StoredMessage & { readonly conversationNo: number }>(
    sql`select * from message where id in (select value from json_each(${argument("ids")}))`,
    sql`, m.conversation_no as "conversationNo"`,
  )
);

function messageOf<Row extends StoredMessage>(row: Row): Omit<Row, "files"> & Pick<ThreadMessage, "files"> {
  const { files } = row;
  return { ...row, files: files === null || files === "[]" ? NO_FILES : JSON.parse(files) as ThreadFile[] };
}

const NO_FILES: readonly ThreadFile[] = Object.freeze([]);

/**
 * Messages of a conversation, oldest first. With `limit`, the newest that many; with `beforeSeq`, those before it.
 */
export async function readThread(
  db: Kysely<DeskSchema>,
  options: {
    readonly conversationNo: number;
    readonly limit?: number | undefined;
    readonly beforeSeq?: number | undefined;
  },
): Promise<ThreadMessage[]> {
  const { conversationNo, limit = -1, beforeSeq = Number.MAX_SAFE_INTEGER } = options;
  const { rows } = await before(db, { conversationNo, limit, seq: beforeSeq });
  return rows.map(messageOf);
}

/** The first `limit` messages of a conversation after a place in it, oldest first. */
export async function readThreadAfter(
  db: Kysely<DeskSchema>,
  options: { readonly conversationNo: number; readonly limit: number; readonly afterSeq: number },
): Promise<ThreadMessage[]> {
  const { conversationNo, limit, afterSeq } = options;
  const { rows } = await after(db, { conversationNo, limit, seq: afterSeq });
  return rows.map(messageOf);
}

/** These messages, whatever their conversations, in the order in which they were written. */
export async function readMessages(
  db: Kysely<DeskSchema>,
  ids: readonly string[],
): Promise<(ThreadMessage & { readonly conversationNo: number })[]> {
  if (ids.length === 0) return [];
  const { rows } = await some(db, { ids: JSON.stringify(ids) });
  return rows.map(messageOf);
}

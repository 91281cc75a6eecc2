/**
 * The messages of one conversation, in the order in which they were written.
 * @module
 */
import { type Kysely, sql } from "kysely";
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
  /** Attachments, in order. */
  readonly files: readonly ThreadFile[];
}

/** An attachment, without its content. */
export interface ThreadFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
}

type StoredMessage = Omit<ThreadMessage, "files"> & { readonly files: string | null };

interface Page {
  readonly conversationNo: number;
  /** -1: all. */
  readonly limit: number;
  readonly beforeSeq: number;
}

const thread = compileOnce<DeskSchema, Page>()((_, argument) =>
  sql<StoredMessage>`
    select m.seq, m.id, m.kind, m.author, a.id as "agentId", a.name as "agentName", m.author_name as "authorName",
      m.body, m.confidence, m.event, m.created_at as "createdAt", m.deleted_at as "deletedAt",
      (select json_group_array(json_object('id', f.id, 'name', f.name, 'mimeType', f.mime_type, 'size', f.size)
        order by f.position) from attachment f where f.message_id = m.id) as files
    from (select * from message where conversation_no = ${argument("conversationNo")}
        and seq < ${argument("beforeSeq")} order by seq desc limit ${argument("limit")}) m
      left join agent a on a.no = m.agent_no
    order by m.seq`
);

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
  const { rows } = await thread(db, { conversationNo, limit, beforeSeq });
  return rows.map(({ files, ...row }) => ({
    ...row,
    files: files === null || files === "[]" ? NO_FILES : JSON.parse(files) as ThreadFile[],
  }));
}

const NO_FILES: readonly ThreadFile[] = Object.freeze([]);

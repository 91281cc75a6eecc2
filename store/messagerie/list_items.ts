/**
 * Conversations as the pages' list shows them, by their numbers: whoever asks (a list, a live view) has already decided
 * which ones.
 * @module
 */
import { type Kysely, sql } from "kysely";
import { compileOnce } from "../libsql/compile_once.ts";
import type { Channel, ConversationStatus, DeskSchema, Priority, Sentiment } from "./schema.ts";

/** One line. Times in milliseconds since the epoch. */
export interface ListItemRow {
  readonly no: number;
  readonly id: string;
  readonly contactId: string;
  readonly contactName: string;
  readonly channel: Channel;
  readonly status: ConversationStatus;
  /** 0: no inbox. */
  readonly inboxNo: number;
  readonly inboxId: string;
  readonly inboxName: string;
  readonly assigneeNo: number | null;
  readonly assigneeId: string | null;
  readonly assigneeName: string | null;
  readonly unread: number;
  readonly priority: Priority;
  readonly sentiment: Sentiment | null;
  /** In the order in which they were added. */
  readonly tags: readonly { readonly label: string; readonly color: string }[];
  readonly lastFrom: "visitor" | "agent" | "ai" | null;
  readonly lastText: string;
  readonly lastMessageAt: number;
  readonly waitingSince: number | null;
  readonly snoozedUntil: number | null;
}

type Stored = Omit<ListItemRow, "tags"> & { readonly tags: string };

const items = compileOnce<DeskSchema, { nos: string }>()((_, argument) =>
  sql<Stored>`
    select c.no, c.id, k.id as "contactId", k.name as "contactName", c.channel, c.status, c.inbox_no as "inboxNo",
      i.id as "inboxId", i.name as "inboxName", c.assignee_no as "assigneeNo", a.id as "assigneeId",
      a.name as "assigneeName", c.unread, c.priority, c.sentiment,
      (select json_group_array(json_object('label', t.label, 'color', t.color) order by t.position)
        from conversation_tag t where t.conversation_no = c.no) as tags,
      c.last_from as "lastFrom", c.last_text as "lastText", c.last_message_at as "lastMessageAt",
      c.waiting_since as "waitingSince", c.snoozed_until as "snoozedUntil"
    from json_each(${argument("nos")}) w cross join conversation c on c.no = w.value
      cross join contact k on k.no = c.contact_no cross join inbox i on i.no = c.inbox_no
      left join agent a on a.no = c.assignee_no
    order by w.key`
);

/** The lines of these conversations, in the order of their numbers here; those that do not exist are left out. */
export async function listItems(db: Kysely<DeskSchema>, nos: readonly number[]): Promise<ListItemRow[]> {
  if (nos.length === 0) return [];
  const { rows } = await items(db, { nos: JSON.stringify(nos) });
  return rows.map((row) => ({ ...row, tags: JSON.parse(row.tags) as ListItemRow["tags"] }));
}

/**
 * Conversations in rows. `no` joins, `id` is for the outside.
 * @module
 */
import { type Insertable, type Kysely, sql, type Transaction, type Updateable } from "kysely";
import { compileOnce } from "../libsql/compile_once.ts";
import { appendChanges } from "./changes.ts";
import {
  type Channel,
  type ConversationTable,
  type DeskSchema,
  MESSAGE_AUTHOR,
  MESSAGE_KIND,
} from "./schema.ts";

/** A conversation with the names of what it hangs on, and its labels as JSON in the order in which they were added. */
export type ConversationRow = NonNullable<Awaited<ReturnType<typeof findConversation>>>;

/** The conversation of this id, whoever reaches it. */
export async function findConversation(db: Kysely<DeskSchema>, id: string) {
  return (await find(db, { id })).rows[0];
}

const find = compileOnce<DeskSchema, { id: string }>()((db, argument) =>
  db.selectFrom("conversation as c")
    .innerJoin("site as s", "s.no", "c.site_no")
    .innerJoin("inbox as i", "i.no", "c.inbox_no")
    .innerJoin("contact as k", "k.no", "c.contact_no")
    .leftJoin("agent as a", "a.no", "c.assignee_no")
    .where("c.id", "=", argument("id"))
    .select([
      "c.no",
      "c.id",
      "c.contact_no",
      "c.site_no",
      "c.inbox_no",
      "c.channel",
      "c.status",
      "c.assignee_no",
      "c.priority",
      "c.sentiment",
      "c.intent",
      "c.summary",
      "c.unread",
      "c.snoozed_until",
      "c.resolved_at",
      "c.data",
      "c.last_message_at",
      "c.waiting_since",
      "c.created_at",
      "s.name as site_name",
      "s.country as site_country",
      "s.ai as site_ai",
      "i.id as inbox_id",
      "a.id as assignee_id",
      "a.name as assignee_name",
      "k.id as contact_id",
      "k.name as contact_name",
      "k.email as contact_email",
      "k.phone as contact_phone",
      "k.identified as contact_identified",
      sql<string>`(select json_group_array(t.label order by t.position)
        from conversation_tag t where t.conversation_no = c.no)`.as("tags"),
    ])
);

/** Adds a conversation; gives its number. */
export async function insertConversation(
  db: Kysely<DeskSchema>,
  row: Insertable<ConversationTable>,
): Promise<number> {
  return (await db.insertInto("conversation").values(row).returning("no").executeTakeFirstOrThrow()).no;
}

/** Changes columns of one conversation. */
export async function updateConversation(
  db: Kysely<DeskSchema>,
  no: number,
  columns: Updateable<ConversationTable>,
): Promise<void> {
  const key = Object.keys(columns).join();
  const update = updates.get(key) ?? updateOf(Object.keys(columns));
  updates.set(key, update);
  await update(db, { ...columns, which: no });
}

type UpdateValues = Updateable<ConversationTable> & { which: number };

function updateOf(columns: readonly string[]) {
  return compileOnce<DeskSchema, UpdateValues>()((db, argument) =>
    db.updateTable("conversation")
      .set(Object.fromEntries(columns.map((name) => [name, argument(name as keyof UpdateValues)])))
      .where("no", "=", argument("which"))
  );
}

/** By the columns that they change: the code names a handful of sets. */
const updates = new Map<string, ReturnType<typeof updateOf>>();

/**
 * The contact's conversation on a channel that was last active, among those of `scope` (null: all) that are not resolved
 * or were resolved at or after `since`. One without a date of resolution counts as resolved at its last message.
 */
export async function findResumable(
  db: Kysely<DeskSchema>,
  wanted: {
    readonly contactNo: number;
    readonly channel: Channel;
    readonly scope: readonly number[] | null;
    readonly since: number;
  },
): Promise<string | undefined> {
  const row = await db.selectFrom("conversation as c")
    .where("c.contact_no", "=", wanted.contactNo)
    .where("c.channel", "=", wanted.channel)
    .where((eb) =>
      eb.or([
        eb("c.status", "<>", "resolved"),
        eb(eb.fn.coalesce("c.resolved_at", "c.last_message_at"), ">=", wanted.since),
      ])
    )
    .$if(
      wanted.scope !== null,
      (query) =>
        query.where(
          sql<boolean>`c.inbox_no in (select value from json_each(${JSON.stringify(wanted.scope)}))`,
        ),
    )
    .orderBy("c.last_message_at", "desc").orderBy("c.id", "desc")
    .limit(1)
    .select("c.id")
    .executeTakeFirst();
  return row?.id;
}

/** The contact's conversations in `scope` (null: all), the last active first, each with its first visitor text; -1: all. */
export function conversationsOfContact(
  db: Kysely<DeskSchema>,
  contactNo: number,
  scope: readonly number[] | null,
  limit = -1,
) {
  return db.selectFrom("conversation as c")
    .where("c.contact_no", "=", contactNo)
    .$if(
      scope !== null,
      (query) =>
        query.where(sql<boolean>`c.inbox_no in (select value from json_each(${JSON.stringify(scope)}))`),
    )
    .orderBy("c.last_message_at", "desc").orderBy("c.id", "desc")
    .limit(limit)
    .select([
      "c.id",
      "c.status",
      "c.intent",
      "c.last_message_at",
      sql<string | null>`(select m.body from message m where m.conversation_no = c.no and m.kind = 0
        and m.author = 0 and m.deleted_at is null order by m.seq limit 1)`.as("first_text"),
    ])
    .execute();
}

/** Since when the visitor of a conversation waits, by its thread: the first of their texts that no answer has followed. */
export async function findWaitingSince(db: Kysely<DeskSchema>, no: number): Promise<number | null> {
  const { rows: [row] } = await sql<{ at: number }>`
    select created_at as at from message where conversation_no = ${no} and kind = 0 and author = 0
      and deleted_at is null and seq > coalesce((select max(seq) from message
        where conversation_no = ${no} and kind = 0 and author <> 0 and deleted_at is null), 0)
    order by seq limit 1`.execute(db);
  return row?.at ?? null;
}

/** Conversations whose snooze ended at or before `at`, the earliest first. */
export function dueConversations(db: Kysely<DeskSchema>, at: number, limit: number) {
  return db.selectFrom("conversation")
    .where("snoozed_until", "<=", at).where("status", "=", "pending")
    .orderBy("snoozed_until").orderBy("no")
    .limit(limit)
    .select(["no", "inbox_no"])
    .execute();
}

/** Opens snoozed conversations and adds an event to each, in a fixed number of statements. */
export async function wakeConversations(
  trx: Transaction<DeskSchema>,
  due: readonly { readonly no: number; readonly inboxNo: number; readonly messageId: string }[],
  event: string,
  at: number,
): Promise<void> {
  if (due.length === 0) return;
  const nos = due.map(({ no }) => no);
  await trx.updateTable("conversation").set({ status: "open", snoozed_until: null })
    .where("no", "in", sql<number>`(select value from json_each(${JSON.stringify(nos)}))`).execute();
  const head = due.map(({ no, inboxNo, messageId }) => ({
    conversation_no: no,
    inbox_no: inboxNo,
    messageId,
  }));
  await trx.insertInto("message").values(head.map(({ messageId, ...place }) => ({
    ...place,
    id: messageId,
    kind: MESSAGE_KIND.event,
    author: MESSAGE_AUTHOR.system,
    agent_no: null,
    author_name: null,
    confidence: null,
    event,
    created_at: at,
    deleted_at: null,
  }))).execute();
  await appendChanges(
    trx,
    head.flatMap(({ messageId, ...place }) => {
      const change = { ...place, at, agent_no: null, payload: null };
      return [
        { ...change, kind: "message" as const, message_id: messageId },
        { ...change, kind: "conversation" as const, message_id: null },
      ];
    }),
  );
}

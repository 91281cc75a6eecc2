/**
 * The desk read from end to end, page by page, for exports. Everything comes in the order of the numbers, which is that of
 * creation.
 * @module
 */
import { type Kysely, sql } from "kysely";
import { rowPages } from "../libsql/row_pages.ts";
import type { DeskSchema } from "./schema.ts";

/** Rows of one page. */
const CONTACTS = 500;
/** Fewer: each comes with its thread. */
const CONVERSATIONS = 50;
const MESSAGES = 2_000;

/** Every site. */
export function exportSites(db: Kysely<DeskSchema>) {
  return db.selectFrom("site").orderBy("no").select(["id", "name", "country", "ai"]).execute();
}

/** Every declared label. */
export function exportTags(db: Kysely<DeskSchema>) {
  return db.selectFrom("tag_definition").orderBy("no").select(["name", "color"]).execute();
}

/** One contact. */
export type ContactExport = Awaited<ReturnType<typeof contactPage>>[number];

/** Every contact, in pages. */
export function exportContacts(db: Kysely<DeskSchema>): AsyncGenerator<readonly ContactExport[]> {
  return rowPages<ContactExport>(CONTACTS, (last, limit) => contactPage(db, last?.no ?? 0, limit));
}

function contactPage(db: Kysely<DeskSchema>, after: number, limit: number) {
  return db.selectFrom("contact as k").innerJoin("site as s", "s.no", "k.site_no")
    .where("k.no", ">", after).orderBy("k.no").limit(limit)
    .select([
      "k.no",
      "k.id",
      "s.id as site",
      "k.name",
      "k.email",
      "k.phone",
      "k.external_id",
      "k.identified",
      "k.segment",
      "k.attributes",
      "k.data",
      "k.created_at",
      "k.updated_at",
    ]).execute();
}

/** One conversation; `tags` is a JSON array. */
export type ConversationExport = Awaited<ReturnType<typeof conversationPage>>[number];

/** Every conversation, in pages. */
export function exportConversations(db: Kysely<DeskSchema>): AsyncGenerator<readonly ConversationExport[]> {
  return rowPages<ConversationExport>(
    CONVERSATIONS,
    (last, limit) => conversationPage(db, last?.no ?? 0, limit),
  );
}

function conversationPage(db: Kysely<DeskSchema>, after: number, limit: number) {
  return db.selectFrom("conversation as c")
    .innerJoin("contact as k", "k.no", "c.contact_no")
    .innerJoin("site as s", "s.no", "c.site_no")
    .innerJoin("inbox as i", "i.no", "c.inbox_no")
    .leftJoin("agent as a", "a.no", "c.assignee_no")
    .where("c.no", ">", after).orderBy("c.no").limit(limit)
    .select([
      "c.no",
      "c.id",
      "k.id as contact",
      "s.id as site",
      "c.inbox_no",
      "i.id as inbox",
      "c.channel",
      "c.status",
      "a.id as assignee",
      "c.priority",
      "c.sentiment",
      "c.intent",
      "c.summary",
      "c.unread",
      "c.data",
      "c.created_at",
      "c.resolved_at",
      "c.snoozed_until",
      sql<string>`(select json_group_array(t.label order by t.position) from conversation_tag t
        where t.conversation_no = c.no)`.as("tags"),
    ]).execute();
}

/** One message; `files` is a JSON array of names. */
export type MessageExport = Awaited<ReturnType<typeof messagePage>>[number];

/** The messages of the conversations numbered from `first` to `last`, thread by thread, each in its order. */
export async function exportMessages(
  db: Kysely<DeskSchema>,
  first: number,
  last: number,
): Promise<MessageExport[]> {
  const pages = rowPages<MessageExport>(
    MESSAGES,
    (before, limit) =>
      messagePage(db, { conversation_no: first, seq: 0, ...before }, { lastNo: last, limit }),
  );
  return (await Array.fromAsync(pages)).flat();
}

function messagePage(
  db: Kysely<DeskSchema>,
  after: { readonly conversation_no: number; readonly seq: number },
  { lastNo, limit }: { readonly lastNo: number; readonly limit: number },
) {
  return db.selectFrom("message as m").leftJoin("agent as a", "a.no", "m.agent_no")
    .where(sql<boolean>`(m.conversation_no, m.seq) > (${after.conversation_no}, ${after.seq})`)
    .where("m.conversation_no", "<=", lastNo)
    .orderBy("m.conversation_no").orderBy("m.seq").limit(limit)
    .select([
      "m.conversation_no",
      "m.seq",
      "m.id",
      "m.created_at",
      "m.kind",
      "m.author",
      "a.id as agent",
      "m.author_name",
      "m.body",
      "m.confidence",
      "m.event",
      "m.deleted_at",
      sql<string>`(select json_group_array(f.name order by f.position) from attachment f
        where f.message_id = m.id)`.as("files"),
    ]).execute();
}

/**
 * Writes to a thread. `seq` is the order: given at insert, newest highest, whatever the clock says. The search index
 * follows in the same transaction.
 * @module
 */
import type { Kysely, Transaction } from "kysely";
import { cutCodePoints } from "../../base/text.ts";
import { compileOnce } from "../libsql/compile_once.ts";
import { overwriting } from "../libsql/overwriting.ts";
import { type ConversationTable, type DeskSchema, MESSAGE_AUTHOR, MESSAGE_KIND } from "./schema.ts";
import { indexMessages, unindexMessages } from "./search/mod.ts";

/** `conversation.last_text`: enough to recognise a conversation (contract: messagerie §3 `list_conversations`). */
export const EXCERPT = 240;

/** A row of a thread to add. */
export interface NewMessage {
  readonly id: string;
  readonly conversationNo: number;
  readonly inboxNo: number;
  /** One of `MESSAGE_KIND`. */
  readonly kind: number;
  /** One of `MESSAGE_AUTHOR`. */
  readonly author: number;
  readonly agentNo?: number | null;
  readonly authorName?: string | null;
  readonly body?: string;
  /** JSON of an event. */
  readonly event?: string | null;
  /** Unique among its author's. */
  readonly clientKey?: string | null | undefined;
  readonly at: number;
}

/** A file that comes with a message. */
export interface NewAttachment {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly content: Uint8Array;
}

/** Adds a row to a thread and makes texts and notes findable. */
export async function insertMessage(trx: Transaction<DeskSchema>, message: NewMessage): Promise<void> {
  const body = message.body ?? "";
  const { rows } = await insert(trx, {
    ...message,
    agentNo: message.agentNo ?? null,
    authorName: message.authorName ?? null,
    body,
    event: message.event ?? null,
    clientKey: message.clientKey ?? null,
  });
  const seq = (rows[0] as { seq: number }).seq;
  if (message.kind === MESSAGE_KIND.text || message.kind === MESSAGE_KIND.note) {
    await indexMessages(trx, [{ seq, inboxNo: message.inboxNo, body }]);
  }
}

const insert = compileOnce<
  DeskSchema,
  { readonly [Key in keyof Required<NewMessage>]: Exclude<NewMessage[Key], undefined> }
>()((db, argument) =>
  db.insertInto("message").values({
    id: argument("id"),
    conversation_no: argument("conversationNo"),
    inbox_no: argument("inboxNo"),
    kind: argument("kind"),
    author: argument("author"),
    agent_no: argument("agentNo"),
    author_name: argument("authorName"),
    body: argument("body"),
    confidence: null,
    event: argument("event"),
    created_at: argument("at"),
    deleted_at: null,
    client_key: argument("clientKey"),
  }).returning("seq")
);

/** Adds the files of a message, in their order. */
export async function insertAttachments(
  trx: Transaction<DeskSchema>,
  messageId: string,
  files: readonly NewAttachment[],
): Promise<void> {
  if (files.length === 0) return;
  await trx.insertInto("attachment").values(files.map((file, position) => ({
    id: file.id,
    message_id: messageId,
    name: file.name,
    mime_type: file.mimeType,
    size: file.content.byteLength,
    content: file.content,
    position,
  }))).execute();
}

/** A text or note of the conversation that is not deleted. */
export function findMessage(db: Kysely<DeskSchema>, conversationNo: number, id: string) {
  return db.selectFrom("message").where("id", "=", id).where("conversation_no", "=", conversationNo)
    .where("kind", "in", [MESSAGE_KIND.text, MESSAGE_KIND.note])
    .select(["seq", "id", "kind", "deleted_at"]).executeTakeFirst();
}

/** What this person has written under this key, deleted or not. */
export function findByClientKey(db: Kysely<DeskSchema>, agentNo: number, clientKey: string) {
  return db.selectFrom("message as m").innerJoin("conversation as c", "c.no", "m.conversation_no")
    .where("m.client_key", "=", clientKey).where("m.agent_no", "=", agentNo)
    .select(["m.id", "c.id as conversationId"]).executeTakeFirst();
}

/** Where a message of the conversation stands, whatever its kind. */
export async function findSeq(
  db: Kysely<DeskSchema>,
  conversationNo: number,
  id: string,
): Promise<number | undefined> {
  const row = await db.selectFrom("message").where("id", "=", id).where(
    "conversation_no",
    "=",
    conversationNo,
  )
    .select("seq").executeTakeFirst();
  return row?.seq;
}

/**
 * Empties a message for good: its text, its files, its place in the search, overwritten in the file. Its row and date
 * stay; so do its words, each by itself, in the index's older segments until those are merged.
 */
export async function eraseMessage(
  trx: Transaction<DeskSchema>,
  message: { readonly seq: number; readonly id: string },
  at: number,
): Promise<void> {
  await overwriting(trx, async () => {
    await trx.updateTable("message").set({ body: "", deleted_at: at }).where("seq", "=", message.seq)
      .execute();
    await trx.deleteFrom("attachment").where("message_id", "=", message.id).execute();
    await unindexMessages(trx, [message.seq]);
  });
}

const SPEAKERS: Readonly<Record<number, "visitor" | "agent" | "ai">> = {
  [MESSAGE_AUTHOR.contact]: "visitor",
  [MESSAGE_AUTHOR.agent]: "agent",
  [MESSAGE_AUTHOR.ai]: "ai",
};

/** What a conversation's row keeps of its last text message. */
export function lastTextColumns(
  message: { readonly author: number; readonly body: string } | undefined,
): Pick<ConversationTable, "last_from"> & { last_text: string } {
  if (message === undefined) return { last_from: null, last_text: "" };
  return { last_from: SPEAKERS[message.author] ?? null, last_text: cutCodePoints(message.body, EXCERPT) };
}

/** The last text message of a thread that is not deleted. */
export function findLastText(db: Kysely<DeskSchema>, conversationNo: number) {
  return db.selectFrom("message").where("conversation_no", "=", conversationNo)
    .where("kind", "=", MESSAGE_KIND.text).where("deleted_at", "is", null)
    .orderBy("seq", "desc").limit(1)
    .select(["author", "body"]).executeTakeFirst();
}

/**
 * Files of visitors: those that wait for their message, and those of a message, as they are downloaded.
 * @module
 */
import { type Kysely, sql, type Transaction } from "kysely";
import type { DeskSchema } from "../schema.ts";

/** A file that waits for its message. */
export interface NewUpload {
  readonly id: string;
  readonly visitorNo: number;
  readonly name: string;
  readonly mimeType: string;
  readonly content: Uint8Array;
  readonly at: number;
}

/** Keeps a file until a message takes it. */
export async function insertUpload(trx: Transaction<DeskSchema>, upload: NewUpload): Promise<void> {
  await trx.insertInto("upload").values({
    id: upload.id,
    visitor_no: upload.visitorNo,
    name: upload.name,
    mime_type: upload.mimeType,
    size: upload.content.byteLength,
    content: upload.content,
    created_at: upload.at,
  }).execute();
}

/** How many files of a visitor wait. */
export async function waitingUploads(db: Kysely<DeskSchema>, visitorNo: number): Promise<number> {
  const { rows: [row] } = await sql<{ files: number }>`
    select count(*) as files from upload where visitor_no = ${visitorNo}`.execute(db);
  return row?.files ?? 0;
}

/** The bytes of all files that wait. */
export async function waitingUploadBytes(db: Kysely<DeskSchema>): Promise<number> {
  const { rows: [row] } = await sql<{ bytes: number }>`select ifnull(sum(size), 0) as bytes from upload`
    .execute(db);
  return row?.bytes ?? 0;
}

/** Removes the files that have waited longest until at most so many bytes wait on the whole desk. */
export async function dropOldestUploads(trx: Transaction<DeskSchema>, maxBytes: number): Promise<void> {
  await sql`delete from upload where no in (select no from
    (select no, sum(size) over (order by no desc) as kept from upload) where kept > ${maxBytes})`.execute(
    trx,
  );
}

/** Removes a visitor's file that waits. */
export async function deleteUpload(
  trx: Transaction<DeskSchema>,
  visitorNo: number,
  id: string,
): Promise<void> {
  await trx.deleteFrom("upload").where("visitor_no", "=", visitorNo).where("id", "=", id).execute();
}

/** Gives a message these files of a visitor, in this order; tells how many there were. */
export async function attachUploads(
  trx: Transaction<DeskSchema>,
  taken: { readonly messageId: string; readonly visitorNo: number; readonly ids: readonly string[] },
): Promise<number> {
  const ids = JSON.stringify(taken.ids);
  const { rows } = await sql`
    insert into attachment (id, message_id, name, mime_type, size, content, position)
    select u.id, ${taken.messageId}, u.name, u.mime_type, u.size, u.content, w.key
    from json_each(${ids}) w join upload u on u.id = w.value
    where u.visitor_no = ${taken.visitorNo} returning no`.execute(trx);
  await sql`delete from upload where visitor_no = ${taken.visitorNo}
    and id in (select value from json_each(${ids}))`.execute(trx);
  return rows.length;
}

/** A file of a message, without its content. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  /** Bytes of its content. */
  readonly size: number;
}

/**
 * A file of a text (never of a note) in a web conversation of this contact. One without content was imported by its name
 * alone.
 */
export async function fileOfContact(
  db: Kysely<DeskSchema>,
  contactNo: number,
  id: string,
): Promise<StoredFile | undefined> {
  const { rows: [row] } = await sql<StoredFile>`
    select f.id, f.name, f.mime_type as "mimeType", length(f.content) as size from attachment f
      join message m on m.id = f.message_id join conversation c on c.no = m.conversation_no
    where f.id = ${id} and f.content is not null and m.kind = 0 and m.deleted_at is null and c.channel = 'web'
      and c.contact_no = ${contactNo}`.execute(db);
  return row;
}

/** The content of a file; undefined when it is gone. */
export async function contentOf(db: Kysely<DeskSchema>, id: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom("attachment").where("id", "=", id).select("content").executeTakeFirst();
  return row?.content ?? undefined;
}

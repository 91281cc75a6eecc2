/**
 * Files of messages, with their content.
 * @module
 */
import type { Kysely } from "kysely";
import type { DeskSchema } from "./schema.ts";

/** The file of this id, with the inbox of the conversation that it is in. */
export function findFile(db: Kysely<DeskSchema>, id: string) {
  return db.selectFrom("attachment as f").innerJoin("message as m", "m.id", "f.message_id")
    .innerJoin("conversation as c", "c.no", "m.conversation_no")
    .where("f.id", "=", id).where("m.deleted_at", "is", null)
    .select(["f.name", "f.mime_type as type", "f.content", "c.inbox_no as inboxNo"]).executeTakeFirst();
}

/** The bytes of all files of messages. */
export async function keptFileBytes(db: Kysely<DeskSchema>): Promise<number> {
  return (await db.selectFrom("file_room").select("bytes").executeTakeFirstOrThrow()).bytes;
}

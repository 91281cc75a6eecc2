/**
 * Labels on conversations, and those that the desk declared. A label's identity is its text, case aside.
 * @module
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { DeskSchema } from "./schema.ts";

/** What `folded` holds: two labels are the same exactly when this is. Accents count. */
export function tagIdentity(label: string): string {
  return label.normalize("NFC").toLowerCase();
}

/** The declared label of this identity. */
export function findTagDefinition(db: Kysely<DeskSchema>, identity: string) {
  return db.selectFrom("tag_definition").where("folded", "=", identity).select(["name", "color"])
    .executeTakeFirst();
}

/** Every declared label, by name. */
export function declaredTags(db: Kysely<DeskSchema>) {
  return db.selectFrom("tag_definition").orderBy("folded").select(["name as label", "color"]).execute();
}

/** Adds a label after the others; false when the conversation has it already. */
export async function insertTag(
  db: Kysely<DeskSchema>,
  conversationNo: number,
  tag: { readonly label: string; readonly color: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db.insertInto("conversation_tag").values({
    conversation_no: conversationNo,
    folded: tagIdentity(tag.label),
    label: tag.label,
    color: tag.color,
    position: sql<
      number
    >`(select coalesce(max(position), 0) + 1 from conversation_tag where conversation_no = ${conversationNo})`,
  }).onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Removes a label; false when the conversation does not have it. */
export async function deleteTag(
  db: Kysely<DeskSchema>,
  conversationNo: number,
  identity: string,
): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("conversation_tag")
    .where("conversation_no", "=", conversationNo).where("folded", "=", identity).executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Declared labels in rows, and what follows on conversations when one of them changes.
 * @module
 */
import { type Kysely, sql } from "kysely";
import type { DeskSchema } from "./schema.ts";
import { tagIdentity } from "./tags.ts";

/** Every declared label, by name, and how many conversations have it. */
export function tagDefinitions(db: Kysely<DeskSchema>) {
  return db.selectFrom("tag_definition as d").orderBy("d.folded").select([
    "d.name",
    "d.color",
    sql<number>`(select count(*) from conversation_tag t where t.folded = d.folded)`.as("conversations"),
  ]).execute();
}

/** Declares a label, which conversations that have it already take over; false when it is declared. */
export async function insertTagDefinition(
  tx: Kysely<DeskSchema>,
  tag: { readonly name: string; readonly color: string; readonly at: number },
): Promise<boolean> {
  const folded = tagIdentity(tag.name);
  const added = await tx.insertInto("tag_definition")
    .values({ name: tag.name, folded, color: tag.color, created_at: tag.at })
    .onConflict((conflict) => conflict.column("folded").doNothing()).returning("no").executeTakeFirst();
  if (added === undefined) return false;
  await tx.updateTable("conversation_tag").set({ label: tag.name, color: tag.color })
    .where("folded", "=", folded).execute();
  return true;
}

/** Renames and colours a declared label, on every conversation too. `identity` is what it was until now. */
export async function updateTagDefinition(
  tx: Kysely<DeskSchema>,
  identity: string,
  { name, color }: { readonly name: string; readonly color: string },
): Promise<"changed" | "unknown" | "taken"> {
  const folded = tagIdentity(name);
  if (folded !== identity) {
    const taken = await tx.selectFrom("tag_definition").where("folded", "=", folded).select("no")
      .executeTakeFirst();
    if (taken !== undefined) return "taken";
  }
  const { numUpdatedRows } = await tx.updateTable("tag_definition").set({ name, folded, color })
    .where("folded", "=", identity).executeTakeFirst();
  if (numUpdatedRows === 0n) return "unknown";
  if (folded !== identity) {
    // A conversation that has the new name already, undeclared until now, keeps that one.
    await sql`delete from conversation_tag where folded = ${identity} and exists (
      select 1 from conversation_tag o where o.conversation_no = conversation_tag.conversation_no
        and o.folded = ${folded})`.execute(tx);
  }
  await tx.updateTable("conversation_tag").set({ folded, label: name, color })
    .where("folded", "in", [identity, folded]).execute();
  return "changed";
}

/** Takes back a declaration; conversations keep the label, in `color`. False when there was none. */
export async function deleteTagDefinition(
  tx: Kysely<DeskSchema>,
  identity: string,
  color: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("tag_definition").where("folded", "=", identity)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await tx.updateTable("conversation_tag").set({ color }).where("folded", "=", identity).execute();
  return true;
}

/**
 * Who changed what, in rows that are only ever added.
 * @module
 */
import type { Insertable, Kysely } from "kysely";
import type { AuditTable, DeskSchema } from "./schema.ts";

/** Writes down a change; call it in the transaction that makes it. */
export async function insertAudit(
  tx: Kysely<DeskSchema>,
  row: Omit<Insertable<AuditTable>, "no">,
): Promise<void> {
  await tx.insertInto("audit").values(row).execute();
}

/** The latest changes first, those before number `before` if it is given. */
export function readAudit(
  db: Kysely<DeskSchema>,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
) {
  return db.selectFrom("audit").$if(before !== undefined, (query) => query.where("no", "<", before ?? 0))
    .orderBy("no", "desc").limit(limit).selectAll().execute();
}

/**
 * Sites and inboxes in rows. Number 0 is "no inbox" and is never listed. Creation order is that of the numbers.
 * @module
 */
import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { DeskSchema } from "./schema.ts";

/** The inboxes of `scope` (null: all), in creation order. */
export function inboxesIn(db: Kysely<DeskSchema>, scope: readonly number[] | null) {
  return db.selectFrom("inbox").where("no", "<>", 0)
    .$if(
      scope !== null,
      (query) => query.where(sql<boolean>`no in (select value from json_each(${JSON.stringify(scope)}))`),
    )
    .orderBy("no")
    .select(["no", "id", "name", "description"])
    .execute();
}

/** The inbox of this id. */
export function findInbox(db: Kysely<DeskSchema>, id: string) {
  return db.selectFrom("inbox").where("id", "=", id).where("no", "<>", 0)
    .select(["no", "id", "name"]).executeTakeFirst();
}

/** The first inbox of a site; without any, the first that belongs to no site. */
export function firstInboxOf(db: Kysely<DeskSchema>, siteNo: number) {
  return db.selectFrom("inbox").where("no", "<>", 0)
    .where((eb) => eb.or([eb("site_no", "=", siteNo), eb("site_no", "is", null)]))
    .orderBy(sql`site_no is null`).orderBy("no")
    .limit(1)
    .select(["no", "id", "name"]).executeTakeFirst();
}

/** The first site. */
export function firstSite(db: Kysely<DeskSchema>) {
  return db.selectFrom("site").orderBy("no").limit(1).select(["no", "id", "name", "country", "ai"])
    .executeTakeFirst();
}

/** The site of this id. */
export function findSite(db: Kysely<DeskSchema>, id: string) {
  return db.selectFrom("site").where("id", "=", id).select(["no", "id", "name", "country", "ai"])
    .executeTakeFirst();
}

/**
 * How each site's widget is set up, in rows.
 * @module
 */
import type { Kysely, Transaction, Updateable } from "kysely";
import { compileOnce } from "../../libsql/compile_once.ts";
import type { DeskSchema } from "../schema.ts";
import type { WidgetTable } from "./schema.ts";

/** A site and its widget. */
export type WidgetRow = NonNullable<Awaited<ReturnType<typeof findWidget>>>;

function widgets(db: Kysely<DeskSchema>) {
  return db.selectFrom("widget as w").innerJoin("site as s", "s.no", "w.site_no")
    .leftJoin("inbox as i", "i.no", "w.inbox_no")
    .select([
      "s.no",
      "s.id",
      "s.name",
      "s.country",
      "s.ai",
      "w.key",
      "w.enabled",
      "w.origins",
      "w.greeting_fr",
      "w.greeting_en",
      "w.accent",
      "i.id as inbox_id",
    ]);
}

const byKey = compileOnce<DeskSchema, { key: string }>()((db, argument) =>
  widgets(db).where("w.key", "=", argument("key"))
);

/** The site whose pages carry this key. Every request of a widget asks. */
export async function findWidget(db: Kysely<DeskSchema>, key: string) {
  return (await byKey(db, { key })).rows[0];
}

/** The site of this id, with its widget. */
export function findWidgetOfSite(db: Kysely<DeskSchema>, siteId: string): Promise<WidgetRow | undefined> {
  return widgets(db).where("s.id", "=", siteId).executeTakeFirst();
}

/** Every site with its widget, in creation order. */
export function allWidgets(db: Kysely<DeskSchema>): Promise<WidgetRow[]> {
  return widgets(db).orderBy("s.no").execute();
}

/** Changes how a widget is set up. */
export async function updateWidget(
  trx: Transaction<DeskSchema>,
  siteNo: number,
  columns: Omit<Updateable<WidgetTable>, "site_no" | "key">,
): Promise<void> {
  await trx.updateTable("widget").set(columns).where("site_no", "=", siteNo).execute();
}

/** Changes a site's own columns. */
export async function updateSite(
  trx: Transaction<DeskSchema>,
  siteNo: number,
  columns: { readonly name?: string; readonly country?: string; readonly ai?: boolean },
): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await trx.updateTable("site").set(columns).where("no", "=", siteNo).execute();
}

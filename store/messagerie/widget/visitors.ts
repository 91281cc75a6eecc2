/**
 * Browsers that wrote or were identified, in rows, and the messages that came of their keys.
 * @module
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { compileOnce } from "../../libsql/compile_once.ts";
import { type DeskSchema, MESSAGE_AUTHOR } from "../schema.ts";

/** A browser and who it belongs to. */
export type VisitorRow = NonNullable<Awaited<ReturnType<typeof findVisitor>>>;

const bySecret = compileOnce<DeskSchema, { hash: Uint8Array; siteNo: number }>()((db, argument) =>
  db.selectFrom("visitor as v").leftJoin("contact as k", "k.no", "v.contact_no")
    .where("v.secret_hash", "=", argument("hash")).where("v.site_no", "=", argument("siteNo"))
    .select([
      "v.no",
      "v.id",
      "v.seen_at",
      "v.contact_no",
      "k.id as contact_id",
      "k.identified",
      "k.external_id",
    ])
);

/** The browser that has this secret on this site. */
export async function findVisitor(
  db: Kysely<DeskSchema>,
  which: { readonly hash: Uint8Array; readonly siteNo: number },
) {
  return (await bySecret(db, which)).rows[0];
}

/** Adds a browser; gives its number. One that has the secret and was forgotten for disuse makes room. */
export async function insertVisitor(
  trx: Transaction<DeskSchema>,
  visitor: { readonly id: string; readonly siteNo: number; readonly hash: Uint8Array; readonly at: number },
): Promise<number> {
  await trx.deleteFrom("visitor").where("secret_hash", "=", visitor.hash).execute();
  const { no } = await trx.insertInto("visitor").values({
    id: visitor.id,
    site_no: visitor.siteNo,
    secret_hash: visitor.hash,
    contact_no: null,
    created_at: visitor.at,
    seen_at: visitor.at,
  }).returning("no").executeTakeFirstOrThrow();
  return no;
}

/** Says who a browser belongs to. */
export async function setVisitorContact(
  trx: Transaction<DeskSchema>,
  visitorNo: number,
  contactNo: number,
): Promise<void> {
  await trx.updateTable("visitor").set({ contact_no: contactNo }).where("no", "=", visitorNo).execute();
}

/** Says when a browser was last seen. */
export async function touchVisitor(
  trx: Transaction<DeskSchema>,
  visitorNo: number,
  at: number,
): Promise<void> {
  await trx.updateTable("visitor").set({ seen_at: at }).where("no", "=", visitorNo).execute();
}

/** Forgets a browser: its secret opens nothing any more. What was written stays. */
export async function deleteVisitor(trx: Transaction<DeskSchema>, hash: Uint8Array): Promise<void> {
  await trx.deleteFrom("visitor").where("secret_hash", "=", hash).execute();
}

/** Rows that one step of forgetting removes at most: it runs beside live writes. */
const STEP = 500;

/**
 * Forgets browsers last seen before `seenBefore` and files from before `uploadsBefore` that no message took.
 * @returns whether there may be more
 */
export async function pruneVisitors(
  trx: Transaction<DeskSchema>,
  ages: { readonly seenBefore: number; readonly uploadsBefore: number },
): Promise<boolean> {
  const pruned = [
    await sql`delete from visitor where no in
      (select no from visitor where seen_at < ${ages.seenBefore} limit ${STEP}) returning no`.execute(trx),
    await sql`delete from upload where no in
      (select no from upload where created_at < ${ages.uploadsBefore} limit ${STEP}) returning no`.execute(
      trx,
    ),
  ];
  return pruned.some(({ rows }) => rows.length === STEP);
}

/** The message that a contact's page sent under this key before. */
export function findSent(db: Kysely<DeskSchema>, contactNo: number, key: string) {
  return db.selectFrom("message as m").innerJoin("conversation as c", "c.no", "m.conversation_no")
    .where("m.client_key", "=", key).where("m.agent_no", "is", null)
    .where("m.author", "=", MESSAGE_AUTHOR.contact).where("c.contact_no", "=", contactNo)
    .select(["m.id as message_id", "c.id as conversation_id"]).executeTakeFirst();
}

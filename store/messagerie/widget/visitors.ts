/**
 * Browsers that wrote or were identified, in rows, and what came of their keys.
 * @module
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { compileOnce } from "../../libsql/compile_once.ts";
import type { DeskSchema } from "../schema.ts";

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
 * Forgets browsers last seen before `seenBefore`, keys from before `keysBefore`, files that no message took from before
 * `uploadsBefore`. @returns whether there may be more
 */
export async function pruneVisitors(
  trx: Transaction<DeskSchema>,
  ages: { readonly seenBefore: number; readonly keysBefore: number; readonly uploadsBefore: number },
): Promise<boolean> {
  const pruned = [
    await sql`delete from visitor where no in
      (select no from visitor where seen_at < ${ages.seenBefore} limit ${STEP}) returning no`.execute(trx),
    await sql`delete from visitor_message where (visitor_no, key) in
      (select visitor_no, key from visitor_message where created_at < ${ages.keysBefore} limit ${STEP})
      returning visitor_no`.execute(trx),
    await sql`delete from upload where no in
      (select no from upload where created_at < ${ages.uploadsBefore} limit ${STEP}) returning no`.execute(
      trx,
    ),
  ];
  return pruned.some(({ rows }) => rows.length === STEP);
}

/** What came of a visitor's key. */
export function findSent(db: Kysely<DeskSchema>, visitorNo: number, key: string) {
  return db.selectFrom("visitor_message as s").innerJoin("conversation as c", "c.no", "s.conversation_no")
    .where("s.visitor_no", "=", visitorNo).where("s.key", "=", key)
    .select(["s.message_id", "c.no as conversation_no", "c.id as conversation_id"]).executeTakeFirst();
}

/** Remembers what came of a visitor's key. */
export async function rememberSent(
  trx: Transaction<DeskSchema>,
  sent: {
    readonly visitorNo: number;
    readonly key: string;
    readonly conversationNo: number;
    readonly messageId: string;
    readonly at: number;
  },
): Promise<void> {
  await trx.insertInto("visitor_message").values({
    visitor_no: sent.visitorNo,
    key: sent.key,
    conversation_no: sent.conversationNo,
    message_id: sent.messageId,
    created_at: sent.at,
  }).execute();
}

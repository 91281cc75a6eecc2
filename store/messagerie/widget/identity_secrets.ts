/**
 * The secrets that sites sign identities with, sealed, in rows.
 * @module
 */
import type { Kysely, Transaction } from "kysely";
import type { DeskSchema } from "../schema.ts";

/** A site's secrets, the newest first. */
export function secretsOfSite(db: Kysely<DeskSchema>, siteNo: number) {
  return db.selectFrom("identity_secret").where("site_no", "=", siteNo).orderBy("no", "desc")
    .select(["id", "sealed", "created_at"]).execute();
}

/** When each secret of every site was made, by site number; the newest first. */
export function datesOfSecrets(db: Kysely<DeskSchema>) {
  return db.selectFrom("identity_secret").orderBy("no", "desc").select(["id", "site_no", "created_at"])
    .execute();
}

/** Adds a secret. */
export async function insertSecret(
  trx: Transaction<DeskSchema>,
  secret: { readonly id: string; readonly siteNo: number; readonly sealed: Uint8Array; readonly at: number },
): Promise<void> {
  await trx.insertInto("identity_secret")
    .values({ id: secret.id, site_no: secret.siteNo, sealed: secret.sealed, created_at: secret.at })
    .execute();
}

/** Removes a site's secret; false when it has none of this id. */
export async function deleteSecret(
  trx: Transaction<DeskSchema>,
  siteNo: number,
  id: string,
): Promise<boolean> {
  const row = await trx.deleteFrom("identity_secret").where("site_no", "=", siteNo).where("id", "=", id)
    .returning("no").executeTakeFirst();
  return row !== undefined;
}

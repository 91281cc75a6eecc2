/**
 * Rosters, all of them: whoever pinned an old one walks the chain. And the anchors by which endpoints enter it.
 * @module
 */
import type { RosterAnchor, SignedRoster } from "../../wire/roster.ts";
import type { RelayQuerier } from "./open.ts";

export async function insertRoster(db: RelayQuerier, signed: SignedRoster): Promise<void> {
  const { account, version } = signed.roster;
  await db.insertInto("roster").values({ account, version, signed: JSON.stringify(signed) }).execute();
  await db.updateTable("account").set({ roster_version: version }).where("id", "=", account).execute();
}

/** Rosters above `after`, oldest first. */
export async function listRosters(
  db: RelayQuerier,
  account: string,
  after: number,
  limit: number,
): Promise<SignedRoster[]> {
  const rows = await db.selectFrom("roster").select("signed").where("account", "=", account)
    .where("version", ">", after).orderBy("version").limit(limit).execute();
  return rows.map((row) => JSON.parse(row.signed) as SignedRoster);
}

/** Sets the anchor of an endpoint, in place of an older one. */
export async function putAnchor(db: RelayQuerier, anchor: RosterAnchor): Promise<void> {
  await db.insertInto("anchor").values(anchor)
    .onConflict((conflict) =>
      conflict.column("endpoint").doUpdateSet({ version: anchor.version, mac: anchor.mac })
    ).execute();
}

export async function findAnchor(db: RelayQuerier, endpoint: string): Promise<RosterAnchor | undefined> {
  return await db.selectFrom("anchor").selectAll().where("endpoint", "=", endpoint).executeTakeFirst();
}

/**
 * Prekeys: each one-time key leaves once.
 * @module
 */
import type { SignedPrekey } from "../../wire/prekey.ts";
import type { RelayQuerier } from "./open.ts";

/** What the relay holds for an endpoint. */
export interface HeldPrekeys {
  readonly oneTime: string[];
  readonly lastResort: string | null;
}

/** Adds keys; one whose id was here before, claimed or not, changes nothing. A last-resort key replaces the one before. */
export async function addPrekeys(
  db: RelayQuerier,
  endpoint: string,
  prekeys: readonly SignedPrekey[],
): Promise<void> {
  if (prekeys.length === 0) return;
  const lastResort = prekeys.findLast((prekey) => prekey.lastResort);
  if (lastResort) {
    await db.deleteFrom("prekey").where("endpoint", "=", endpoint).where("last_resort", "=", 1).execute();
  }
  await db.insertInto("prekey").values(
    prekeys.filter((prekey) => !prekey.lastResort || prekey === lastResort).map((prekey) => ({
      endpoint,
      id: prekey.id,
      last_resort: prekey.lastResort ? 1 : 0,
      expires: prekey.expires,
      signed: JSON.stringify(prekey),
      claimed_at: null,
    })),
  ).onConflict((conflict) => conflict.doNothing()).execute();
}

/** Withdraws keys that were not claimed yet. */
export async function withdrawPrekeys(
  db: RelayQuerier,
  endpoint: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db.deleteFrom("prekey").where("endpoint", "=", endpoint).where("id", "in", ids)
    .where("claimed_at", "is", null).execute();
}

/** Keys that can still be claimed. */
export async function heldPrekeys(db: RelayQuerier, endpoint: string, now: number): Promise<HeldPrekeys> {
  const rows = await db.selectFrom("prekey").select(["id", "last_resort"]).where("endpoint", "=", endpoint)
    .where("claimed_at", "is", null).where("expires", ">", now).execute();
  return {
    oneTime: rows.filter((row) => row.last_resort === 0).map((row) => row.id),
    lastResort: rows.find((row) => row.last_resort === 1)?.id ?? null,
  };
}

/** Takes the one-time key that expires first, or else shows the last-resort one. Call it in a transaction. */
export async function claimPrekey(
  db: RelayQuerier,
  endpoint: string,
  now: number,
): Promise<SignedPrekey | undefined> {
  const row = await db.selectFrom("prekey").select(["id", "last_resort", "signed"])
    .where("endpoint", "=", endpoint).where("claimed_at", "is", null).where("expires", ">", now)
    .orderBy("last_resort").orderBy("expires").orderBy("id").limit(1).executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.last_resort === 0) {
    await db.updateTable("prekey").set({ claimed_at: now }).where("endpoint", "=", endpoint)
      .where("id", "=", row.id).execute();
  }
  return JSON.parse(row.signed) as SignedPrekey;
}

/** Forgets keys that nobody may seal to any more. */
export async function deleteExpiredPrekeys(db: RelayQuerier, now: number): Promise<void> {
  await db.deleteFrom("prekey").where("expires", "<=", now).execute();
}

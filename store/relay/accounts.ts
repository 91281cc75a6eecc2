/**
 * Accounts, their devices and the sessions of these.
 * @module
 */
import type { RelayQuerier } from "./open.ts";
import type { AccountTable, DeviceTable } from "./schema.ts";

/** A session is forgotten after this long without use. */
export const SESSION_IDLE_MS = 180 * 86_400_000;
/** How often the use of a session is written down. */
const SESSION_TOUCH_MS = 86_400_000;

export async function insertAccount(db: RelayQuerier, account: AccountTable): Promise<void> {
  await db.insertInto("account").values(account).execute();
}

export function findAccountByEmail(db: RelayQuerier, email: string): Promise<AccountTable | undefined> {
  return db.selectFrom("account").selectAll().where("email", "=", email).executeTakeFirst();
}

export function findAccount(db: RelayQuerier, id: string): Promise<AccountTable | undefined> {
  return db.selectFrom("account").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function setPasswordHash(db: RelayQuerier, account: string, hash: string): Promise<void> {
  await db.updateTable("account").set({ password_hash: hash }).where("id", "=", account).execute();
}

export async function insertDevice(db: RelayQuerier, device: Omit<DeviceTable, "seen_at">): Promise<void> {
  await db.insertInto("device").values({ ...device, seen_at: null }).execute();
}

export function findDevice(db: RelayQuerier, id: string): Promise<DeviceTable | undefined> {
  return db.selectFrom("device").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Oldest first. */
export function listDevices(db: RelayQuerier, account: string): Promise<DeviceTable[]> {
  return db.selectFrom("device").selectAll().where("account", "=", account).orderBy("created_at").orderBy(
    "id",
  )
    .execute();
}

/** Marks a device as one of the roster, under the name that it has there. */
export async function approveDevice(db: RelayQuerier, id: string, name: string): Promise<void> {
  await db.updateTable("device").set({ approved: 1, name }).where("id", "=", id).execute();
}

/** Opens a session for `device`; `hash` is all that is kept of it. */
export async function insertSession(
  db: RelayQuerier,
  session: { readonly hash: string; readonly device: string; readonly at: number },
): Promise<void> {
  await db.insertInto("session").values({
    hash: session.hash,
    device: session.device,
    created_at: session.at,
    used_at: session.at,
  }).execute();
}

/** The device behind a session, with the time of the session's last written use. */
export function findSession(
  db: RelayQuerier,
  hash: string,
): Promise<(DeviceTable & { used_at: number }) | undefined> {
  return db.selectFrom("session").innerJoin("device", "device.id", "session.device")
    .selectAll("device").select("session.used_at").where("session.hash", "=", hash).executeTakeFirst();
}

/** Whether a use at `now` is worth writing down. */
export function needsTouch(usedAt: number, now: number): boolean {
  return now - usedAt > SESSION_TOUCH_MS;
}

export async function touchSession(db: RelayQuerier, hash: string, now: number): Promise<void> {
  await db.updateTable("session").set({ used_at: now }).where("hash", "=", hash).execute();
}

export async function deleteSession(db: RelayQuerier, hash: string): Promise<void> {
  await db.deleteFrom("session").where("hash", "=", hash).execute();
}

export async function deleteSessionsOf(db: RelayQuerier, device: string): Promise<void> {
  await db.deleteFrom("session").where("device", "=", device).execute();
}

/** Forgets sessions that were not used for {@linkcode SESSION_IDLE_MS}. */
export async function deleteIdleSessions(db: RelayQuerier, now: number): Promise<void> {
  await db.deleteFrom("session").where("used_at", "<", now - SESSION_IDLE_MS).execute();
}

/** Deletes a device with its sessions. What it sent and was sent is {@linkcode forgetEndpoint}'s. */
export async function deleteDevice(db: RelayQuerier, id: string): Promise<void> {
  await deleteSessionsOf(db, id);
  await db.deleteFrom("device").where("id", "=", id).execute();
}

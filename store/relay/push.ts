/**
 * Subscriptions to Web Push, what came of the last push, and the relay's own key for it.
 * @module
 */
import { sql } from "kysely";
import type { PushAttempt } from "../../wire/push.ts";
import type { RelayQuerier } from "./open.ts";
import type { PushSubscriptionTable } from "./schema.ts";

export async function findPushKey(db: RelayQuerier): Promise<string | undefined> {
  return (await db.selectFrom("push_key").select("jwk").executeTakeFirst())?.jwk;
}

/** Keeps a key unless there is one already. */
export async function insertPushKey(db: RelayQuerier, jwk: string): Promise<void> {
  await db.insertInto("push_key").values({ one: 1, jwk }).onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findSubscription(
  db: RelayQuerier,
  device: string,
): Promise<PushSubscriptionTable | undefined> {
  return db.selectFrom("push_subscription").selectAll().where("device", "=", device).executeTakeFirst();
}

/** A device's one subscription. The same one again keeps what is known of it. */
export async function putSubscription(
  db: RelayQuerier,
  subscription: Pick<PushSubscriptionTable, "device" | "endpoint" | "created_at">,
): Promise<void> {
  const { device, endpoint } = subscription;
  if ((await findSubscription(db, device))?.endpoint === endpoint) return;
  await deleteSubscription(db, device);
  await db.insertInto("push_subscription").values({
    ...subscription,
    pushed_at: null,
    at: null,
    outcome: null,
    status: null,
    reason: null,
  }).execute();
}

export async function deleteSubscription(db: RelayQuerier, device: string): Promise<void> {
  await db.deleteFrom("push_subscription").where("device", "=", device).execute();
}

/** Notes an attempt. `gone` keeps the row without its address, to be told to the device. */
export async function notePush(
  db: RelayQuerier,
  device: string,
  attempt: PushAttempt,
  pushedAt: number | null,
): Promise<void> {
  const { at, outcome, status = null, reason = null } = attempt;
  await db.updateTable("push_subscription").set({
    at,
    outcome,
    status,
    reason,
    pushed_at: pushedAt,
    ...(outcome === "gone" ? { endpoint: "" } : {}),
  }).where("device", "=", device).execute();
}

/** The device has come: the next news is worth a push again. */
export async function clearPushed(db: RelayQuerier, device: string): Promise<void> {
  await db.updateTable("push_subscription").set({ pushed_at: null }).where("device", "=", device)
    .where("pushed_at", "is not", null).execute();
}

/** Whether something of an agent waits for `device` that a person would look at. */
export async function hasNews(db: RelayQuerier, device: string): Promise<boolean> {
  const { rows } = await sql`select 1 from envelope where recipient = ${device} and state = 0 and quiet = 0
    and substr(sender, 1, 6) = 'agent_' limit 1`.execute(db);
  return rows.length > 0;
}

/** Devices with a subscription for which no push has left since they last came, as far as is known. */
export async function listUnpushed(db: RelayQuerier): Promise<string[]> {
  const rows = await db.selectFrom("push_subscription").select("device")
    .where((or) => or.or([or("pushed_at", "is", null), or("outcome", "=", "sent")]))
    .where("endpoint", "<>", "").execute();
  return rows.map(({ device }) => device);
}

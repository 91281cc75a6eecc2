/**
 * The relay's key for pushes: of the settings, or made at the first start and kept in the database. Another key ends every
 * subscription, since browsers bind them to it.
 * @module
 */
import type { RelayStore } from "../../../store/relay/open.ts";
import { findPushKey, insertPushKey } from "../../../store/relay/push.ts";
import type { RelaySettings } from "../settings.ts";
import { makeVapidJwk, Vapid } from "./vapid.ts";

/** Opens the key, and makes it where there is none. */
export async function openVapid(
  store: RelayStore,
  settings: Pick<RelaySettings, "vapidJwk" | "vapidSubject" | "publicUrl">,
): Promise<Vapid> {
  const { vapidJwk, vapidSubject: subject = settings.publicUrl } = settings;
  if (vapidJwk !== undefined) return await Vapid.of(vapidJwk, subject);
  const made = await findPushKey(store.read) ?? await makeVapidJwk();
  await store.write((db) => insertPushKey(db, made));
  return await Vapid.of(await findPushKey(store.read) ?? made, subject);
}

/**
 * Notifications of this browser: its own subscription, and what the relay says of it. Never more is claimed than both say.
 * @module
 */
import type { PushStatus } from "../../../wire/push.ts";
import { app, sayTold } from "../state.ts";
import { words } from "./words.ts";

/** What the browser lets this page do. */
export type PushAbility = "none" | "denied" | "able";

/** Whether this browser is subscribed, and what the relay knows. */
export interface PushView {
  readonly isHere: boolean;
  readonly status: PushStatus;
}

/** Either the view, or why not, in words. */
export type PushOutcome = { readonly view: PushView } | { readonly fault: string };

/** Asked each time: a person may change it in the browser's settings. */
export function pushAbility(): PushAbility {
  if (!("PushManager" in globalThis) || !("Notification" in globalThis) || !("serviceWorker" in navigator)) {
    return "none";
  }
  return Notification.permission === "denied" ? "denied" : "able";
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return await registration?.pushManager.getSubscription() ?? null;
}

/** Asks browser and relay. */
export async function lookAtPush(): Promise<PushOutcome> {
  const [own, asked] = await Promise.all([ownSubscription().catch(() => null), app.run("pushStatus", {})]);
  if (!asked.ok) return { fault: sayTold(asked.refusal) };
  return { view: { isHere: own !== null, status: asked.value.status } };
}

/** Subscribes, after the person's word; the browser asks for its own. */
export async function turnPushOn(): Promise<PushOutcome> {
  const t = words.value;
  if (await Notification.requestPermission() !== "granted") return { fault: t.pushDenied };
  const asked = await app.run("pushStatus", {});
  if (!asked.ok) return { fault: sayTold(asked.refusal) };
  let own: PushSubscription;
  try {
    const registration = await navigator.serviceWorker.ready;
    // One that was made for another key of the relay's is of no use.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    own = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: asked.value.key,
    });
  } catch {
    return { fault: t.pushFailed };
  }
  const told = await app.run("setPush", { endpoint: own.endpoint });
  if (told.ok) return { view: { isHere: true, status: told.value.status } };
  await own.unsubscribe().catch(() => false);
  return { fault: sayTold(told.refusal) };
}

/** Ends it on both sides; the relay first, so that nothing is sent to nobody. */
export async function turnPushOff(): Promise<PushOutcome> {
  const told = await app.run("setPush", { endpoint: null });
  if (!told.ok) return { fault: sayTold(told.refusal) };
  await (await ownSubscription().catch(() => null))?.unsubscribe().catch(() => false);
  return { view: { isHere: false, status: told.value.status } };
}

/**
 * Installing the app, where the browser offers it.
 * @module
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** What Chromium hands over instead of showing its own bar. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

const offer = signal<InstallOffer | null>(null);

/** Whether the browser would install it now. */
export const canInstall: ReadonlySignal<boolean> = computed(() => offer.value !== null);

/** Waits for the browser's offer. Call it once, early: it comes once. */
export function followInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer.value = event as InstallOffer;
  });
  addEventListener("appinstalled", () => offer.value = null);
}

/** Asks the person, in the browser's own words. */
export async function install(): Promise<void> {
  const { value: given } = offer;
  offer.value = null;
  await given?.prompt();
}

/** A phone on which only the person can do it, and has not yet. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad says that it is a Mac; no Mac is touched.
  const isOne = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isOne && !matchMedia("(display-mode: standalone)").matches;
}

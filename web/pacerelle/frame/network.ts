/**
 * What the browser says of the network. That there is one says nothing of the relay; that there is none says enough.
 * @module
 */
import { type ReadonlySignal, signal } from "@preact/signals";

const gone = signal(!navigator.onLine);

/** Whether the browser is without any network. */
export const isNetworkGone: ReadonlySignal<boolean> = gone;

/** Keeps it true. Call it once. */
export function followNetwork(): void {
  for (const type of ["online", "offline"]) addEventListener(type, () => gone.value = !navigator.onLine);
}

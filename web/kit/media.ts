/**
 * What the window is like, as signals: for what style sheets alone cannot decide.
 * @module
 */
import { type ReadonlySignal, signal } from "@preact/signals";

/** Whether a media query holds, followed for as long as the page lives. */
export function createMedia(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const holds = signal(list.matches);
  list.addEventListener("change", () => holds.value = list.matches);
  return holds;
}

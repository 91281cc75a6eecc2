/**
 * What the window is like, as signals: for what style sheets alone cannot decide.
 * @module
 */
import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";

const followed: { readonly list: MediaQueryList; readonly holds: Signal<boolean> }[] = [];

/** A window is told of its new width query by query; taken one by one, it would be narrow and wide for a moment. */
function lookAgain(): void {
  batch(() => {
    for (const { list, holds } of followed) holds.value = list.matches;
  });
}

/** Whether a media query holds, followed for as long as the page lives; all change at once. */
export function createMedia(query: string): ReadonlySignal<boolean> {
  const list = matchMedia(query);
  const holds = signal(list.matches);
  followed.push({ list, holds });
  list.addEventListener("change", lookAgain);
  return holds;
}

/**
 * What is shown once and not put away yet. It outlives the page that made it, so that going back and forth loses no token;
 * closing the tab does, and is asked about before.
 * @module
 */
import { effect, signal } from "@preact/signals";
import type { MadeAgentView } from "../app/api.ts";

/** A new or renewed agent whose token is on the screen, or would be. */
export interface ShownOnce {
  readonly made: MadeAgentView;
  readonly isRenewed: boolean;
}

/** Null: nothing is. */
export const shownOnce = signal<ShownOnce | null>(null);

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

effect(() => {
  // Only while there is something to lose: a page that listens is not kept for going back to.
  if (shownOnce.value === null) removeEventListener("beforeunload", ask);
  else addEventListener("beforeunload", ask);
});

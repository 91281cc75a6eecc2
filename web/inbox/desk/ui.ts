/**
 * What of the inbox is open and where the keyboard stands: none of it is worth an address.
 * @module
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { createMedia } from "../../kit/media.ts";
import { address, go } from "../../kit/router.ts";
import { addressOf, type View, viewOf } from "./state/view.ts";

/** One pane at a time. */
export const isNarrow = createMedia("(max-width: 760px)");
/** Room for details beside the thread. */
export const isWide = createMedia("(min-width: 1160px)");

/** What is shown, by the address. */
export const view: ReadonlySignal<View> = computed(() => viewOf(address.value));

/** Goes to a view; a search that is being typed leaves no steps to go back through. */
export function show(next: View, { replace = false }: { readonly replace?: boolean } = {}): void {
  go(addressOf(next), { replace });
}

/** The menus that shortcuts open as well as a press. */
export const menus = {
  assign: signal(false),
  snooze: signal(false),
  tag: signal(false),
  more: signal(false),
  bell: signal(false),
  filters: signal(false),
};

/** The dialog that is open. */
export const dialog = signal<
  | { readonly is: "palette" | "help" }
  | { readonly is: "start"; readonly contact?: { readonly id: string; readonly name: string } }
  | undefined
>(undefined);

/** The line of the list that the keyboard stands on. */
export const cursor = signal<string | undefined>(undefined);

/** Counts up when the keyboard moved the cursor, so that the line takes the focus. */
export const cursorMoves = signal(0);

/** What the composer writes. */
export const composerMode = signal<"reply" | "note">("reply");

/** Counts up when somebody wants to write, so that the composer takes the focus. */
export const composerCalls = signal(0);

/** Opens the composer. */
export function write(mode: "reply" | "note"): void {
  composerMode.value = mode;
  composerCalls.value++;
}

/** Counts up when somebody wants to search. */
export const searchCalls = signal(0);

const DETAILS = "messagerie.details";
const KEYS = "messagerie.single-keys";

function kept(name: string, otherwise: boolean): boolean {
  try {
    const value = localStorage.getItem(name);
    return value === null ? otherwise : value === "yes";
  } catch {
    return otherwise;
  }
}

function keep(name: string, value: boolean): void {
  try {
    localStorage.setItem(name, value ? "yes" : "no");
  } catch {
    // It holds for as long as the page lives.
  }
}

const wide = signal(kept(DETAILS, true));
const over = signal(false);

/** Whether details are shown: beside the thread as the person last chose, over it only when asked for. */
export const areDetailsShown: ReadonlySignal<boolean> = computed(() =>
  isWide.value ? wide.value : over.value
);

/** Shows or hides the details. */
export function toggleDetails(shown: boolean = !areDetailsShown.value): void {
  if (!isWide.value) {
    over.value = shown;
    return;
  }
  wide.value = shown;
  keep(DETAILS, shown);
}

/** Whether shortcuts of a single key work (WCAG 2.1.4: they can be turned off). */
export const singleKeys = signal(kept(KEYS, true));
singleKeys.subscribe((value) => keep(KEYS, value));

/** The time, for what says how long ago something was; once in 20 seconds. */
export const now = signal(Date.now());
setInterval(() => now.value = Date.now(), 20_000);

/**
 * The app under the pages, as signals: one state, and the slices of it that pages look at. A slice that did not change keeps
 * its identity, so what shows it is left alone.
 * @module
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { VERSION } from "../../base/version.ts";
import { language } from "../kit/words.ts";
import type { App } from "./app/api.ts";
import type { AppState } from "./app/state_types.ts";
import type { Told, Words } from "./app/told.ts";
import { openApp } from "./app/open_app.ts";

/** The app of this tab. */
export const app: App = openApp({ client: `pacerelle-web ${VERSION}` });

const current = signal(app.state);
app.subscribe((state) => current.value = state);

/** All that the pages show, but for the entries of conversations. */
export const state: ReadonlySignal<AppState> = current;

/** A slice of the state. */
function slice<Name extends keyof AppState>(name: Name): ReadonlySignal<AppState[Name]> {
  return computed(() => current.value[name]);
}

export const phase = slice("phase");
export const account = slice("account");
export const connection = slice("connection");
export const agents = slice("agents");
export const conversations = slice("conversations");
export const devices = slice("devices");
export const alerts = slice("alerts");
export const storage = slice("storage");
export const pairing = slice("pairing");
export const handover = slice("handover");
export const unsent = slice("unsent");
export const tab = slice("tab");

/** A text in the page's language. */
export function say(words: Words): string {
  return words[language.value];
}

/** What was refused and what to do about it, in one text. */
export function sayTold({ words, advice }: Told): string {
  return advice === null ? say(words) : `${say(words)} ${say(advice)}`;
}

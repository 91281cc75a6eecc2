/**
 * Who is signed in, for every area: asked once at the start, known to have ended when any call says so. What is open stays
 * open then, and whoever signs in again goes on with it.
 * @module
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { useCredentials } from "../api/client.ts";
import { ApiFault } from "../api/fault.ts";
import { theme } from "../../kit/theme.ts";
import { languageChoice } from "../../kit/words.ts";
import { type Preferences, sessionApi, type SessionView } from "./session_api.ts";

/** Where the page stands. `away`: the server did not answer yet; `ended`: was signed in, and is no longer. */
export type SessionState =
  | { readonly is: "asking" | "away" | "out" }
  | { readonly is: "in" | "ended"; readonly who: SessionView };

const state = signal<SessionState>({ is: "asking" });

/** Where the page stands. */
export const sessionState: ReadonlySignal<SessionState> = state;

/** Who is at this page, also after their session ended; undefined when nobody is. */
export const me: ReadonlySignal<SessionView["person"] | undefined> = computed(() =>
  "who" in state.value ? state.value.who.person : undefined
);

/** Whether calls are answered: false as well while the session has ended. */
export const isSignedIn: ReadonlySignal<boolean> = computed(() => state.value.is === "in");

useCredentials({
  csrf: () => "who" in state.value ? state.value.who.csrf : undefined,
  ended: () => {
    if (state.value.is === "in") state.value = { is: "ended", who: state.value.who };
    else if (state.value.is !== "ended") state.value = { is: "out" };
  },
});

/** Between two attempts while the server does not answer. */
const AGAIN_MS = 3_000;

/** Asks who is signed in, until the server says so. */
export async function askSession(): Promise<void> {
  for (;;) {
    try {
      signedIn(await sessionApi.read());
      return;
    } catch (error) {
      if (error instanceof ApiFault && error.code === "NOT_SIGNED_IN") {
        state.value = { is: "out" };
        return;
      }
      state.value = { is: "away" };
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/**
 * Asks once more, where the session seems to be another one, or to have changed. An answer from before a choice knows
 * nothing of it, and would take it back: then it is asked for after that.
 */
export async function askAgain(): Promise<void> {
  try {
    let chosen: Promise<unknown>;
    let who: SessionView;
    do {
      chosen = saving;
      await chosen.catch(() => {});
      who = await sessionApi.read();
    } while (chosen !== saving);
    signedIn(who);
  } catch {
    // Nobody did, or it will be told again.
  }
}

/** Whoever was signed in at this page, also when they have signed out: what they saw is in its memory still. */
let before: string | undefined;

const over = signal(false);

/** Somebody else is signed in: nothing more is to reach this page, which is about to go. */
export const isOver: ReadonlySignal<boolean> = over;

/** Takes a session that was just opened. Another person than before: the page begins anew, for them alone. */
export function signedIn(who: SessionView): void {
  if (over.value) return;
  if (before !== undefined && before !== who.person.id) {
    over.value = true;
    state.value = { is: "asking" };
    // Once nothing is shown any more: a form that was begun would have the browser ask whether to stay.
    setTimeout(() => location.replace("/"));
    return;
  }
  before = who.person.id;
  saved = who.preferences;
  state.value = { is: "in", who };
  showPreferences();
}

/** How the person at this page likes it; undefined when nobody is. */
export const preferences: ReadonlySignal<Preferences | undefined> = computed(() =>
  "who" in state.value ? state.value.who.preferences : undefined
);

/** What the account is known to hold, and what was chosen since and is on its way there, in its order. */
let saved: Preferences | undefined;
const choices = new Set<Partial<Preferences>>();
let saving: Promise<unknown> = Promise.resolve();

/** Changes how the person likes the pages: here at once, and on the account, as it was again where that fails. @throws {ApiFault} */
export async function prefer(wanted: Partial<Preferences>): Promise<void> {
  if (preferences.value === undefined) return;
  choices.add(wanted);
  showPreferences();
  try {
    // One after the other: the account keeps what was chosen last.
    await (saving = saving.catch(() => {}).then(() => sessionApi.prefer(wanted)));
    if (saved !== undefined) saved = { ...saved, ...wanted };
  } finally {
    choices.delete(wanted);
    showPreferences();
  }
}

function showPreferences(): void {
  const { value } = state;
  if (!("who" in value) || saved === undefined) return;
  const shown: Preferences = Object.assign({}, saved, ...choices);
  languageChoice.value = shown.language;
  theme.value = shown.theme;
  state.value = { ...value, who: { ...value.who, preferences: shown } };
}

/** Ends the session. @throws {ApiFault} */
export async function signOut(): Promise<void> {
  await sessionApi.close();
  state.value = { is: "out" };
}

/** Says that the session has ended, where it was not a call that said so. */
export function sessionEnded(): void {
  if (state.value.is === "in") state.value = { is: "ended", who: state.value.who };
}

/**
 * What a person chose for this browser: language, and what Enter does. Nothing of it is secret, so it is kept in the open.
 * @module
 */
import { effect, type Signal, signal } from "@preact/signals";
import { type LanguageChoice, languageChoice } from "../../kit/words.ts";

/** Whether Enter sends; `auto`: where there is a keyboard rather than a finger. */
export type EnterChoice = "auto" | "send" | "line";

/** The choice. */
export const enterChoice = signal<EnterChoice>("auto");

const isLanguage = (text: string | null): text is LanguageChoice =>
  text === "auto" || text === "fr" || text === "en";
const isEnter = (text: string | null): text is EnterChoice =>
  text === "auto" || text === "send" || text === "line";

function keep<Choice extends string>(
  key: string,
  choice: Signal<Choice>,
  isChoice: (text: string | null) => text is Choice,
): void {
  try {
    const kept = localStorage.getItem(key);
    if (isChoice(kept)) choice.value = kept;
  } catch {
    // A browser that keeps nothing still shows the page.
  }
  effect(() => {
    const { value } = choice;
    try {
      localStorage.setItem(key, value);
    } catch {
      // As above.
    }
  });
}

/** Takes what is kept, and keeps what is chosen. Call it once, before rendering. */
export function followPreferences(): void {
  keep("language", languageChoice, isLanguage);
  keep("enter", enterChoice, isEnter);
}

/** Whether Enter sends here and now. */
export function doesEnterSend(): boolean {
  return enterChoice.value === "auto" ? matchMedia("(pointer: fine)").matches : enterChoice.value === "send";
}

/**
 * What a page says, in French and in English. A catalogue is an object of texts, and of functions where a text has a place
 * for something; the English one has the French one's type, so that neither lacks a key.
 * @module
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";

/** A language that the pages speak. */
export type Language = "fr" | "en";

/** What a person chose; `auto`: as the browser does. */
export type LanguageChoice = Language | "auto";

/** The choice. French where the browser asks for neither. */
export const languageChoice = signal<LanguageChoice>("auto");

/** The language that the page speaks now. */
export const language: ReadonlySignal<Language> = computed(() =>
  languageChoice.value === "auto" ? browserLanguage(navigator.languages) : languageChoice.value
);

/** The first language of the list that the pages speak, else French. */
export function browserLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const primary = tag.slice(0, 2).toLowerCase();
    if (primary === "fr" || primary === "en") return primary;
  }
  return "fr";
}

/** The catalogue in the page's language: `const t = createWords({ fr, en })`, then `t.value.save`. */
export function createWords<Words>(catalogues: Readonly<Record<Language, Words>>): ReadonlySignal<Words> {
  const fr = typeset(catalogues.fr);
  return computed(() => language.value === "fr" ? fr : catalogues.en);
}

/** French wants a space before its double signs, and no line may begin with one: catalogues are written with plain ones. */
export function holdSigns(text: string): string {
  return text.replace(/ (?=[:;!?»])|(?<=«) /g, "\u00a0");
}

/** A catalogue whose texts hold their signs, whatever it is made of. */
function typeset<Part>(part: Part): Part {
  if (typeof part === "string") return holdSigns(part) as Part;
  if (typeof part === "function") {
    return ((...given: unknown[]) => {
      const made: unknown = part(...given);
      return typeof made === "string" ? holdSigns(made) : made;
    }) as Part;
  }
  if (part === null || typeof part !== "object") return part;
  if (Array.isArray(part)) return part.map(typeset) as Part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, typeset(value)])) as Part;
}

/** Keeps `<html lang>` true. Call it once. */
export function followLanguage(): void {
  language.subscribe((value) => document.documentElement.lang = value);
}

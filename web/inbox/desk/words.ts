/**
 * The inbox's words in the page's language.
 * @module
 */
import { createWords } from "../../kit/words.ts";
import { en } from "./words/en.ts";
import { fr } from "./words/fr.ts";

/** The catalogue. */
export const deskWords = createWords({ fr, en });

/** How long something has lasted, in words, or short. */
export function durationInWords(ms: number, form: "long" | "short" = "long"): string {
  const t = deskWords.value;
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const [count, long, short] = minutes < 60
    ? [minutes, t.minutes, t.minutesShort] as const
    : minutes < 48 * 60
    ? [Math.floor(minutes / 60), t.hours, t.hoursShort] as const
    : [Math.floor(minutes / 1440), t.days, t.daysShort] as const;
  return form === "long" ? long(count) : short(count);
}

/**
 * Queries by class, drawn from the desk itself, so that they find what people would look for.
 * @module
 */
import type { Random } from "./random.ts";
import type { Languages } from "./words.ts";

/** A class of queries: one draw. `text` gives the folded text of some message of the desk. */
export type QueryClass = (random: Random, text: () => string) => string;

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const wordsIn = (text: string, least: number) =>
  text.match(/\p{L}+/gu)?.filter((word) => word.length >= least) ?? [];

/** Part of a word, away from its ends where it is long enough. */
function inside(random: Random, word: string, length: number): string {
  const at = Math.min(1 + random.below(Math.max(1, word.length - length)), Math.max(0, word.length - length));
  return word.slice(at, at + length);
}

/** The classes (store design, section 1), by name. */
export function queryClasses({ french, english }: Languages): Readonly<Record<string, QueryClass>> {
  const ranked = (from: number, to: number) => (random: Random) =>
    french.words[from + random.below(to - from)] ?? "le";
  const common = ranked(0, 60);
  const medium = ranked(300, 1_500);
  const rare = ranked(20_000, 30_000);
  const absent = (random: Random) => `${random.pick(french.words)}qz${random.pick(french.words).slice(0, 3)}`;
  const letters = (random: Random, length: number) =>
    Array.from({ length }, () => LETTERS[random.below(LETTERS.length)]).join("");
  const ofText = (random: Random, text: () => string, least: number) => {
    for (let tries = 0; tries < 50; tries++) {
      const words = wordsIn(text(), least);
      if (words.length > 0) return random.pick(words);
    }
    return "bonjour";
  };
  return {
    "very common word": (random) =>
      `${random.pick(["bonjour", "merci", "commande", "livraison", "que", "les"])}`,
    "two common words": (random) => `${common(random)} ${common(random)}`,
    "medium word": medium,
    "rare word": rare,
    "absent, plausible": absent,
    "absent, random letters": (random) => letters(random, 8),
    "common + rare": (random) => `${common(random)} ${rare(random)}`,
    "common + absent": (random) => `${common(random)} ${absent(random)}`,
    "3 letters, frequent": (random) =>
      inside(random, random.pick(french.words.slice(100, 3_000)), 3).padEnd(3, "e"),
    "3 letters, any": (random) => letters(random, 3),
    "2-letter words": (random, text) =>
      `${inside(random, ofText(random, text, 2), 2)} ${inside(random, ofText(random, text, 2), 2)}`,
    "any 2 letters twice": (random) => `${letters(random, 2)} ${letters(random, 2)}`,
    "two single letters": (random) => `${letters(random, 1)} ${letters(random, 1)}`,
    "4 to 7 letters inside a word": (random, text) =>
      inside(random, ofText(random, text, 6), 4 + random.below(4)),
    "common ending": (random) =>
      random.pick(["tion", "ment", "euse", "ance", "ique", "elle", "able", "ette"]),
    "figures, addresses": (random, text) => {
      for (let tries = 0; tries < 200; tries++) {
        const found = text().match(/cmd-\d+|\S+@\S+|\d+,\d\d|\d+%/gu);
        if (found !== null) return `${random.pick(found).replace(/[,.]$/, "")}`.padStart(3, " €");
      }
      return "cmd-100";
    },
    "French × English": (random) =>
      `${ranked(20, 400)(random)} ${english.words[20 + random.below(400)] ?? "order"}`,
    "8 words of one message": (random, text) => {
      const words = wordsIn(text(), 2);
      return Array.from({ length: 8 }, () => words[random.below(words.length)] ?? "le").join(" ");
    },
    "two 3-letter pieces": (random, text) =>
      `${inside(random, ofText(random, text, 3), 3)} ${inside(random, ofText(random, text, 3), 3)}`,
  };
}

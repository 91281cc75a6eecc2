/**
 * Which passwords people may choose: long ones, with no rule of composition (NIST SP 800-63B, OWASP), but none that is
 * guessed first: one character over and over, a run along the keyboard or the alphabet, a word that everybody takes or
 * that names the person, with digits around it.
 * @module
 */
import { codePointLength, fold } from "../../../base/text.ts";
import { MAX_PASSWORD, MIN_PASSWORD } from "../limits.ts";
import { invalid } from "../refusals.ts";

/** What a run follows, forwards or backwards, and around. */
const RUNS = [
  "abcdefghijklmnopqrstuvwxyz",
  "0123456789",
  "azertyuiopqsdfghjklmwxcvbn",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "1a2z3e4r5t6y7u8i9o0p",
  "1q2w3e4r5t6y7u8i9o0p",
];

/** Words that lists of leaked passwords begin with, and what this product is called. */
const WORDS = [
  "motdepasse",
  "password",
  "passe",
  "messagerie",
  "bonjour",
  "bienvenue",
  "welcome",
  "azerty",
  "qwerty",
  "qwertz",
  "soleil",
  "doudou",
  "loulou",
  "jetaime",
  "iloveyou",
  "administrateur",
  "administrator",
  "admin",
  "superviseur",
  "supervisor",
  "conseiller",
  "letmein",
  "changeme",
  "secret",
  "default",
  "dragon",
  "monkey",
  "football",
  "princess",
  "marseille",
  "chouchou",
  "support",
  "chat",
];

/** Signs that stand for a letter in such words. */
const SIGNS: Readonly<Record<string, string>> = { o: "0", i: "1!", e: "3", a: "4@", s: "5$", t: "7" };

/** Distinct characters that a password has at least. */
const MIN_DISTINCT = 5;

/** Whether a text is made of pieces of runs, each of three characters or more, and at most two more at its end. */
function isRuns(text: string): boolean {
  const tracks = RUNS.flatMap((run) => [run + run, [...run + run].reverse().join("")]);
  let at = 0;
  while (at < text.length) {
    let length = 0;
    for (let size = text.length - at; size >= 3 && length === 0; size--) {
      const piece = text.slice(at, at + size);
      if (tracks.some((track) => track.includes(piece))) length = size;
    }
    if (length === 0) return at > 0 && text.length - at <= 2;
    at += length;
  }
  return true;
}

/** The shortest piece that, repeated, gives the text. */
function period(text: string): string {
  return text.slice(0, (text + text).indexOf(text, 1));
}

/** Whether nothing but words of these remains, however they are spelled, digits and signs aside. */
function isWords(text: string, words: readonly string[]): boolean {
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const spelled = longestFirst.map((word) =>
    [...word].map((letter) => `[${letter}${SIGNS[letter] ?? ""}]`).join("")
  );
  const rest = text.replace(new RegExp(spelled.join("|"), "gu"), "");
  return rest !== text && !/\p{L}/u.test(rest);
}

/** Whether a password is among those that are guessed first. `about`: the person's login and name. */
export function isTrivial(password: string, about: readonly string[]): boolean {
  const text = fold(password).replace(/\s+/g, "");
  if (new Set(text).size < MIN_DISTINCT) return true;
  if (period(text).length <= text.length / 2 && period(text).length <= 6) return true;
  if (isRuns(text)) return true;
  const own = about.flatMap((name) => fold(name).split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= 3);
  return isWords(text, [...WORDS, ...own]);
}

/**
 * Holds a password that somebody chooses against the rules.
 * @throws {Refusal} `INVALID_REQUEST` naming `password`
 */
export function checkPassword(password: string, about: readonly string[]): void {
  const length = codePointLength(password);
  if (length < MIN_PASSWORD || length > MAX_PASSWORD) {
    throw invalid({ field: "password", message: `De ${MIN_PASSWORD} à ${MAX_PASSWORD} caractères.` });
  }
  if (isTrivial(password, about)) {
    throw invalid({
      field: "password",
      message: "Ce mot de passe serait deviné vite : prenez plutôt quelques mots sans lien entre eux.",
    });
  }
}

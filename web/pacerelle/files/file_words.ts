/**
 * What the app's files say.
 * @module
 */
import { createWords } from "../../kit/words.ts";

const fr = {
  save: (name: string) => `Enregistrer ${name}`,
  show: (name: string) => `Voir ${name}`,
  saving: "Déchiffrement…",
  image: (name: string) => `Image : ${name}`,
  tooLarge: (name: string, most: string) => `${name} : ${most} au plus.`,
  tooMany: (most: number) => `${most} fichiers au plus par message.`,
  empty: (name: string) => `${name} est vide.`,
  runnable: (name: string) =>
    `${name} est un programme, ou s’exécute quand on l’ouvre : il n’est pas envoyé.`,
  disguised: (name: string) => `Le contenu de ${name} n’est pas ce que son nom annonce.`,
  unreadable: (name: string) => `${name} ne peut pas être lu.`,
  limits: (size: string, count: number) => `${count} fichiers au plus, ${size} chacun. Pas de programmes.`,
};

const en: typeof fr = {
  save: (name) => `Save ${name}`,
  show: (name) => `Show ${name}`,
  saving: "Decrypting…",
  image: (name) => `Image: ${name}`,
  tooLarge: (name, most) => `${name}: ${most} at most.`,
  tooMany: (most) => `${most} files at most with a message.`,
  empty: (name) => `${name} is empty.`,
  runnable: (name) => `${name} is a program, or runs when it is opened: it is not sent.`,
  disguised: (name) => `The content of ${name} is not what its name says.`,
  unreadable: (name) => `${name} cannot be read.`,
  limits: (size, count) => `${count} files at most, ${size} each. No programs.`,
};

/** The words in the page's language. */
export const fileWords = createWords({ fr, en });

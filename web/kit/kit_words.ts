/**
 * The few words that the kit's own controls say, the same in every product.
 * @module
 */
import { createWords } from "./words.ts";

const fr = {
  close: "Fermer",
  cancel: "Annuler",
  leaveTitle: "Fermer sans enregistrer ?",
  leaveBody: "Ce que vous avez saisi ici sera perdu.",
  leave: "Fermer sans enregistrer",
  retry: "Réessayer",
  loading: "Chargement…",
  copy: "Copier",
  copied: "Copié",
  leadsTo: (host: string) => `Mène à ${host}`,
  showPassword: "Afficher le mot de passe",
  hidePassword: "Masquer le mot de passe",
  missing: (count: number) => count === 1 ? "Encore 1 caractère." : `Encore ${count} caractères.`,
  lengthFair: "Accepté, mais court : chaque caractère de plus compte.",
  lengthGood: "Bonne longueur.",
  lengthStrong: "Longueur très sûre.",
};

const en: typeof fr = {
  close: "Close",
  cancel: "Cancel",
  leaveTitle: "Close without saving?",
  leaveBody: "What you entered here will be lost.",
  leave: "Close without saving",
  retry: "Try again",
  loading: "Loading…",
  copy: "Copy",
  copied: "Copied",
  leadsTo: (host) => `Leads to ${host}`,
  showPassword: "Show the password",
  hidePassword: "Hide the password",
  missing: (count) => count === 1 ? "1 more character." : `${count} more characters.`,
  lengthFair: "Accepted, but short: every character more counts.",
  lengthGood: "A good length.",
  lengthStrong: "A very safe length.",
};

/** The kit's words in the page's language. */
export const kitWords = createWords({ fr, en });

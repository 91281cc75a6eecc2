/**
 * What the frame around the pages says, and why a call failed, in both languages. Each area has a catalogue of its own.
 * @module
 */
import { createWords, language } from "../kit/words.ts";
import { ApiFault } from "./api/fault.ts";

const fr = {
  product: "Messagerie",
  loading: "Chargement…",
  close: "Fermer",
  cancel: "Annuler",
  retry: "Réessayer",
  skip: "Aller au contenu",
  navigation: "Navigation",
  conversations: "Conversations",
  administration: "Administration",
  reference: "Référence de l’API",
  account: "Mon compte",
  accountOf: (name: string) => `Menu de ${name}`,
  supervisor: "Superviseur",
  advisor: "Conseiller",
  theme: "Thème",
  themeAuto: "Comme l’appareil",
  themeLight: "Clair",
  themeDark: "Sombre",
  language: "Langue",
  languageAuto: "Comme le navigateur",
  signOut: "Se déconnecter",
  signOutFailed: "La déconnexion n’a pas abouti.",
  areaFailed: "Cette page n’a pas pu être chargée.",
  areaFailedHint: "Vérifiez la connexion, puis réessayez : ce que vous avez écrit est gardé.",
  reload: "Recharger la page",
  lost: "Il n’y a rien à cette adresse",
  lostHint: "Elle est incomplète, ou ce qui s’y trouvait a été déplacé :",
  toConversations: "Aller aux conversations",
  serverAway: "Le serveur ne répond pas",
  serverAwayHint: "La page réessaie d’elle-même.",
  again: "Votre session a pris fin",
  againHint: (name: string) =>
    `Reconnectez-vous, ${name}, pour continuer là où vous en étiez : rien de ce que vous avez écrit n’est perdu.`,
  login: "Identifiant",
  password: "Mot de passe",
  signIn: "Se connecter",
  someoneElse: "Ce n’est pas moi",
  otherPerson: "C’est le compte d’une autre personne : la page a été rechargée pour elle.",
  faults: {
    UNREACHABLE: "Le serveur ne répond pas : vérifiez la connexion.",
    BROKEN: "Le serveur a répondu par une erreur : réessayez dans un instant.",
    STORAGE_FULL: "Il n’y a plus de place sur le disque du serveur : rien n’a été écrit.",
    CONVERSATION_NOT_FOUND: "Cette conversation n’existe plus, ou n’est plus dans vos boîtes.",
    CONTACT_NOT_FOUND: "Ce contact n’existe plus, ou n’est plus dans vos boîtes.",
    AGENT_NOT_FOUND: "Ce conseiller n’existe pas ou n’est plus actif.",
    INBOX_NOT_FOUND: "Cette boîte de réception n’existe pas, ou n’est pas des vôtres.",
    INTERNAL_ERROR: "Une erreur interne est survenue sur le serveur.",
    FILE_UNREADABLE: "Ce fichier ne se lit plus : il a été modifié ou déplacé depuis, ou c’est un dossier.",
  } as Readonly<Record<string, string>>,
};

const en: typeof fr = {
  product: "Messagerie",
  loading: "Loading…",
  close: "Close",
  cancel: "Cancel",
  retry: "Try again",
  skip: "Skip to content",
  navigation: "Navigation",
  conversations: "Conversations",
  administration: "Administration",
  reference: "API reference",
  account: "My account",
  accountOf: (name) => `${name}’s menu`,
  supervisor: "Supervisor",
  advisor: "Advisor",
  theme: "Theme",
  themeAuto: "Same as device",
  themeLight: "Light",
  themeDark: "Dark",
  language: "Language",
  languageAuto: "Same as browser",
  signOut: "Sign out",
  signOutFailed: "Signing out did not work.",
  areaFailed: "This page could not be loaded.",
  areaFailedHint: "Check the connection and try again: what you wrote is kept.",
  reload: "Reload the page",
  lost: "There is nothing at this address",
  lostHint: "It is incomplete, or what was there has moved:",
  toConversations: "Go to the conversations",
  serverAway: "The server does not answer",
  serverAwayHint: "The page keeps trying by itself.",
  again: "Your session has ended",
  againHint: (name) => `Sign in again, ${name}, to go on where you were: nothing you wrote is lost.`,
  login: "Login",
  password: "Password",
  signIn: "Sign in",
  someoneElse: "That is not me",
  otherPerson: "That is somebody else’s account: the page was loaded again for them.",
  faults: {
    UNREACHABLE: "The server does not answer: check the connection.",
    BROKEN: "The server answered with an error: try again in a moment.",
    CONVERSATION_NOT_FOUND: "This conversation no longer exists, or is no longer in your inboxes.",
    CONTACT_NOT_FOUND: "This contact no longer exists, or is no longer in your inboxes.",
    AGENT_NOT_FOUND: "This advisor does not exist or is no longer active.",
    INBOX_NOT_FOUND: "This inbox does not exist, or is not one of yours.",
    INTERNAL_ERROR: "Something went wrong on the server.",
    EMPTY_MESSAGE: "The message is empty.",
    INVALID_REQUEST: "The request is malformed.",
    PAYLOAD_TOO_LARGE: "That is too large.",
    RATE_LIMITED: "Too many requests: try again in a minute.",
    NUMBER_UNAVAILABLE: "No number is set up for sending SMS.",
    MAIL_UNAVAILABLE: "Sending e-mail is not set up.",
    SITE_NOT_FOUND: "No site is declared: create one before writing first.",
    NOT_SIGNED_IN: "You are not signed in, or your session has ended.",
    SIGN_IN_REFUSED: "Wrong login or password.",
    PASSWORD_WRONG: "That is not your current password.",
    CSRF_REFUSED: "This request did not come from a page of the inbox: reload the page.",
    SUPERVISOR_ONLY: "Only a supervisor can do that.",
    UNKNOWN_ITEM: "It does not exist, or no longer.",
    LAST_SUPERVISOR: "This is the last active supervisor: name another one first.",
    INBOX_IN_USE: "This inbox is still in use.",
    NAME_TAKEN: "This name is taken.",
    LINK_INVALID: "This link was used before, has expired, or never existed.",
    TOO_MANY_ATTEMPTS: "Too many attempts.",
    SERVER_BUSY: "The server is very busy: try again in a moment.",
    FILE_UNREADABLE: "This file cannot be read: it was changed or moved since, or it is a folder.",
    FILE_REFUSED: "This type of file is not accepted.",
    FILE_TOO_LARGE: "This file is too large.",
    FILES_FULL: "There is no room left for files: send the message without one.",
    STORAGE_FULL: "The server’s disk is full: nothing was written.",
  },
};

/** The frame's words. */
export const words = createWords({ fr, en });

/**
 * Why something failed, for people. The server's own sentences are French: the page says them in English by their code.
 * What was thrown by mistake is told as such, without its text.
 */
export function faultInWords(error: unknown): string {
  if (!(error instanceof ApiFault)) return words.value.faults["BROKEN"] ?? "";
  const reason = error.details["reason"];
  if (typeof reason === "object" && reason !== null) {
    const told = (reason as Readonly<Record<string, unknown>>)[language.value];
    if (typeof told === "string") return told;
  }
  const known = words.value.faults[error.code];
  const [first] = error.fields;
  if (error.code === "INVALID_REQUEST" && first !== undefined && language.value === "fr") {
    return first.message;
  }
  if (known !== undefined) return known;
  if (error.kind === "refused" && language.value === "fr") return error.message;
  return words.value.faults["BROKEN"] ?? "";
}

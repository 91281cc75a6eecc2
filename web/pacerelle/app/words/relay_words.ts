/**
 * Why the relay said no, or why there is no connection to it.
 * @module
 */
import type { ConnectionError } from "../../../../wire/endpoint/api.ts";
import type { WordRow } from "./row.ts";

const LATER = ["Recommencez dans un moment.", "Try again in a moment."] as const;
const AGAIN = ["Connectez-vous de nouveau.", "Log in again."] as const;

const WORDS: Readonly<Partial<Record<ConnectionError["code"], WordRow>>> = {
  UNAUTHORIZED: [
    "Le relais ne reconnaît plus cet appareil.",
    "The relay no longer knows this device.",
    ...AGAIN,
  ],
  REVOKED: [
    "La session de cet appareil a pris fin, ou il a été retiré du compte.",
    "This device’s session has ended, or it was removed from the account.",
    ...AGAIN,
  ],
  FORBIDDEN: ["Cet appareil n’en a pas le droit.", "This device is not allowed to do that."],
  NOT_FOUND: ["Le relais ne le connaît plus.", "The relay no longer knows it."],
  TOO_LARGE: ["L’envoi est trop volumineux.", "That is too large to send."],
  VERSION_UNSUPPORTED: [
    "Le relais parle une autre version que cette page.",
    "The relay speaks another version than this page.",
    "Rechargez la page.",
    "Reload the page.",
  ],
  EMAIL_TAKEN: [
    "Un compte existe déjà pour cette adresse.",
    "An account already exists for this address.",
    "Connectez-vous.",
    "Log in.",
  ],
  LOGIN_REFUSED: ["Adresse e-mail ou mot de passe refusés.", "E-mail address or password refused."],
  TOO_MANY_ATTEMPTS: ["Trop d’essais à la suite.", "Too many attempts in a row.", ...LATER],
  RATE_LIMITED: ["Trop de demandes à la suite.", "Too many requests in a row.", ...LATER],
  DEVICE_CONFLICT: [
    "Cet appareil est déjà connu avec une autre clé.",
    "This device is already known with another key.",
  ],
  DEVICE_LIMIT: [
    "Trop d’appareils attendent déjà d’être approuvés.",
    "Too many devices are already waiting to be approved.",
    "Retirez-en depuis un appareil du compte.",
    "Remove some from a device of the account.",
  ],
  AGENT_LIMIT: [
    "Ce compte a autant d’agents qu’il peut en avoir.",
    "This account has as many agents as it can have.",
  ],
  RECIPIENT_UNKNOWN: ["Le destinataire n’existe plus.", "The recipient no longer exists."],
  QUEUE_FULL: [
    "La file de l’agent est pleine au relais.",
    "The agent’s queue at the relay is full.",
    "Vos messages attendent ici et partiront quand l’agent aura pris les autres.",
    "Your messages wait here and leave once the agent has taken the others.",
  ],
  REPLACED: [
    "Cet appareil s’est connecté ailleurs, par exemple dans une autre fenêtre.",
    "This device connected elsewhere, in another window for instance.",
    "Reprenez ici si vous le voulez.",
    "Take over here if you like.",
  ],
  SHUTTING_DOWN: [
    "Le relais redémarre ; la connexion reprend seule.",
    "The relay restarts; the connection resumes by itself.",
  ],
  UNAVAILABLE: [
    "Le relais ne peut pas écrire pour le moment.",
    "The relay cannot write at the moment.",
    ...LATER,
  ],
  UNREACHABLE: [
    "Le relais ne répond pas.",
    "The relay does not answer.",
    "Ce que vous écrivez est gardé et partira seul.",
    "What you write is kept and leaves by itself.",
  ],
  DEAF: [
    "Le relais n’a plus répondu ; la connexion est reprise.",
    "The relay fell silent; the connection is being made again.",
  ],
  FLOOD: ["Le relais envoyait plus que permis.", "The relay was sending more than it may."],
  STORE_FAILED: [
    "Arrêté : ce navigateur n’a pas pu garder les changements.",
    "Stopped: this browser could not keep the changes.",
  ],
};

/** The words for a code; general ones where nothing particular can be done about it. */
export function relayWords(code: ConnectionError["code"]): WordRow {
  return WORDS[code] ?? [`Le relais refuse (${code}).`, `The relay refuses (${code}).`];
}

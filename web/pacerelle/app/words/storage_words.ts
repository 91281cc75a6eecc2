/**
 * What can be wrong with the browser's storage, and what it means for the person.
 * @module
 */
import type { StorageCode } from "../../store/storage_refusals.ts";
import type { WordRow } from "./row.ts";

const BEGIN_AGAIN = [
  "Recommencez sur cet appareil : connectez-vous, puis faites-le approuver depuis un autre appareil ou avec la clé de secours. Vos messages sont encore sur vos autres appareils.",
  "Begin again on this device: log in, then have it approved from another device or with the recovery key. Your messages are still on your other devices.",
] as const;

export const STORAGE_WORDS: Readonly<Record<StorageCode, WordRow>> = {
  STORAGE_UNAVAILABLE: [
    "Ce navigateur ne permet pas de garder des données ici.",
    "This browser does not allow keeping data here.",
    "Quittez la navigation privée, ou autorisez le stockage pour ce site.",
    "Leave private browsing, or allow storage for this site.",
  ],
  STORAGE_CLEARED: [
    "Le navigateur a effacé ce que cet appareil gardait, ses clés comprises.",
    "The browser has erased what this device kept, its keys included.",
    ...BEGIN_AGAIN,
  ],
  STORAGE_KEY_MISSING: [
    "Les messages sont là, mais leur clé a disparu de ce navigateur : plus rien ne peut les ouvrir ici.",
    "The messages are there, but their key is gone from this browser: nothing can open them here any more.",
    ...BEGIN_AGAIN,
  ],
  STORAGE_INCOMPLETE: [
    "Une partie de ce que cet appareil gardait a disparu. Le reste n’a pas été touché.",
    "A part of what this device kept is gone. The rest was left as it is.",
    ...BEGIN_AGAIN,
  ],
  STORAGE_DAMAGED: [
    "Ce que cet appareil garde est abîmé et n’a pas été touché.",
    "What this device keeps is damaged, and was left as it is.",
    ...BEGIN_AGAIN,
  ],
  STORAGE_NEWER: [
    "Une version plus récente de l’application a écrit ces données.",
    "A newer version of the app has written this data.",
    "Rechargez la page.",
    "Reload the page.",
  ],
  STORAGE_FULL: [
    "Il n’y a plus de place dans ce navigateur : rien de plus ne peut être gardé ni envoyé.",
    "There is no room left in this browser: nothing more can be kept or sent.",
    "Libérez de la place sur cet appareil, puis réessayez. Ce qui était gardé l’est encore.",
    "Free some space on this device, then try again. What was kept still is.",
  ],
  STORAGE_CLOSED: [
    "Le navigateur a fermé la base de données de l’application.",
    "The browser has closed the app’s database.",
    "Réessayez. Si ses données ont été effacées, cela sera dit.",
    "Try again. If its data was erased, you will be told.",
  ],
  STORAGE_FAILED: [
    "Le navigateur n’a pas pu écrire.",
    "The browser could not write.",
    "Réessayez. Ce qui était gardé l’est encore.",
    "Try again. What was kept still is.",
  ],
  STORAGE_TAKEN: [
    "Un autre onglet a pris la suite.",
    "Another tab has taken over.",
    "Réessayez pour reprendre ici.",
    "Try again to take over here.",
  ],
};

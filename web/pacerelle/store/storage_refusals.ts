/**
 * What can be wrong with a browser's storage, one row each. Never mended in silence: the device's keys are in it. Words for
 * people, in both languages, are the app's (`app/words/`).
 * @module
 */
import { type RefusalRow, refuser } from "../../../base/refusal.ts";

const STORAGE_REFUSALS = {
  STORAGE_UNAVAILABLE: { status: 503, message: "Ce navigateur ne permet pas de garder des données ici." },
  STORAGE_CLEARED: { status: 410, message: "Ce navigateur a effacé ce que cet appareil gardait." },
  STORAGE_KEY_MISSING: { status: 410, message: "La clé de cet appareil n’est plus dans ce navigateur." },
  STORAGE_INCOMPLETE: { status: 410, message: "Une partie de ce que cet appareil gardait a disparu." },
  STORAGE_DAMAGED: { status: 422, message: "Ce que cet appareil garde est abîmé et n’a pas été touché." },
  STORAGE_NEWER: { status: 409, message: "Une version plus récente de l’application a écrit ces données." },
  STORAGE_FULL: { status: 507, message: "Il n’y a plus de place dans ce navigateur." },
  STORAGE_CLOSED: { status: 503, message: "Le navigateur a fermé la base de données de l’application." },
  STORAGE_FAILED: { status: 503, message: "Le navigateur n’a pas pu écrire." },
  STORAGE_TAKEN: { status: 409, message: "Un autre onglet a pris la suite." },
} as const satisfies Readonly<Record<string, RefusalRow>>;

/** One of the codes. */
export type StorageCode = keyof typeof STORAGE_REFUSALS;

/** Mints the refusals of a browser's storage. */
export const refuseStorage = refuser(STORAGE_REFUSALS);

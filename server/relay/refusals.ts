/**
 * The relay's refusals: code → HTTP status → message for people (French).
 * @module
 */
import { type RefusalRow, refuser } from "../../base/refusal.ts";
import type { RelayErrorCode } from "../../wire/relay_error.ts";

export const REFUSALS = {
  INVALID_REQUEST: { status: 400, message: "La demande est mal formée." },
  UNAUTHORIZED: {
    status: 401,
    message: "Identification refusée : reconnectez-vous, ou créez un nouveau jeton.",
  },
  FORBIDDEN: { status: 403, message: "Cet appareil n'en a pas le droit." },
  NOT_FOUND: { status: 404, message: "Introuvable." },
  METHOD_NOT_ALLOWED: { status: 405, message: "Méthode non admise." },
  TOO_LARGE: { status: 413, message: "L'envoi est trop volumineux." },
  VERSION_UNSUPPORTED: {
    status: 426,
    message: "Version du protocole non prise en charge : mettez le programme à jour.",
  },
  EMAIL_TAKEN: { status: 409, message: "Un compte existe déjà pour cette adresse." },
  LOGIN_REFUSED: { status: 401, message: "Adresse ou mot de passe incorrect." },
  TOO_MANY_ATTEMPTS: { status: 429, message: "Trop de tentatives : patientez avant de réessayer." },
  RATE_LIMITED: { status: 429, message: "Trop de demandes en peu de temps : patientez un instant." },
  DEVICE_CONFLICT: { status: 409, message: "Cet appareil est déjà connu avec une autre clé." },
  DEVICE_LIMIT: { status: 409, message: "Le nombre maximal d'appareils est atteint." },
  AGENT_CONFLICT: { status: 409, message: "Cet identifiant d'agent est déjà pris." },
  AGENT_LIMIT: { status: 409, message: "Le nombre maximal d'agents est atteint." },
  ROSTER_CONFLICT: { status: 409, message: "La liste des appareils a changé entre-temps." },
  ROSTER_REFUSED: { status: 422, message: "La liste des appareils n'est pas signée comme il se doit." },
  CARD_CONFLICT: {
    status: 409,
    message: "Cet agent a déjà une autre identité : créez un nouveau jeton dans l'application.",
  },
  CARD_MISSING: { status: 409, message: "L'agent n'a pas encore publié son identité." },
  PREKEY_REFUSED: { status: 422, message: "Une clé publiée est invalide, expirée ou de trop." },
  RECIPIENT_UNKNOWN: { status: 404, message: "Le destinataire n'existe pas ou plus." },
  QUEUE_FULL: { status: 507, message: "La file du destinataire est pleine." },
  FILE_CONFLICT: { status: 409, message: "Ce fichier est déjà connu autrement." },
  FILES_FULL: { status: 507, message: "Le relais n’a plus de place pour ce fichier." },
  PUSH_REFUSED: { status: 422, message: "Ce service de notification n'est pas admis." },
  ALREADY_CONNECTED: { status: 409, message: "Cet agent est déjà connecté ailleurs." },
  REPLACED: { status: 409, message: "Une connexion plus récente a pris la place de celle-ci." },
  TOO_SLOW: { status: 408, message: "La connexion ne lit pas assez vite ou ne répond plus." },
  REVOKED: { status: 401, message: "Cet accès a été retiré." },
  SHUTTING_DOWN: { status: 503, message: "Le relais s'arrête ; la connexion reprendra." },
  UNAVAILABLE: { status: 503, message: "Le relais ne peut pas enregistrer pour le moment." },
  INTERNAL_ERROR: { status: 500, message: "Erreur interne du relais." },
} as const satisfies Readonly<Record<RelayErrorCode, RefusalRow>>;

/** Mints the relay's refusals. */
export const refuse = refuser(REFUSALS);

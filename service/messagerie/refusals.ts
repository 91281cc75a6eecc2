/**
 * Every refusal of Messagerie: its code, its HTTP status, what it says. Nothing else mints a code
 * (contract: messagerie §3 "Refusals", §5, §11).
 * @module
 */
import type { Issue } from "../../base/issues.ts";
import { Refusal, refuser } from "../../base/refusal.ts";

/** Code → HTTP status → French message. */
export const REFUSALS = {
  TOKEN_INVALID: { status: 401, message: "Ce jeton est absent, inconnu, ou n’ouvre pas cet accès." },
  TOKEN_REVOKED: { status: 401, message: "Ce jeton a été révoqué." },
  TOKEN_EXPIRED: { status: 401, message: "Ce jeton a expiré." },
  TOKEN_READ_ONLY: { status: 403, message: "Ce jeton ne permet que la lecture." },
  ORIGIN_REFUSED: { status: 403, message: "Une page web ne peut pas appeler cette adresse." },
  INBOX_NOT_FOUND: {
    status: 403,
    message: "Cette boîte de réception n’existe pas, ou ce jeton ne l’atteint pas.",
  },
  CONVERSATION_NOT_FOUND: {
    status: 404,
    message: "Cette conversation n’existe pas, ou ce jeton ne l’atteint pas.",
  },
  CONTACT_NOT_FOUND: { status: 404, message: "Ce contact n’existe pas, ou ce jeton ne l’atteint pas." },
  AGENT_NOT_FOUND: {
    status: 404,
    message: "Ce conseiller n’existe pas ou n’est plus actif : voyez list_agents.",
  },
  SITE_NOT_FOUND: {
    status: 404,
    message: "Aucun site n’est déclaré : créez-en un avant d’écrire le premier.",
  },
  NOT_FOUND: { status: 404, message: "Cette adresse n’existe pas." },
  METHOD_NOT_ALLOWED: { status: 405, message: "Cette méthode n’est pas permise ici." },
  EMPTY_MESSAGE: { status: 400, message: "Le message est vide." },
  INVALID_REQUEST: { status: 400, message: "La demande est mal formée." },
  PAYLOAD_TOO_LARGE: { status: 413, message: "La demande dépasse 1 Mio." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Le corps de la demande doit être du JSON." },
  RATE_LIMITED: { status: 429, message: "Trop de demandes : réessayez dans une minute." },
  NUMBER_UNAVAILABLE: { status: 503, message: "Aucun numéro d’envoi de SMS n’est configuré." },
  MAIL_UNAVAILABLE: { status: 503, message: "L’envoi d’e-mails n’est pas configuré." },
  // The pages' own, for people.
  NOT_SIGNED_IN: { status: 401, message: "Vous n’êtes pas connecté, ou votre session a pris fin." },
  SIGN_IN_REFUSED: { status: 401, message: "Identifiant ou mot de passe incorrect." },
  PASSWORD_WRONG: { status: 403, message: "Ce n’est pas votre mot de passe actuel." },
  CSRF_REFUSED: {
    status: 403,
    message: "Cette demande ne vient pas d’une page de la messagerie : rechargez la page.",
  },
  SUPERVISOR_ONLY: { status: 403, message: "Seul un superviseur peut faire cela." },
  UNKNOWN_ITEM: { status: 404, message: "Cela n’existe pas, ou n’existe plus." },
  LAST_SUPERVISOR: {
    status: 409,
    message: "C’est le dernier superviseur actif : nommez-en un autre d’abord.",
  },
  INBOX_IN_USE: { status: 409, message: "Cette boîte sert encore." },
  NAME_TAKEN: { status: 409, message: "Ce nom est déjà pris." },
  LINK_INVALID: { status: 410, message: "Ce lien a déjà servi, a expiré, ou n’a jamais existé." },
  TOO_MANY_ATTEMPTS: { status: 429, message: "Trop d’essais." },
  SERVER_BUSY: { status: 503, message: "Le serveur est très occupé : réessayez dans un instant." },
  WIDGET_CLOSED: { status: 404, message: "Aucune messagerie n’est ouverte sous cette clé de site." },
  VISITOR_INVALID: { status: 401, message: "Le secret de ce visiteur est absent ou mal formé." },
  IDENTITY_INVALID: { status: 401, message: "Cette identité signée n’est pas valable." },
  IDENTITY_CONFLICT: {
    status: 409,
    message: "Ce navigateur est déjà celui d’une autre personne identifiée.",
  },
  SECRET_KEY_MISSING: {
    status: 503,
    message: "Aucune clé ne protège les secrets de ce serveur : donnez MESSAGERIE_SECRET_KEY.",
  },
  FILE_NOT_FOUND: { status: 404, message: "Ce fichier n’existe pas ou n’est plus là." },
  FILE_REFUSED: { status: 415, message: "Ce type de fichier n’est pas accepté." },
  FILE_TOO_LARGE: { status: 413, message: "Ce fichier est trop lourd." },
  TOO_MANY_FILES: {
    status: 429,
    message: "Trop de fichiers attendent d’être envoyés : réessayez plus tard.",
  },
  FILES_FULL: {
    status: 413,
    message: "Il n’y a plus de place pour les fichiers : envoyez le message sans fichier.",
  },
  STORAGE_FULL: {
    status: 507,
    message: "Il n’y a plus de place sur le disque du serveur : rien n’a été écrit.",
  },
  TOO_SLOW: { status: 408, message: "La demande a mis trop longtemps à arriver." },
  INTERNAL_ERROR: { status: 500, message: "Une erreur interne est survenue." },
} as const;

/** One of the table's codes. */
export type RefusalCode = keyof typeof REFUSALS;

/** Mints a refusal: `throw refuse("CONTACT_NOT_FOUND")`. */
export const refuse = refuser(REFUSALS);

/** INVALID_REQUEST, naming the arguments at fault. */
export function invalid(...issues: readonly Issue[]) {
  return refuse("INVALID_REQUEST", { issues });
}

/** The arguments at fault that a refusal names; undefined when it names none, and for what is no refusal. */
export function issuesOf(error: unknown): readonly Issue[] | undefined {
  return error instanceof Refusal ? error.details?.["issues"] as readonly Issue[] | undefined : undefined;
}

/** A refusal that names arguments, with the names that the caller wrote; anything else unchanged. */
export function renameIssues(error: unknown, nameOf: (field: string) => string): unknown {
  const issues = issuesOf(error);
  if (issues === undefined) return error;
  return invalid(...issues.map(({ field, message }) => ({ field: nameOf(field), message })));
}

/**
 * Every refusal of Pacerelle's tools: its code and what it says. Nothing else mints one, but for the state's own causes,
 * which say what to restore (store/mailbox/mailbox_refusal.ts) (contract: pacerelle §1 "Tools").
 * @module
 */
import type { Issue } from "../../base/issues.ts";
import { Refusal } from "../../base/refusal.ts";

/** Code → status (the shared type asks for HTTP's) → French message. */
export const REFUSALS = {
  NOT_CONFIGURED: { status: 503, message: "Pacerelle n’est pas encore configuré." },
  TOKEN_REFUSED: {
    status: 401,
    message:
      "Le relais refuse le jeton de cet agent : il a été remplacé ou retiré. Demandez à la personne un nouveau jeton, " +
      "dans l’application Pacerelle (Agents), à placer dans PACERELLE_AGENT_TOKEN ; puis redémarrez ce serveur.",
  },
  STATE_IN_USE: {
    status: 409,
    message: "Un autre programme utilise déjà l’état de cet agent sur cette machine.",
  },
  STATE_UNREADABLE: { status: 409, message: "L’état de cet agent ne peut pas être lu." },
  KEY_MISSING: { status: 409, message: "La clé de l’état manque." },
  MESSAGE_NOT_FOUND: {
    status: 404,
    message: "Cette demande est inconnue : prenez un « id » que wait_for_messages ou get_history a donné.",
  },
  ALREADY_PROCESSED: {
    status: 409,
    message:
      "Cette demande est déjà marquée comme traitée : plus rien ne s’y rattache. Attendez la demande suivante.",
  },
  EMPTY_MESSAGE: { status: 400, message: "Le message est vide." },
  MESSAGE_TOO_LONG: { status: 413, message: "Le message est trop long : envoyez-le en plusieurs parties." },
  INVALID_REQUEST: { status: 400, message: "La demande est mal formée." },
  WIDGET_INVALID: { status: 400, message: "Ce widget ne convient pas." },
  FILE_REFUSED: { status: 409, message: "Ce fichier ne convient pas." },
  RELAY_REFUSED: { status: 502, message: "Le relais a refusé." },
  INTERNAL_ERROR: { status: 500, message: "Une erreur interne est survenue." },
} as const;

/** One of the table's codes. */
export type RefusalCode = keyof typeof REFUSALS;

/** Mints a refusal: `throw refuse("MESSAGE_NOT_FOUND")`. `message` says more than the table can, where something more is known. */
export function refuse<Code extends RefusalCode>(
  code: Code,
  details?: Readonly<Record<string, unknown>>,
  message: string = REFUSALS[code].message,
): Refusal<Code> {
  return new Refusal(code, { status: REFUSALS[code].status, message }, details);
}

/** INVALID_REQUEST, naming the arguments at fault. */
export function invalid(...issues: readonly Issue[]): Refusal<"INVALID_REQUEST"> {
  return refuse("INVALID_REQUEST", { issues });
}

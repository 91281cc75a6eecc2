/**
 * Every expected refusal of the person's side, one row each, in French. `status` is HTTP's nearest word; none of them
 * leaves over HTTP.
 * @module
 */
import { type RefusalRow, refuser } from "../../../base/refusal.ts";

export const CHAT_REFUSALS = {
  NOT_SIGNED_IN: {
    status: 401,
    message: "Cet appareil n’a pas de compte : tapez « chat signup --email ADRESSE » ou « chat login ».",
  },
  ALREADY_SIGNED_IN: {
    status: 409,
    message:
      "Cet appareil a déjà un compte. Pour un autre compte, choisissez un autre dossier avec PACERELLE_CHAT_ROOT.",
  },
  NOT_APPROVED: {
    status: 403,
    message:
      "Cet appareil attend d’être approuvé : tapez « chat login », puis approuvez son code depuis un autre appareil.",
  },
  REMOVED: {
    status: 403,
    message:
      "Le relais dit que cet appareil a été retiré du compte. S’il ne l’a pas été, tapez « chat login ».",
  },
  EMAIL_INVALID: { status: 400, message: "Cette adresse e-mail n’est pas utilisable." },
  PASSWORD_TOO_SHORT: { status: 400, message: "Le mot de passe doit avoir au moins 12 caractères." },
  PASSWORD_TOO_LONG: { status: 400, message: "Le mot de passe est trop long." },
  NAME_INVALID: { status: 400, message: "Un nom a de 1 à 100 caractères, sans caractère invisible." },
  AGENT_NOT_FOUND: {
    status: 404,
    message: "Aucun agent de ce nom ou de cet identifiant : voyez « chat agent list ».",
  },
  AGENT_AMBIGUOUS: {
    status: 409,
    message: "Plusieurs agents portent ce nom : donnez l’identifiant (« chat agent list »).",
  },
  AGENT_NAME_TAKEN: { status: 409, message: "Un agent porte déjà ce nom." },
  AGENT_KEYLESS: {
    status: 409,
    message:
      "Cet appareil n’a pas la clé de cet agent : donnez-lui un nouveau jeton avec « chat agent rotate », ou approuvez cet appareil depuis un autre.",
  },
  EMPTY_MESSAGE: { status: 400, message: "Le message est vide." },
  MESSAGE_TOO_LONG: { status: 400, message: "Le message dépasse 20 000 caractères." },
  MESSAGE_NOT_FOUND: { status: 404, message: "Aucun message de cet identifiant dans cette conversation." },
  WIDGET_NOT_FOUND: { status: 404, message: "Aucune question de cet identifiant n’attend de réponse." },
  WIDGET_AMBIGUOUS: {
    status: 409,
    message: "Plusieurs agents ont posé une question de cet identifiant : donnez l’identifiant du message.",
  },
  WIDGET_CLOSED: { status: 409, message: "Cette question a déjà sa réponse : la première compte." },
  ANSWER_INVALID: { status: 400, message: "Cette réponse ne convient pas à la question." },
  FILE_REFUSED: { status: 409, message: "Ce fichier ne peut pas être envoyé ou enregistré." },
  DEVICE_NOT_FOUND: {
    status: 404,
    message: "Aucun appareil de ce nom ou de cet identifiant : voyez « chat device list ».",
  },
  DEVICE_IS_SELF: {
    status: 409,
    message: "C’est l’appareil que vous utilisez : retirez-le depuis un autre.",
  },
  PAIRING_REFUSED: {
    status: 400,
    message:
      "Ce code ne convient à aucun appareil qui attend : recopiez-le en entier, pendant que « chat login » l’affiche.",
  },
  DIGITS_WRONG: {
    status: 400,
    message:
      "Ces six chiffres ne sont pas ceux de l’autre appareil. Recommencez sur les deux ; s’ils diffèrent encore, quelqu’un s’est mis entre eux.",
  },
  PAIRING_OVER: {
    status: 410,
    message: "L’autre appareil n’est plus là ou a recommencé : reprenez au début sur les deux.",
  },
  RECOVERY_REFUSED: {
    status: 400,
    message: "Cette clé de secours n’est pas celle de ce compte, ou elle est mal recopiée.",
  },
  RECOVERY_EXISTS: {
    status: 409,
    message:
      "Ce compte a déjà une clé de secours : retirez-la d’abord (« chat device remove »), puis faites-en une autre.",
  },
  ROSTER_UNTRUSTED: {
    status: 409,
    message:
      "Le relais montre une liste d’appareils qui ne suit pas celle que cet appareil connaît : rien n’a été changé.",
  },
  ROSTER_HIDDEN: {
    status: 409,
    message:
      "Le relais a pris la nouvelle liste d’appareils mais montre encore l’ancienne : on ne peut pas dire que le changement est fait. Recommencez plus tard.",
  },
  ROSTER_BUSY: {
    status: 409,
    message: "D’autres appareils changent la liste en même temps : recommencez.",
  },
  LAST_DEVICE: {
    status: 409,
    message:
      "C’est le dernier appareil du compte : sans clé de secours, plus rien n’y fera entrer un autre appareil.",
  },
  UNSENT: {
    status: 409,
    message: "Des messages ne sont pas encore partis d’ici : ils seraient perdus.",
  },
  STATE_IN_USE: {
    status: 409,
    message: "Une autre commande « chat » se sert de cet état : terminez-la, puis recommencez.",
  },
  OFFLINE: { status: 503, message: "Le relais ne répond pas : vérifiez le réseau et l’adresse du relais." },
  OUTBOX_FULL: {
    status: 507,
    message: "Trop de messages attendent de partir de cet appareil : reconnectez-le d’abord.",
  },
} as const satisfies Readonly<Record<string, RefusalRow>>;

/** Mints the refusals of the person's side. */
export const refuse = refuser(CHAT_REFUSALS);

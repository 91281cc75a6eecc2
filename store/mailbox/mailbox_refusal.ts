/**
 * Why a mailbox cannot be opened or written, one row per cause: the code that tools answer (pacerelle §1 "Tools") and
 * what the person has to restore. `details` carry the cause (`reason`) and the folder.
 * @module
 */
import { Refusal } from "../../base/refusal.ts";

interface Fault {
  readonly code: "KEY_MISSING" | "STATE_UNREADABLE" | "STATE_IN_USE";
  readonly message: string;
}

const FAULTS = {
  "key-missing": {
    code: "KEY_MISSING",
    message:
      "La clé de l'état manque : le dossier contient le fichier « state » mais pas le fichier « key ». Restaurez « key » depuis la sauvegarde qui contient ce même « state » ; sans cette clé, l'état ne peut pas être lu.",
  },
  "state-missing": {
    code: "STATE_UNREADABLE",
    message:
      "Le fichier d'état manque : le dossier contient « key » mais pas « state ». Restaurez « state » depuis la sauvegarde du même dossier ; pour repartir d'un état vide, déplacez d'abord « key » ailleurs.",
  },
  "key-mismatch": {
    code: "STATE_UNREADABLE",
    message:
      "La clé ne correspond pas à l'état : « key » et « state » viennent de deux sauvegardes différentes. Restaurez les deux fichiers depuis une même sauvegarde.",
  },
  "key-damaged": {
    code: "STATE_UNREADABLE",
    message: "Le fichier de clé « key » est abîmé. Restaurez-le depuis la sauvegarde du même dossier.",
  },
  "state-damaged": {
    code: "STATE_UNREADABLE",
    message:
      "Le fichier d'état « state » est abîmé ou a été modifié. Rien n'a été effacé : restaurez le dossier entier (« state » et « key ») depuis une sauvegarde.",
  },
  "other-owner": {
    code: "STATE_UNREADABLE",
    message:
      "Cet état appartient à un autre agent. Restaurez le dossier de cet agent, ou vérifiez PACERELLE_AGENT_ID.",
  },
  "newer-format": {
    code: "STATE_UNREADABLE",
    message: "Cet état a été écrit par une version plus récente de Pacerelle. Mettez ce serveur à jour.",
  },
  "nothing-there": {
    code: "STATE_UNREADABLE",
    message: "Aucun état n'existe encore dans ce dossier.",
  },
  "open-failed": {
    code: "STATE_UNREADABLE",
    message:
      "Le dossier de l'état n'a pas pu être ouvert ou préparé (droits d'accès, disque plein ou en panne ?). Rien n'a été effacé. Vérifiez le dossier, puis recommencez.",
  },
  "write-failed": {
    code: "STATE_UNREADABLE",
    message:
      "L'état n'a pas pu être enregistré (disque plein ou en panne ?). Ce qui était déjà enregistré est intact. Libérez de la place, puis recommencez.",
  },
  "lock-lost": {
    code: "STATE_IN_USE",
    message:
      "Le verrou de cet état a disparu (dossier « .lock » effacé ou déplacé ?) : ce programme n'y écrit plus. Recommencez pour le reprendre.",
  },
  "closed": {
    code: "STATE_UNREADABLE",
    message: "L'état est fermé : ce serveur s'arrête.",
  },
} as const satisfies Readonly<Record<string, Fault>>;

/** What went wrong, in one word; `details.reason` of the refusal. */
export type MailboxReason = keyof typeof FAULTS;

/** HTTP's "Conflict": the mailbox never leaves over HTTP, the table type asks for a status. */
const STATUS = 409;

/** Mints the refusal of a cause. `cause` is kept for the log and never shown. */
export function mailboxRefusal(
  reason: MailboxReason,
  folder: string,
  cause?: unknown,
): Refusal<Fault["code"]> {
  const { code, message } = FAULTS[reason];
  const refusal = new Refusal<Fault["code"]>(code, { status: STATUS, message }, { reason, folder });
  if (cause !== undefined) refusal.cause = cause;
  return refusal;
}

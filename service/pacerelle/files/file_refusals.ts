/**
 * FILE_REFUSED: why a file is neither sent nor saved, and what to do about it, by reason.
 * @module
 */
import type { Refusal } from "../../../base/refusal.ts";
import { FilesFault, type FilesFaultReason } from "../../../store/files/files_fault.ts";
import { ChannelFault } from "../../../wire/fault.ts";
import type { FileObjection } from "../../../wire/file/file_type.ts";
import { RelayRefusal, RelayUnreachable } from "../../../wire/relay_call.ts";
import { MAX_ATTACHMENTS, MAX_FILE_BYTES } from "../../../wire/limits.ts";
import { refuse } from "../refusals.ts";

/** Every reason; `details.reason` names it. */
export type FileRefusalReason =
  | FilesFaultReason
  | FileObjection
  | "off"
  | "too-large"
  | "too-many"
  | "unknown"
  | "gone"
  | "altered"
  | "unreachable";

const SENTENCES: Readonly<Record<FileRefusalReason, string>> = {
  "off":
    "Les fichiers ne sont pas permis ici : la personne doit indiquer, dans la configuration de l’hôte, un dossier dans " +
    "PACERELLE_FILES_DIR (ou --files-dir), puis redémarrer ce serveur.",
  "no-folder":
    "Le dossier de PACERELLE_FILES_DIR n’existe pas, ou n’en est pas un : demandez à la personne de le créer.",
  "outside": "Ce fichier n’est pas dans le dossier que la personne a permis (PACERELLE_FILES_DIR).",
  "missing": "Ce fichier n’existe pas : donnez un chemin dans le dossier permis.",
  "not-regular": "Ce n’est pas un fichier ordinaire.",
  "unreadable": "Ce fichier ne peut pas être lu.",
  "changed": "Ce fichier a changé pendant sa lecture : recommencez quand il est terminé.",
  "no-space": "Le disque est plein.",
  "unwritable": "Rien ne peut être enregistré dans le dossier permis.",
  "runnable":
    "Ce fichier serait exécuté à l’ouverture (programme, script, raccourci) : il n’est ni envoyé ni enregistré.",
  "disguised": "Ce fichier n’est pas ce que dit son type : il n’est ni envoyé ni enregistré.",
  "too-large": `Ce fichier est trop grand : ${MAX_FILE_BYTES / 1024 / 1024} Mio au plus.`,
  "too-many": `Trop de fichiers : ${MAX_ATTACHMENTS} au plus par message.`,
  "unknown": "Cette pièce jointe est inconnue : prenez un « id » d’attachments.",
  "gone": "Le relais n’a plus ce fichier : demandez à la personne de l’envoyer de nouveau.",
  "altered": "Ce qui est arrivé n’est pas le fichier que la personne a envoyé : il a été écarté.",
  "unreachable": "Le relais ne répond pas : recommencez plus tard.",
};

/** FILE_REFUSED for `reason`. `about` names the file as the caller did. */
export function refuseFile(
  reason: FileRefusalReason,
  about: { readonly path?: string; readonly id?: string } = {},
): Refusal<"FILE_REFUSED"> {
  return refuse("FILE_REFUSED", { reason, ...about }, SENTENCES[reason]);
}

/** What went wrong with a file, as a refusal; undefined for what is no expected failure. */
export function fileRefusalOf(
  error: unknown,
  about: { readonly path?: string; readonly id?: string },
): Refusal | undefined {
  if (error instanceof FilesFault) return refuseFile(error.reason, about);
  if (error instanceof ChannelFault && error.code === "FILE_ALTERED") return refuseFile("altered", about);
  if (error instanceof RelayRefusal) {
    return refuseFile(error.code === "NOT_FOUND" ? "gone" : "unreachable", about);
  }
  if (error instanceof RelayUnreachable) return refuseFile("unreachable", about);
  return undefined;
}

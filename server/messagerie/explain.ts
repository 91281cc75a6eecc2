/**
 * What stops a command or the server, in one French sentence that says what to do. Nothing of a driver's own text gets
 * here: it may hold paths and addresses.
 * @module
 */
import { Refusal } from "../../base/refusal.ts";
import { issuesOf } from "../../service/messagerie/refusals.ts";
import { DatabaseFault, type DatabaseFaultKind, toDatabaseFault } from "../../store/libsql/fault.ts";
import { SettingsError } from "./settings.ts";

const FAULTS: Readonly<Record<DatabaseFaultKind, string>> = {
  corrupt:
    "La base de données est abîmée ou n’en est pas une : rien n’y a été écrit ; remettez une sauvegarde, ou indiquez un autre fichier avec MESSAGERIE_DATABASE_URL.",
  foreign:
    "Ce fichier est la base de données d’un autre programme : rien n’y a été écrit ; indiquez-en un autre avec MESSAGERIE_DATABASE_URL.",
  newer:
    "Cette base de données vient d’une version plus récente : rien n’y a été écrit ; mettez ce programme à jour.",
  readonly:
    "La base de données ne peut pas être écrite : donnez à ce programme le droit d’écrire dans le fichier et dans son dossier.",
  locked:
    "Un autre programme occupe la base de données depuis trop longtemps : rien n’y a été écrit ; réessayez quand il aura fini.",
  full:
    "Il ne reste plus de place sur le disque de la base de données : libérez-en ; ce qui était déjà écrit est intact.",
  unreachable:
    "La base de données ne peut pas être ouverte : vérifiez MESSAGERIE_DATABASE_URL, que son dossier existe, et que vous pouvez y lire et y écrire.",
};

/** The sentence, or null when the error is none that is expected. `sentences` replaces what a code says. */
export function explain(error: unknown, sentences: Readonly<Record<string, string>> = {}): string | null {
  if (error instanceof SettingsError) return error.message;
  const fault = toDatabaseFault(error);
  if (fault instanceof DatabaseFault) return FAULTS[fault.kind];
  if (!(error instanceof Refusal)) return null;
  const issues = issuesOf(error);
  if (issues !== undefined) return issues.map(({ field, message }) => `${field} : ${message}`).join(" ");
  return sentences[error.code] ?? error.message;
}

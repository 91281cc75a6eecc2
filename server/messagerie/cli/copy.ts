/**
 * What `backup` and `restore` share: copying the desk's file, and how what stops it is told.
 * @module
 */
import { PlaceTaken } from "../../../store/libsql/copy_database.ts";
import { DatabaseFault } from "../../../store/libsql/fault.ts";
import { pathOf } from "../../../store/libsql/database.ts";
import { copyDesk } from "../../../store/messagerie/copy_desk.ts";
import { CommandFailure } from "../../cli/command.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { readDatabaseSettings } from "../settings.ts";
import { explained } from "./with_desk.ts";

/** The path of the desk's file. @throws {CommandFailure} the desk is on a libSQL server */
export async function deskPath(
  terminal: Terminal,
  flags: { readonly "database-url": string | undefined },
): Promise<string> {
  const settings = await explained(() =>
    Promise.resolve(readDatabaseSettings({ environment: terminal.environment, flags }))
  );
  const path = pathOf(settings.url);
  if (path === undefined) {
    throw new CommandFailure(
      "La base est sur un serveur libSQL : sauvegardez-la avec les outils de ce serveur, ou avec « export ».",
    );
  }
  return path;
}

/** What to do where the place is taken; `corrupt` and `foreign`, where the sentence for a desk in use does not fit. */
export type CopySentences =
  & Readonly<Record<PlaceTaken["kind"], string>>
  & Readonly<Partial<Record<"corrupt" | "foreign", string>>>;

/** The place that a copy goes to, which need not be the database's. */
const NO_ROOM =
  "Il ne reste plus de place pour ce fichier : libérez-en, puis recommencez ; rien n’a été changé.";

/** Copies the desk's file. @throws {CommandFailure} */
export async function copied(
  options: Parameters<typeof copyDesk>[0],
  sentences: CopySentences,
): Promise<void> {
  try {
    await explained(async () => {
      try {
        await copyDesk(options);
      } catch (error) {
        const sentence = error instanceof PlaceTaken
          ? sentences[error.kind]
          : error instanceof DatabaseFault && (error.kind === "corrupt" || error.kind === "foreign")
          ? sentences[error.kind]
          : error instanceof DatabaseFault && error.kind === "full"
          ? NO_ROOM
          : undefined;
        throw sentence === undefined ? error : new CommandFailure(sentence, { cause: error });
      }
    });
  } catch (error) {
    throw fileFailure(error);
  }
}

/** A sentence for what the file system refuses; anything else as it is. */
function fileFailure(error: unknown): unknown {
  switch (error instanceof Error && "code" in error ? error.code : undefined) {
    case "ENOSPC":
      return new CommandFailure(NO_ROOM);
    case "ENOENT":
    case "ENOTDIR":
      return new CommandFailure("Le dossier de ce fichier n’existe pas : créez-le d’abord.");
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new CommandFailure("Ce dossier ne peut pas être écrit : vérifiez ses droits.");
    default:
      return error;
  }
}

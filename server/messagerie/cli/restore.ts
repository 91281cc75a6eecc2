/**
 * `restore FICHIER`: puts a backup in the place of the desk's file, when nobody uses it.
 * @module
 */
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseFault } from "../../../store/libsql/fault.ts";
import { inspectDesk } from "../../../store/messagerie/copy_desk.ts";
import { CommandFailure, defineCommand, UsageError } from "../../cli/command.ts";
import { copied, deskPath } from "./copy.ts";
import { DATABASE_OPTION } from "./with_desk.ts";

/** Reads the whole backup before anything is touched. @throws {CommandFailure} */
async function expectBackup(path: string): Promise<void> {
  try {
    await inspectDesk({ url: `file:${path}` });
  } catch (error) {
    if (!(error instanceof DatabaseFault)) throw error;
    throw new CommandFailure(
      error.kind === "newer"
        ? "Cette sauvegarde vient d’une version plus récente : mettez ce programme à jour. Rien n’a été changé."
        : error.kind === "unreachable"
        ? "Cette sauvegarde n’existe pas, ou ne peut pas être lue. Rien n’a été changé."
        : "Ce fichier n’est pas une sauvegarde de Messagerie, ou il est abîmé : essayez-en une autre. Rien n’a été changé.",
      { cause: error },
    );
  }
}

/** `restore` */
export const restoreCommand = defineCommand({
  summary: "Remet une sauvegarde à la place de la base, une fois vérifiée ; serveur arrêté.",
  positionals: ["FICHIER"],
  options: {
    force: { type: "boolean", help: "remplace la base qui existe (sinon : refus)" },
    ...DATABASE_OPTION,
  },
  async run({ options, positionals: [from] }, terminal) {
    if (from === undefined) throw new UsageError("Il manque le fichier à remettre.");
    const to = await deskPath(terminal, options);
    await expectBackup(from);
    // One that cannot be made is told by the copy that fails for want of it.
    await mkdir(dirname(to), { recursive: true, mode: 0o700 }).catch(() => {});
    await copied({ from, to, replace: options.force }, {
      there: "Une base existe déjà : sauvegardez-la, puis recommencez avec --force pour la remplacer.",
      used: "Un programme utilise cette base : arrêtez le serveur, puis recommencez.",
      corrupt:
        "Ce qui est à la place de la base ne peut pas être lu : déplacez-le, avec ses -wal et -shm, puis recommencez.",
      foreign:
        "La base d’un autre programme est à cette place : indiquez un autre fichier avec MESSAGERIE_DATABASE_URL.",
      remains:
        "Des restes d’une base disparue (-wal, -shm ou -journal) sont à sa place : déplacez-les, puis recommencez.",
    });
    await terminal.error(
      "Base remise. Les jetons révoqués depuis la sauvegarde revivent : voyez « token list ».\n",
    );
    return 0;
  },
});

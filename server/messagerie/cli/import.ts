/**
 * `import FICHIER` (contract: messagerie §10).
 * @module
 */
import { type ImportCounts, importDesk } from "../../../service/messagerie/transfer/import_desk.ts";
import { readDeskFile } from "../../../service/messagerie/transfer/read_desk_file.ts";
import { CommandFailure, defineCommand, UsageError } from "../../cli/command.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { type Progress, progressOn } from "./progress.ts";
import { answer, DATABASE_OPTION, JSON_OPTION, withDesk } from "./with_desk.ts";

/** The bytes of a file, or of standard input for `-`. @throws {CommandFailure} */
async function openInput(path: string): Promise<ReadableStream<Uint8Array>> {
  if (path === "-") return Deno.stdin.readable;
  try {
    const info = await Deno.stat(path);
    if (info.isDirectory) throw new CommandFailure("C’est un dossier, pas un fichier.");
    return (await Deno.open(path)).readable;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new CommandFailure("Ce fichier n’existe pas.");
    if (error instanceof Deno.errors.PermissionDenied) {
      throw new CommandFailure("Ce fichier ne peut pas être lu.");
    }
    throw error;
  }
}

/** What was loaded, in a sentence. */
export function describeCounts({ conversations, messages, contacts, agents }: ImportCounts): string {
  return `${conversations} conversations, ${messages} messages, ${contacts} contacts, ${agents} conseillers.`;
}

/** How an import's progress is told. */
export function importProgress(progress: Progress) {
  return {
    onRead: (counts: ImportCounts) => progress.show(`Lu : ${describeCounts(counts)}`),
    onIndexed: (done: number, total: number) => progress.bar("Recherche", done, total),
  };
}

/** `import` */
export const importCommand = defineCommand({
  summary: "Charge un fichier entier dans la base, ou rien ; « - » : l’entrée.",
  positionals: ["FICHIER"],
  options: {
    update: { type: "boolean", help: "remplace ce qui existe sous le même identifiant (sinon : refus)" },
    ...JSON_OPTION,
    ...DATABASE_OPTION,
  },
  async run({ options, positionals: [path] }, terminal: Terminal) {
    if (path === undefined) throw new UsageError("Il manque le fichier à charger.");
    const input = await openInput(path);
    const progress = progressOn(terminal);
    try {
      const counts = await withDesk(
        terminal,
        options,
        (desk) =>
          importDesk(desk, readDeskFile(input), { update: options.update, ...importProgress(progress) }),
      );
      await progress.clear();
      return await answer(terminal, options.json, counts, [`Chargé : ${describeCounts(counts)}`]);
    } catch (error) {
      await progress.clear();
      await input.cancel().catch(() => {});
      throw error;
    }
  },
});

/**
 * `export FICHIER` (contract: messagerie §10).
 * @module
 */
import type { Desk } from "../../../service/messagerie/desk.ts";
import { exportDesk } from "../../../service/messagerie/transfer/export_desk.ts";
import { CommandFailure, defineCommand, UsageError } from "../../cli/command.ts";
import { answer, DATABASE_OPTION, JSON_OPTION, withDesk } from "./with_desk.ts";

/** UTF-16 units gathered before they are written. */
const CHUNK = 1 << 18;
const encoder = new TextEncoder();

/** Writes the desk to a file that appears once it is whole. It holds people's words: only its owner may read it. */
async function exportTo(desk: Desk, path: string): Promise<void> {
  const draft = `${path}.${crypto.randomUUID().slice(0, 8)}.part`;
  try {
    const file = await Deno.open(draft, { write: true, createNew: true, mode: 0o600 });
    try {
      await writeAll(desk, async (text) => {
        const bytes = encoder.encode(text);
        for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
      });
      await file.sync();
    } finally {
      file.close();
    }
    await Deno.rename(draft, path);
  } catch (error) {
    await Deno.remove(draft).catch(() => {});
    throw error;
  }
}

/** Writes the desk in pieces that are worth a write. */
async function writeAll(desk: Desk, write: (text: string) => Promise<void>): Promise<void> {
  let text = "";
  await exportDesk(desk, async (more) => {
    text += more;
    if (text.length < CHUNK) return;
    const ready = text;
    text = "";
    await write(ready);
  });
  await write(text);
}

/** `export` */
export const exportCommand = defineCommand({
  summary: "Écrit toute la base dans un fichier que « import » relit ; « - » : la sortie.",
  positionals: ["FICHIER"],
  options: { ...JSON_OPTION, ...DATABASE_OPTION },
  async run({ options, positionals: [path] }, terminal) {
    if (path === undefined) throw new UsageError("Il manque le fichier à écrire.");
    try {
      await withDesk(
        terminal,
        options,
        (desk) => path === "-" ? writeAll(desk, terminal.out) : exportTo(desk, path),
      );
    } catch (error) {
      const { NotFound, PermissionDenied, IsADirectory } = Deno.errors;
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "ENOSPC") {
        throw new CommandFailure("Il ne reste plus de place pour ce fichier : rien n’a été écrit.");
      }
      if (error instanceof NotFound) throw new CommandFailure("Le dossier de ce fichier n’existe pas.");
      if (error instanceof IsADirectory) throw new CommandFailure("C’est un dossier, pas un fichier.");
      if (error instanceof PermissionDenied) throw new CommandFailure("Ce fichier ne peut pas être écrit.");
      throw error;
    }
    // What went to standard output is JSON already, and all there is to say.
    return path === "-" ? 0 : await answer(terminal, options.json, { file: path }, []);
  },
});

/**
 * `backup FICHIER`: a copy of the desk's file, safe while the server runs.
 * @module
 */
import { stat } from "node:fs/promises";
import { defineCommand, UsageError } from "../../cli/command.ts";
import { secretKeyFile } from "../secret_key_file.ts";
import { SETTINGS } from "../settings.ts";
import { copied, deskPath } from "./copy.ts";
import { DATABASE_OPTION } from "./with_desk.ts";

const REMAINS =
  "Des restes d’une autre base (-wal, -shm ou -journal) portent ce nom : choisissez un autre fichier.";

/** `backup` */
export const backupCommand = defineCommand({
  summary: "Copie la base dans un fichier, même pendant que le serveur tourne, et relit la copie.",
  positionals: ["FICHIER"],
  options: DATABASE_OPTION,
  async run({ options, positionals: [to] }, terminal) {
    if (to === undefined) throw new UsageError("Il manque le fichier à écrire.");
    const from = await deskPath(terminal, options);
    await copied({ from, to }, {
      there: "Ce fichier existe déjà : choisissez un autre nom.",
      used: "Ce fichier existe déjà : choisissez un autre nom.",
      remains: REMAINS,
    });
    const key = secretKeyFile(from);
    const isKeyApart = !terminal.environment(SETTINGS["secret-key"].variable) &&
      await stat(key).then(() => true, () => false);
    await terminal.error(
      isKeyApart
        ? `Sauvegarde écrite et relue. Il y manque la clé des secrets d’identité, ${key} : gardez-la aussi, ailleurs.\n`
        : "Sauvegarde écrite et relue. Elle contient tout : gardez-la en lieu sûr.\n",
    );
    return 0;
  },
});

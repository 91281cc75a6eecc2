/**
 * Finding where an earlier session stopped.
 * @module
 */
import * as z from "zod";
import { getCheckpoints } from "../../service/pacerelle/mod.ts";
import { defineInboxTool, READS } from "./context.ts";

/** The notes of the sessions before. */
export const getCheckpointsTool = defineInboxTool({
  name: "get_checkpoints",
  title: "Reprendre l’avancement",
  description:
    "Rend les checkpoints enregistrés par save_checkpoint, les plus anciens d’abord : le résumé et la prochaine action de " +
    "chaque demande commencée. À lire au début d’une session.",
  input: z.object({}),
  hints: READS,
  access: "read",
  run: async (context) => getCheckpoints(await context.open()),
});

/**
 * How things stand.
 * @module
 */
import * as z from "zod";
import { getStatus } from "../../service/pacerelle/mod.ts";
import { defineInboxTool, READS } from "./context.ts";

/** The first thing to look at. */
export const getStatusTool = defineInboxTool({
  name: "get_status",
  title: "État de Pacerelle",
  description:
    "Dit si le relais répond, combien de demandes attendent, quels envois sont incertains, où est l’état, et dans " +
    "« next » la seule chose à faire maintenant. Commencez par lui.",
  input: z.object({}),
  hints: READS,
  access: "read",
  run: async (context) => getStatus(await context.open()),
});

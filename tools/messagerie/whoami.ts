/**
 * Who the token is.
 * @module
 */
import * as z from "zod";
import { whoami } from "../../service/messagerie/mod.ts";
import { defineDeskTool, READS } from "./context.ts";

/** The token in use: its label, its rights, the inboxes that it reaches. */
export const whoamiTool = defineDeskTool({
  name: "whoami",
  title: "Mon jeton",
  description:
    "Dit qui vous êtes : nom du jeton, droits (read ou write), boîtes atteintes (inboxIds null : toutes celles " +
    "de son créateur), expiration. À appeler en premier.",
  input: z.object({}),
  hints: READS,
  access: "read",
  run: ({ desk, actor }) => whoami(desk, actor),
});

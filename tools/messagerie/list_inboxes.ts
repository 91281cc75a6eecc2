/**
 * The inboxes that the token reaches.
 * @module
 */
import * as z from "zod";
import { listInboxes } from "../../service/messagerie/mod.ts";
import { defineDeskTool, READS } from "./context.ts";

/** The inboxes that the token reaches, in creation order. */
export const listInboxesTool = defineDeskTool({
  name: "list_inboxes",
  title: "Boîtes de réception",
  description:
    "Liste les boîtes de réception atteintes : id, nom, description. Leur id filtre list_conversations.",
  input: z.object({}),
  hints: READS,
  access: "read",
  run: ({ desk, actor }) => listInboxes(desk, actor),
});

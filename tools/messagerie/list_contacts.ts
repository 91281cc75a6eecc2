/**
 * Contacts by name, address, number or customer id.
 * @module
 */
import * as z from "zod";
import { listContacts } from "../../service/messagerie/mod.ts";
import { MAX_CONTACTS, MAX_QUERY } from "../../service/messagerie/limits.ts";
import { defineDeskTool, READS } from "./context.ts";
import { text } from "./fields.ts";

/** The contacts that the token reaches. */
export const listContactsTool = defineDeskTool({
  name: "list_contacts",
  title: "Contacts",
  description:
    `Liste visiteurs et clients, conversation la plus récente en tête, ${MAX_CONTACTS} au plus. Leur id sert à ` +
    "get_contact et start_conversation.",
  input: z.object({
    query: text("Nom, e-mail, téléphone ou identifiant client, même partiels ; tous si absent.", MAX_QUERY)
      .optional(),
  }),
  hints: READS,
  access: "read",
  run: ({ desk, actor }, input) => listContacts(desk, actor, { query: input.query }),
});

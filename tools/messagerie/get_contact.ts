/**
 * One contact and its conversations.
 * @module
 */
import * as z from "zod";
import { getContact } from "../../service/messagerie/mod.ts";
import { defineDeskTool, READS } from "./context.ts";
import { uuid } from "./fields.ts";

/** A contact, and those of its conversations that the token reaches. */
export const getContactTool = defineDeskTool({
  name: "get_contact",
  title: "Fiche d’un contact",
  description: "Rend la fiche d’un contact et la liste de ses conversations, récentes d’abord.",
  input: z.object({ contact_id: uuid("UUID, de list_contacts ou get_conversation.") }),
  hints: READS,
  access: "read",
  run: ({ desk, actor }, input) => getContact(desk, actor, { contactId: input.contact_id }),
});

/**
 * Messages by their words.
 * @module
 */
import * as z from "zod";
import { MAX_FOUND, MAX_QUERY, MIN_QUERY } from "../../service/messagerie/limits.ts";
import { searchMessages } from "../../service/messagerie/mod.ts";
import { defineDeskTool, READS } from "./context.ts";
import { text } from "./fields.ts";

/** The newest messages that hold every word. */
export const searchMessagesTool = defineDeskTool({
  name: "search_messages",
  title: "Chercher dans les messages",
  description:
    `Cherche messages et notes où figure chaque mot de la requête, même au milieu d’un mot, sans égard aux accents ` +
    `ni à la casse, conversations résolues comprises. ${MAX_FOUND} résultats au plus, récents d’abord ; conversationId sert à ` +
    "get_conversation.",
  input: z.object({ query: text("Un ou plusieurs mots.", MAX_QUERY, MIN_QUERY) }),
  hints: READS,
  access: "read",
  run: ({ desk, actor }, input) => searchMessages(desk, actor, { query: input.query }),
});

/**
 * Metadata on conversations and contacts, within bounds (contract: messagerie §6 "Metadata").
 * @module
 */
import type { Issue } from "../../base/issues.ts";
import { codePointLength } from "../../base/text.ts";
import { updateConversation } from "../../store/messagerie/conversations.ts";
import type { Actor } from "./actor.ts";
import type { ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import { MAX_DATA_KEY, MAX_DATA_KEYS, MAX_DATA_VALUE } from "./limits.ts";
import { jsonColumn } from "./plain_text.ts";
import { invalid } from "./refusals.ts";
import { tellConversation } from "./thread.ts";
import type { ConversationView } from "./views.ts";
import { mayWrite } from "./write.ts";
import { writeConversation } from "./write_conversation.ts";

/**
 * What is wrong with a value as metadata; nothing when it may be kept: a plain object of at most 40 keys of 1 to 60
 * characters, each a string of at most 500, a finite number or a boolean. `path` names the value in the issues.
 */
export function metadataIssues(value: unknown, path = "data"): readonly Issue[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [{ field: path, message: "Un objet de valeurs simples." }];
  }
  const entries = Object.entries(value);
  const issues: Issue[] = [];
  if (entries.length > MAX_DATA_KEYS) issues.push({ field: path, message: `${MAX_DATA_KEYS} clés au plus.` });
  for (const [key, held] of entries.slice(0, MAX_DATA_KEYS)) {
    const field = `${path}.${key.slice(0, MAX_DATA_KEY)}`;
    if (key === "" || codePointLength(key) > MAX_DATA_KEY) {
      issues.push({ field, message: `Une clé de 1 à ${MAX_DATA_KEY} caractères.` });
    }
    if (typeof held === "string") {
      if (codePointLength(held) > MAX_DATA_VALUE) {
        issues.push({ field, message: `${MAX_DATA_VALUE} caractères au plus.` });
      }
    } else if (!(typeof held === "number" && Number.isFinite(held)) && typeof held !== "boolean") {
      issues.push({ field, message: "Un texte, un nombre ou un booléen." });
    }
  }
  return issues;
}

/**
 * Replaces a conversation's metadata.
 * @throws {Refusal} `TOKEN_READ_ONLY`, `INVALID_REQUEST`, `CONVERSATION_NOT_FOUND`
 */
export async function setConversationData(
  desk: Desk,
  actor: Actor,
  input: { readonly conversationId: string; readonly data: unknown },
  page?: ThreadPage,
): Promise<ConversationView> {
  mayWrite(actor);
  const issues = metadataIssues(input.data);
  if (issues.length > 0) throw invalid(...issues);
  const column = jsonColumn(input.data);
  return await writeConversation(desk, actor, input.conversationId, page, async (w, conversation) => {
    if (conversation.data !== column) {
      await updateConversation(w.db, conversation.no, { data: column });
      await tellConversation(w, conversation);
    }
  });
}

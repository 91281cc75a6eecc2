/**
 * Answering a request in words.
 * @module
 */
import { codePointLength } from "../../base/text.ts";
import { MAX_TEXT } from "../../wire/limits.ts";
import { deliver, type Delivered, deliveredAs } from "./deliver.ts";
import type { Inbox } from "./inbox/inbox.ts";
import { invalid, refuse } from "./refusals.ts";
import { pendingRequest, replyState, standingReplies } from "./views.ts";

/** An answer. */
export interface MessageInput {
  readonly sourceMessageId: string;
  readonly text: string;
}

/**
 * Sends `text` to every device of the person. The same text again, with nothing sent for that request in between, is the
 * same message: a retry after a cut sends nothing twice.
 * @throws {Refusal} MESSAGE_NOT_FOUND, ALREADY_PROCESSED, EMPTY_MESSAGE, MESSAGE_TOO_LONG, INVALID_REQUEST, and what
 *   `deliver` refuses
 */
export async function sendMessage(
  inbox: Inbox,
  { sourceMessageId, text }: MessageInput,
  signal: AbortSignal,
): Promise<Delivered> {
  if (text.trim() === "") throw refuse("EMPTY_MESSAGE");
  if (text.length > MAX_TEXT && codePointLength(text) > MAX_TEXT) {
    throw refuse("MESSAGE_TOO_LONG", { maxCharacters: MAX_TEXT });
  }
  if (!text.isWellFormed()) {
    throw invalid({ field: "text", message: "Ce texte contient un caractère incomplet." });
  }
  const request = pendingRequest(inbox.state, sourceMessageId);
  const [latest] = standingReplies(inbox, request.id);
  if (latest?.text === text) return deliveredAs(latest.id, replyState(inbox, latest).state, latest.at);
  return await deliver(
    inbox,
    { conversation: request.conversation, content: { kind: "message", re: request.id, body: { text } } },
    signal,
  );
}

/**
 * Answering a request in words.
 * @module
 */
import { codePointLength } from "../../base/text.ts";
import { MAX_TEXT } from "../../wire/limits.ts";
import { deliver, type Delivered, deliveredAs } from "./deliver.ts";
import type { Attachment } from "../../wire/attachment.ts";
import type { Request } from "./inbox/entries.ts";
import type { Inbox } from "./inbox/inbox.ts";
import { FilesToSend } from "./files/attach_files.ts";
import { FILES_WAIT_MS, SEND_WAIT_MS } from "./limits.ts";
import { refuseFinal } from "./refused_connection.ts";
import { invalid, refuse } from "./refusals.ts";
import { pendingRequest, replyState, standingReplies } from "./views.ts";

/** An answer. `attachments`: paths of files, absolute or from the folder that the person allowed. */
export interface MessageInput {
  readonly sourceMessageId: string;
  readonly text: string;
  readonly attachments?: readonly string[] | undefined;
}

/**
 * Sends `text` and files to every device of the person. The same again, with nothing sent for that request in between, is the
 * same message: a retry after a cut sends nothing twice.
 * @throws {Refusal} MESSAGE_NOT_FOUND, ALREADY_PROCESSED, EMPTY_MESSAGE, MESSAGE_TOO_LONG, INVALID_REQUEST, FILE_REFUSED, and
 *   what `deliver` refuses
 */
export async function sendMessage(
  inbox: Inbox,
  { sourceMessageId, text, attachments: paths = [] }: MessageInput,
  signal: AbortSignal,
): Promise<Delivered> {
  if (text.trim() === "" && paths.length === 0) throw refuse("EMPTY_MESSAGE");
  if (text.length > MAX_TEXT && codePointLength(text) > MAX_TEXT) {
    throw refuse("MESSAGE_TOO_LONG", { maxCharacters: MAX_TEXT });
  }
  if (!text.isWellFormed()) {
    throw invalid({ field: "text", message: "Ce texte contient un caractère incomplet." });
  }
  return await inbox.inTurn(
    sourceMessageId,
    signal,
    () => sendInTurn(inbox, sourceMessageId, text, paths, signal),
  );
}

async function sendInTurn(
  inbox: Inbox,
  sourceMessageId: string,
  text: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Delivered> {
  const request = pendingRequest(inbox.state, sourceMessageId);
  const files = await FilesToSend.open(inbox, paths);
  try {
    const [latest] = standingReplies(inbox, request.id);
    if (latest?.text === text && await files.areThoseOf(latest.attachments ?? [])) {
      return deliveredAs(latest.id, replyState(inbox, latest).state, latest.at);
    }
    // Before anything is sealed: what nobody can take is not worth the disk.
    refuseFinal(inbox.channel.status);
    const attachments = await files.seal();
    return await send(inbox, request, text, attachments, signal);
  } finally {
    await files.close();
  }
}

async function send(
  inbox: Inbox,
  { id: re, conversation }: Request,
  text: string,
  attachments: Attachment[],
  signal: AbortSignal,
): Promise<Delivered> {
  const body = attachments.length === 0 ? { text } : { text, attachments };
  try {
    const waitMs = attachments.length === 0 ? SEND_WAIT_MS : FILES_WAIT_MS;
    return await deliver(inbox, { conversation, content: { kind: "message", re, body } }, signal, waitMs);
  } catch (error) {
    // Unless it was written all the same, and refused afterwards.
    const [first] = attachments;
    const isWritten = inbox.state.repliesTo(re).some((reply) => reply.attachments?.[0]?.id === first?.id);
    if (first !== undefined && !isWritten) await inbox.channel.files?.discard(attachments);
    throw error;
  }
}

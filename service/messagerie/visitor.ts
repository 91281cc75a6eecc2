/**
 * What a visitor writes, from the web page or by a channel that comes in: a new conversation, or a message in theirs
 * (contract: messagerie §6). A visitor reaches their own conversations and nothing else.
 * @module
 */
import { insertAttachments } from "../../store/messagerie/messages.ts";
import { type Channel, type ConversationStatus, MESSAGE_AUTHOR } from "../../store/messagerie/schema.ts";
import { MAX_FILE_NAME, MAX_FILES, MAX_MESSAGE } from "./limits.ts";
import type { Desk } from "./desk.ts";
import { fileTooLargeText, maxFileBytes } from "./files/file_limit.ts";
import { checkLength, messageText, plainText, shortText } from "./plain_text.ts";
import { invalid } from "./refusals.ts";
import { addEvent, addText, tellConversation, type Thread } from "./thread.ts";
import type { Write } from "./write.ts";

/** A file as it comes. */
export interface VisitorFile {
  readonly name: string;
  readonly mimeType: string;
  readonly content: Uint8Array;
}

/** A message as it comes; blank text is fine beside files. */
export interface VisitorMessage {
  readonly text: string;
  readonly files?: readonly VisitorFile[] | undefined;
}

/** A message that may be kept. */
export interface CheckedMessage {
  readonly text: string;
  readonly files: readonly VisitorFile[];
  /** Made by the page that sends it. */
  readonly key?: string | undefined;
}

/** What became of it. */
export interface VisitorReceipt {
  readonly contactId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly status: ConversationStatus;
  readonly channel: Channel;
}

/**
 * The message, fit to be kept.
 * @throws {Refusal} `INVALID_REQUEST`, `EMPTY_MESSAGE`
 */
export function checkVisitorMessage(desk: Pick<Desk, "store">, message: VisitorMessage): CheckedMessage {
  const files = message.files ?? [];
  if (files.length > MAX_FILES) throw invalid({ field: "files", message: `${MAX_FILES} fichiers au plus.` });
  const named = files.map((file, index) => {
    if (file.content.byteLength > maxFileBytes(desk)) {
      throw invalid({ field: `files[${index}]`, message: fileTooLargeText(desk).fr });
    }
    return {
      name: shortText(`files[${index}].name`, file.name, MAX_FILE_NAME),
      mimeType: MIME_TYPE.test(file.mimeType) ? file.mimeType : "application/octet-stream",
      content: file.content,
    };
  });
  if (named.length === 0) return { text: messageText(message.text, MAX_MESSAGE), files: named };
  const text = plainText(message.text);
  checkLength("text", text, MAX_MESSAGE);
  return { text, files: named };
}

const MIME_TYPE = /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/;

/**
 * Adds a visitor's message. The AI goes on where it answers; what was resolved or snoozed is open again, or the AI's when
 * it answers for that site (resolved only); the inbox is alerted where people have to look.
 */
export async function addVisitorMessage(
  w: Write,
  thread: Thread & { readonly status: ConversationStatus; readonly site_ai: number },
  message: CheckedMessage,
): Promise<{ readonly messageId: string; readonly status: ConversationStatus }> {
  const status = statusAfter(thread);
  if (thread.status === "pending") await addEvent(w, thread, { type: "woke", agent: null });
  const messageId = await addText(w, thread, {
    author: MESSAGE_AUTHOR.contact,
    agentNo: null,
    authorName: null,
    body: message.text,
    clientKey: message.key,
  }, {
    status,
    resolved_at: null,
    snoozed_until: null,
    ...(status === "ai" ? {} : { unread: true }),
  });
  await insertAttachments(w.db, messageId, message.files.map((file) => ({ ...file, id: w.newId() })));
  await tellConversation(w, thread, status === "ai" ? null : { alert: true });
  return { messageId, status };
}

function statusAfter(
  thread: { readonly status: ConversationStatus; readonly site_ai: number },
): ConversationStatus {
  switch (thread.status) {
    case "ai":
      return "ai";
    case "resolved":
      return thread.site_ai === 1 ? "ai" : "open";
    default:
      return "open";
  }
}

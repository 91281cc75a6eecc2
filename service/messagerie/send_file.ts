/**
 * Sending the visitor a file, as a message of its own (issue 5, point 2). Only conversations on the web carry files: what
 * leaves by SMS or e-mail is text.
 * @module
 */
import type { PersonActor } from "./actor.ts";
import { isNew } from "./already_written.ts";
import type { ThreadPage } from "./conversation_view.ts";
import type { Desk } from "./desk.ts";
import { fileName } from "./files/file_name.ts";
import { fileTooLarge, maxFileBytes } from "./files/file_limit.ts";
import { makeRoom } from "./files/file_room.ts";
import { fileTypeOf } from "./files/file_types.ts";
import { invalid, refuse } from "./refusals.ts";
import { reply } from "./send_reply.ts";
import type { ConversationView } from "./views.ts";
import { writeConversation } from "./write_conversation.ts";

/** A file to send; its type is told by its content. */
export interface SendFileInput {
  readonly conversationId: string;
  readonly name: string;
  readonly content: Uint8Array;
  readonly clientKey: string;
}

/**
 * Sends it, with all that a reply does: reopens, wakes, takes.
 * @throws {Refusal} `FILE_TOO_LARGE`, `FILE_REFUSED`, `FILES_FULL`; `CONVERSATION_NOT_FOUND`; `INVALID_REQUEST` on `conversationId` when
 * its channel carries no files, on `clientKey` when it was used elsewhere
 */
export async function sendFile(
  desk: Desk,
  actor: PersonActor,
  input: SendFileInput,
  page?: ThreadPage,
): Promise<ConversationView> {
  const { content } = input;
  if (content.byteLength > maxFileBytes(desk)) throw fileTooLarge(desk);
  const type = content.byteLength === 0 ? undefined : fileTypeOf(content);
  if (type === undefined) throw refuse("FILE_REFUSED");
  const file = { name: fileName(input.name, type), mimeType: type.mimeType, content };
  return await writeConversation(desk, actor, input.conversationId, page, async (w, conversation) => {
    if (conversation.channel !== "web") {
      throw invalid({ field: "conversationId", message: "Ce canal ne transporte pas de fichiers." });
    }
    if (await isNew(w, actor, input)) {
      await makeRoom(w, content.byteLength);
      const files = [{ ...file, id: w.newId() }];
      await reply(w, actor, conversation, { text: "", resolve: false, clientKey: input.clientKey, files });
    }
  });
}

/**
 * Files of visitors: sent one at a time before the message that takes them, read back by who reaches the conversation
 * (issue 5, point 5).
 * @module
 */
import {
  contentOf,
  deleteUpload,
  fileOfContact,
  insertUpload,
  type StoredFile,
  waitingUploads,
} from "../../../store/messagerie/widget/uploads.ts";
import type { Desk } from "../desk.ts";
import { MAX_FILES } from "../limits.ts";
import { refuse } from "../refusals.ts";
import type { VisitorFileView } from "../widget/views.ts";
import { knownVisitor, type VisitorActor } from "../widget/visitor_actor.ts";
import { write } from "../write.ts";
import { fileName } from "./file_name.ts";
import { fileTooLarge, maxFileBytes } from "./file_limit.ts";
import { makeRoom } from "./file_room.ts";
import { fileTypeOf } from "./file_types.ts";

/** How many messages' files may wait at once: people change their minds. */
const WAITING_MESSAGES = 2;

/**
 * Keeps a file until a message takes it, for a day at most.
 * @throws {Refusal} `FILE_REFUSED`, `FILE_TOO_LARGE`, `TOO_MANY_FILES`, `FILES_FULL`
 */
export async function uploadFile(
  desk: Desk,
  actor: VisitorActor,
  file: { readonly name: string; readonly content: Uint8Array },
): Promise<VisitorFileView> {
  const { content } = file;
  if (content.byteLength > maxFileBytes(desk)) throw fileTooLarge(desk);
  const type = content.byteLength === 0 ? undefined : fileTypeOf(content);
  if (type === undefined) throw refuse("FILE_REFUSED");
  const { mimeType } = type;
  const name = fileName(file.name, type);
  return await write(desk, async (w) => {
    const visitor = await knownVisitor(w, actor);
    if (await waitingUploads(w.db, visitor.no) >= WAITING_MESSAGES * MAX_FILES) {
      throw refuse("TOO_MANY_FILES");
    }
    await makeRoom(w, content.byteLength);
    const id = w.newId();
    await insertUpload(w.db, { id, visitorNo: visitor.no, name, mimeType, content, at: w.at });
    return { id, name, type: mimeType, size: content.byteLength };
  });
}

/** Lets go of a file that no message took; one that is not there is no error. */
export async function dropUpload(desk: Desk, actor: VisitorActor, id: string): Promise<void> {
  await write(desk, async (w) => deleteUpload(w.db, (await knownVisitor(w, actor)).no, id.toLowerCase()));
}

/** A file as it is downloaded. `content` is read when there is room for it. */
export interface VisitorDownload extends Pick<StoredFile, "name" | "mimeType" | "size"> {
  /** @throws {Refusal} `FILE_NOT_FOUND` when it was deleted meanwhile */
  content(): Promise<Uint8Array>;
}

/** A file of one of the visitor's conversations. @throws {Refusal} `FILE_NOT_FOUND` */
export async function readVisitorFile(
  { store }: Pick<Desk, "store">,
  { contact }: VisitorActor,
  id: string,
): Promise<VisitorDownload> {
  const file = contact && await fileOfContact(store.read, contact.no, id.toLowerCase());
  if (file === undefined) throw refuse("FILE_NOT_FOUND");
  return {
    ...file,
    async content() {
      const content = await contentOf(store.read, file.id);
      if (content === undefined) throw refuse("FILE_NOT_FOUND");
      return content;
    },
  };
}

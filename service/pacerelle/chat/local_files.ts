/**
 * A person's files on the disk of the terminal client: attached from any path, saved where the person says.
 * @module
 */
import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { FilesFault } from "../../../store/files/files_fault.ts";
import { openInside } from "../../../store/files/open_inside.ts";
import { saveInside } from "../../../store/files/save_inside.ts";
import type { Attachment } from "../../../wire/attachment.ts";
import type { FileDesk } from "../../../wire/endpoint/file_desk.ts";
import { safeFileName } from "../../../wire/file/file_name.ts";
import { fileObjection, fileTypeOf, HEAD_BYTES } from "../../../wire/file/file_type.ts";
import { MAX_ATTACHMENTS, MAX_FILE_BYTES } from "../../../wire/limits.ts";
import type { Chat } from "./chat.ts";
import { fileDeskOf, openAttachment } from "./open_attachment.ts";
import { refuse } from "./refusals.ts";

/** Seals the files at `paths`, durably. @throws {Refusal} FILE_REFUSED (details: reason, path) */
export async function attachPaths(chat: Chat, paths: readonly string[]): Promise<Attachment[]> {
  if (paths.length > MAX_ATTACHMENTS) throw refuse("FILE_REFUSED", { reason: "too-many" });
  const desk = await fileDeskOf(chat);
  const attachments: Attachment[] = [];
  try {
    for (const path of paths) attachments.push(await attachPath(desk, path));
    return attachments;
  } catch (error) {
    await desk.discard(attachments);
    throw error;
  }
}

async function attachPath(desk: FileDesk, path: string): Promise<Attachment> {
  const refusal = (reason: string) => refuse("FILE_REFUSED", { reason, path });
  try {
    // The person typed it: a link to elsewhere is what they mean.
    const real = await realpath(resolve(path)).catch((cause) => {
      throw new FilesFault("missing", { cause });
    });
    const file = await openInside(dirname(real), real);
    try {
      const { name, size, read } = file;
      const head = await read(0, Math.min(size, HEAD_BYTES));
      const mimeType = fileTypeOf(name, head);
      const objection = size > MAX_FILE_BYTES ? "too-large" : fileObjection({ name, mimeType }, head);
      if (objection !== undefined) throw refusal(objection);
      const attachment = await desk.attach({ name: safeFileName(name), mimeType, size, read });
      await file.check();
      return attachment;
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof FilesFault ? refusal(error.reason) : error;
  }
}

/**
 * Saves a file into `folder`, under its own name made safe; answers the path.
 * @throws {Refusal} FILE_REFUSED (details: reason); RelayUnreachable
 */
export async function saveFile(chat: Chat, id: string, folder: string): Promise<string> {
  const { attachment, content } = await openAttachment(chat, id);
  try {
    return await saveInside(folder, attachment.name, content, chat.env);
  } catch (error) {
    throw error instanceof FilesFault ? refuse("FILE_REFUSED", { reason: error.reason }) : error;
  }
}

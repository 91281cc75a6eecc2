/**
 * A person's files on the disk of the terminal client: attached from any path, saved where the person says.
 * @module
 */
import { realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { FilesFault } from "../../../store/files/files_fault.ts";
import { openInside } from "../../../store/files/open_inside.ts";
import { saveInside } from "../../../store/files/save_inside.ts";
import { type Attachment, attachmentsOf } from "../../../wire/attachment.ts";
import type { FileDesk } from "../../../wire/endpoint/file_desk.ts";
import { ChannelFault } from "../../../wire/fault.ts";
import { safeFileName } from "../../../wire/file/file_name.ts";
import { fileObjection, fileTypeOf, HEAD_BYTES } from "../../../wire/file/file_type.ts";
import { MAX_ATTACHMENTS, MAX_FILE_BYTES } from "../../../wire/limits.ts";
import { RelayRefusal } from "../../../wire/relay_call.ts";
import type { Chat } from "./chat.ts";
import { refuse } from "./refusals.ts";

/** Seals the files at `paths`, durably. @throws {Refusal} FILE_REFUSED (details: reason, path) */
export async function attachPaths(chat: Chat, paths: readonly string[]): Promise<Attachment[]> {
  if (paths.length > MAX_ATTACHMENTS) throw refuse("FILE_REFUSED", { reason: "too-many" });
  const desk = await deskOf(chat);
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

/** A file of some conversation. */
export function findAttachment(chat: Chat, id: string): Attachment | undefined {
  for (const entry of chat.state.log.all()) {
    const found = attachmentsOf(entry).find((attachment) => attachment.id === id);
    if (found) return found;
  }
  return undefined;
}

/**
 * Saves a file into `folder`, under its own name made safe; answers the path.
 * @throws {Refusal} FILE_REFUSED (details: reason); RelayUnreachable
 */
export async function saveFile(chat: Chat, id: string, folder: string): Promise<string> {
  const attachment = findAttachment(chat, id);
  if (!attachment) throw refuse("FILE_REFUSED", { reason: "unknown" });
  const desk = await deskOf(chat);
  try {
    return await saveInside(folder, attachment.name, checked(attachment, desk.fetch(attachment)), chat.env);
  } catch (error) {
    if (error instanceof FilesFault) throw refuse("FILE_REFUSED", { reason: error.reason });
    if (error instanceof ChannelFault) throw refuse("FILE_REFUSED", { reason: "altered" });
    if (error instanceof RelayRefusal && error.code === "NOT_FOUND") {
      throw refuse("FILE_REFUSED", { reason: "gone" });
    }
    throw error;
  }
}

async function* checked(
  attachment: Attachment,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of content) {
    const objection = isFirst ? fileObjection(attachment, chunk.subarray(0, HEAD_BYTES)) : undefined;
    if (objection !== undefined) throw refuse("FILE_REFUSED", { reason: objection });
    isFirst = false;
    yield chunk;
  }
}

async function deskOf(chat: Chat): Promise<FileDesk> {
  const { files } = await chat.endpoint();
  if (files === null) throw new Error("a state without a shelf");
  return files;
}

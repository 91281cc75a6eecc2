/**
 * Files: sealed before they leave, opened once they have come whole.
 * @module
 */
import { fileDeskOf, openAttachment } from "../../../../service/pacerelle/chat/open_attachment.ts";
import { refuse } from "../../../../service/pacerelle/chat/refusals.ts";
import { requireApproval } from "../../../../service/pacerelle/chat/sign_in.ts";
import { safeFileName } from "../../../../wire/file/file_name.ts";
import { fileObjection, fileTypeOf, HEAD_BYTES } from "../../../../wire/file/file_type.ts";
import { MAX_FILE_BYTES } from "../../../../wire/limits.ts";
import type { CommandRun } from "./command_run.ts";

type Names = "attachFile" | "discardFiles" | "fetchFile";

async function bytesOf(content: Blob, offset: number, length: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await content.slice(offset, offset + length).arrayBuffer());
  } catch {
    // The browser reads it from the disk only now: it was moved or changed since it was picked.
    throw refuse("FILE_REFUSED", { reason: "changed" });
  }
}

export const fileCommands: { readonly [Name in Names]: CommandRun<Name> } = {
  async attachFile({ chat }, { name: given, content }) {
    requireApproval(chat);
    const { size } = content;
    if (size > MAX_FILE_BYTES) throw refuse("FILE_REFUSED", { reason: "too-large" });
    const name = safeFileName(given);
    const head = await bytesOf(content, 0, HEAD_BYTES);
    const mimeType = fileTypeOf(name, head);
    const reason = fileObjection({ name, mimeType }, head);
    if (reason !== undefined) throw refuse("FILE_REFUSED", { reason });
    const desk = await fileDeskOf(chat);
    return await desk.attach({
      name,
      mimeType,
      size,
      read: (offset, length) => bytesOf(content, offset, length),
    });
  },

  async discardFiles({ chat }, { files }) {
    await (await fileDeskOf(chat)).discard(files);
    return {};
  },

  async fetchFile({ chat }, { id }) {
    const { attachment: { mimeType: type }, content } = await openAttachment(chat, id);
    const chunks: BlobPart[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return { content: new Blob(chunks, { type }) };
  },
};

/**
 * Files: sealed before they leave, opened once they have come whole.
 * @module
 */
import type { Chat } from "../../../../service/pacerelle/chat/chat.ts";
import { refuse } from "../../../../service/pacerelle/chat/refusals.ts";
import { requireApproval } from "../../../../service/pacerelle/chat/sign_in.ts";
import { type Attachment, attachmentsOf } from "../../../../wire/attachment.ts";
import type { FileDesk } from "../../../../wire/endpoint/file_desk.ts";
import { ChannelFault } from "../../../../wire/fault.ts";
import { safeFileName } from "../../../../wire/file/file_name.ts";
import { fileObjection, fileTypeOf, HEAD_BYTES } from "../../../../wire/file/file_type.ts";
import { MAX_FILE_BYTES } from "../../../../wire/limits.ts";
import { RelayRefusal } from "../../../../wire/relay_call.ts";
import type { CommandRun } from "./commands.ts";

type Names = "attachFile" | "discardFiles" | "fetchFile";

async function deskOf(chat: Chat): Promise<FileDesk> {
  const { files } = await chat.endpoint();
  if (files === null) throw new Error("a device without a shelf");
  return files;
}

async function bytesOf(content: Blob, offset: number, length: number): Promise<Uint8Array> {
  try {
    return new Uint8Array(await content.slice(offset, offset + length).arrayBuffer());
  } catch {
    // The browser reads it from the disk only now: it was moved or changed since it was picked.
    throw refuse("FILE_REFUSED", { reason: "changed" });
  }
}

function findAttachment(chat: Chat, id: string): Attachment | undefined {
  for (const entry of chat.state.log.all()) {
    const found = attachmentsOf(entry).find((attachment) => attachment.id === id);
    if (found) return found;
  }
  return undefined;
}

/** The whole of a file, and that it is the file that was told of. */
async function gather(desk: FileDesk, attachment: Attachment): Promise<Blob> {
  const chunks: BlobPart[] = [];
  let isFirst = true;
  for await (const chunk of desk.fetch(attachment)) {
    const reason = isFirst ? fileObjection(attachment, chunk.subarray(0, HEAD_BYTES)) : undefined;
    if (reason !== undefined) throw refuse("FILE_REFUSED", { reason });
    isFirst = false;
    chunks.push(chunk);
  }
  return new Blob(chunks, { type: attachment.mimeType });
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
    const desk = await deskOf(chat);
    return await desk.attach({
      name,
      mimeType,
      size,
      read: (offset, length) => bytesOf(content, offset, length),
    });
  },

  async discardFiles({ chat }, { files }) {
    await (await deskOf(chat)).discard(files);
    return {};
  },

  async fetchFile({ chat }, { id }) {
    const attachment = findAttachment(chat, id);
    if (!attachment) throw refuse("FILE_REFUSED", { reason: "unknown" });
    try {
      return { content: await gather(await deskOf(chat), attachment) };
    } catch (error) {
      if (error instanceof ChannelFault) throw refuse("FILE_REFUSED", { reason: "altered" });
      if (error instanceof RelayRefusal && error.code === "NOT_FOUND") {
        throw refuse("FILE_REFUSED", { reason: "gone" });
      }
      throw error;
    }
  },
};

/**
 * The files of a person's conversations, whatever holds their content in the end. Runs in a browser too.
 * @module
 */
import { type Attachment, attachmentsOf } from "../../../wire/attachment.ts";
import type { Bytes } from "../../../wire/bytes.ts";
import type { FileDesk } from "../../../wire/endpoint/file_desk.ts";
import { ChannelFault } from "../../../wire/fault.ts";
import { fileObjection, HEAD_BYTES } from "../../../wire/file/file_type.ts";
import { RelayRefusal } from "../../../wire/relay_call.ts";
import type { Chat } from "./chat.ts";
import { refuse } from "./refusals.ts";

/** What to do with files here. */
export async function fileDeskOf(chat: Chat): Promise<FileDesk> {
  const { files } = await chat.endpoint();
  if (files === null) throw new Error("a state without a shelf");
  return files;
}

/** A file that came, and its content, which counts once all of it has been given. */
export interface OpenAttachment {
  readonly attachment: Attachment;
  /** @throws {Refusal} FILE_REFUSED (details: reason); RelayUnreachable */
  readonly content: AsyncGenerator<Bytes, void>;
}

/** The file of some conversation that has this id. @throws {Refusal} FILE_REFUSED (details: reason) */
export async function openAttachment(chat: Chat, id: string): Promise<OpenAttachment> {
  const attachment = findAttachment(chat, id);
  if (!attachment) throw refuse("FILE_REFUSED", { reason: "unknown" });
  return { attachment, content: contentOf(await fileDeskOf(chat), attachment) };
}

function findAttachment({ state }: Chat, id: string): Attachment | undefined {
  for (const entry of state.log.all()) {
    const found = attachmentsOf(entry).find((attachment) => attachment.id === id);
    if (found) return found;
  }
  return undefined;
}

/** That it is the file that was told of, and of the type that it says. */
async function* contentOf(desk: FileDesk, attachment: Attachment): AsyncGenerator<Bytes, void> {
  let isFirst = true;
  try {
    for await (const chunk of desk.fetch(attachment)) {
      const reason = isFirst ? fileObjection(attachment, chunk.subarray(0, HEAD_BYTES)) : undefined;
      if (reason !== undefined) throw refuse("FILE_REFUSED", { reason });
      isFirst = false;
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ChannelFault) throw refuse("FILE_REFUSED", { reason: "altered" });
    if (error instanceof RelayRefusal && error.code === "NOT_FOUND") {
      throw refuse("FILE_REFUSED", { reason: "gone" });
    }
    throw error;
  }
}

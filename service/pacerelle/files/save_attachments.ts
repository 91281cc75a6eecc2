/**
 * Saving what came, when it is asked for and not before: into the folder that the person allowed, whole or not at all.
 * @module
 */
import { Refusal } from "../../../base/refusal.ts";
import { isSaved, saveInside } from "../../../store/files/save_inside.ts";
import type { Attachment } from "../../../wire/attachment.ts";
import { fileObjection, HEAD_BYTES } from "../../../wire/file/file_type.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { fileRefusalOf, refuseFile } from "./file_refusals.ts";

/** One attachment that was to be saved: where it is, or why it is not. */
export type SavedAttachment =
  | { readonly id: string; readonly path: string; readonly mimeType: string; readonly size: number }
  | { readonly id: string; readonly refused: ReturnType<Refusal["toJSON"]> };

/** What saving may use of its call. */
export interface SaveCall {
  readonly signal: AbortSignal;
  progress(progress: number, total?: number, message?: string): void;
}

/** How often progress is told, in chunks. */
const TELL_EVERY = 8;

/**
 * Saves attachments of requests that are kept, one after the other; each says for itself what became of it.
 * @throws {Refusal} FILE_REFUSED when files are not allowed at all
 */
export async function saveAttachments(
  inbox: Inbox,
  ids: readonly string[],
  call: SaveCall,
): Promise<SavedAttachment[]> {
  const saved: SavedAttachment[] = [];
  for (const id of new Set(ids)) {
    try {
      saved.push(await saveOne(inbox, id, call));
    } catch (error) {
      call.signal.throwIfAborted();
      const refusal = error instanceof Refusal ? error : fileRefusalOf(error, { id });
      if (refusal === undefined) throw error;
      if (refusal.details?.["reason"] === "off") throw refusal;
      saved.push({ id, refused: refusal.toJSON() });
    }
  }
  return saved;
}

async function saveOne(inbox: Inbox, id: string, call: SaveCall): Promise<SavedAttachment> {
  const { filesFolder: folder, channel } = inbox;
  if (folder === null || channel.files === null) throw refuseFile("off");
  const found = inbox.state.attachment(id);
  if (found === undefined) throw refuseFile("unknown", { id });
  const { attachment, request } = found;
  const { name, mimeType, size } = attachment;
  const before = request.saved?.[id];
  if (before !== undefined && await isSaved(folder, before, size)) {
    return { id, path: before, mimeType, size };
  }
  const content = checked(attachment, channel.files.fetch(attachment, call.signal), call);
  const path = await saveInside(folder, name, content, inbox.env);
  await inbox.store.append([{ t: "file-saved", request: request.id, file: id, path }]);
  inbox.log.info("inbox.file_saved", { file: id, bytes: size });
  // It is here: as far as this agent goes, the relay may forget it.
  await channel.files.release([attachment]);
  return { id, path, mimeType, size };
}

/** Passes content on, once its beginning shows nothing against it. */
async function* checked(
  attachment: Attachment,
  content: AsyncIterable<Uint8Array>,
  { progress }: SaveCall,
): AsyncGenerator<Uint8Array> {
  const { id, name, size } = attachment;
  let done = 0;
  let count = 0;
  const look = (head: Uint8Array) => {
    const objection = fileObjection(attachment, head);
    if (objection !== undefined) throw refuseFile(objection, { id });
  };
  for await (const chunk of content) {
    if (count === 0) look(chunk.subarray(0, HEAD_BYTES));
    done += chunk.length;
    if (++count % TELL_EVERY === 0) progress(done, size, name);
    yield chunk;
  }
  if (count === 0) look(new Uint8Array());
}

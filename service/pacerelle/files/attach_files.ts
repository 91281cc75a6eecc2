/**
 * Files that go with a reply: only out of the folder that the person allowed, sealed before anything of them leaves.
 * @module
 */
import { type OpenedFile, openInside } from "../../../store/files/open_inside.ts";
import type { Attachment } from "../../../wire/attachment.ts";
import { safeFileName } from "../../../wire/file/file_name.ts";
import { fileObjection, fileTypeOf, HEAD_BYTES } from "../../../wire/file/file_type.ts";
import { sealFile } from "../../../wire/file/seal_file.ts";
import { MAX_ATTACHMENTS, MAX_FILE_BYTES } from "../../../wire/limits.ts";
import type { Inbox } from "../inbox/inbox.ts";
import { fileRefusalOf, refuseFile } from "./file_refusals.ts";

/** Files that were looked at and may be sent. Close them. */
export class FilesToSend {
  readonly #inbox: Inbox;
  readonly #files: { readonly path: string; readonly opened: OpenedFile; readonly mimeType: string }[] = [];

  private constructor(inbox: Inbox) {
    this.#inbox = inbox;
  }

  /** Opens each of `paths`. @throws {Refusal} FILE_REFUSED, naming the path */
  static async open(inbox: Inbox, paths: readonly string[]): Promise<FilesToSend> {
    const files = new FilesToSend(inbox);
    if (paths.length === 0) return files;
    const { filesFolder: folder } = inbox;
    if (folder === null || inbox.channel.files === null) throw refuseFile("off");
    if (paths.length > MAX_ATTACHMENTS) throw refuseFile("too-many");
    try {
      for (const path of paths) await files.#take(folder, path);
      return files;
    } catch (error) {
      await files.close();
      throw error;
    }
  }

  /** Whether these are the files of a message that was sent: in its order, the same names, the same content. */
  async areThoseOf(attachments: readonly Attachment[]): Promise<boolean> {
    if (attachments.length !== this.#files.length) return false;
    for (const [index, { opened }] of this.#files.entries()) {
      const sent = attachments[index];
      if (sent?.size !== opened.size || sent.name !== safeFileName(opened.name)) return false;
      // The same content has the same seal under the same secret; this one is compared and goes nowhere.
      if (await sealFile(sent, opened.read, () => Promise.resolve()) !== sent.hash) return false;
    }
    return true;
  }

  /** Seals them, durably. @throws {Refusal} FILE_REFUSED; then nothing of them is left */
  async seal(): Promise<Attachment[]> {
    const desk = this.#inbox.channel.files;
    const attachments: Attachment[] = [];
    for (const { path, opened, mimeType } of this.#files) {
      try {
        if (desk === null) throw refuseFile("off");
        const { size, read } = opened;
        attachments.push(await desk.attach({ name: safeFileName(opened.name), mimeType, size, read }));
        await opened.check();
      } catch (error) {
        await desk?.discard(attachments);
        throw fileRefusalOf(error, { path }) ?? (isFull(error) ? refuseFile("no-space", { path }) : error);
      }
    }
    return attachments;
  }

  /** Closes the files that are open. */
  async close(): Promise<void> {
    for (const { opened } of this.#files.splice(0)) await opened.close();
  }

  async #take(folder: string, path: string): Promise<void> {
    try {
      const opened = await openInside(folder, path);
      const { name, size } = opened;
      const head = await opened.read(0, Math.min(size, HEAD_BYTES)).catch(() => new Uint8Array());
      const mimeType = fileTypeOf(name, head);
      this.#files.push({ path, opened, mimeType });
      if (size > MAX_FILE_BYTES) throw refuseFile("too-large", { path });
      const objection = fileObjection({ name, mimeType }, head);
      if (objection !== undefined) throw refuseFile(objection, { path });
    } catch (error) {
      throw fileRefusalOf(error, { path }) ?? error;
    }
  }
}

/** The disk of the state is full: nothing was sealed. */
function isFull(error: unknown): boolean {
  return error instanceof Error &&
    ["ENOSPC", "EDQUOT"].includes(String((error as NodeJS.ErrnoException).code));
}

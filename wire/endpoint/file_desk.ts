/**
 * What those above do with files: attach, discard, fetch, release.
 * @module
 */
import type { Env } from "../../base/env.ts";
import type { Logger } from "../../base/log.ts";
import type { Attachment } from "../attachment.ts";
import type { Bytes } from "../bytes.ts";
import type { ChunkCaller } from "../file/chunk_call.ts";
import { fetchFile } from "../file/fetch_file.ts";
import { newFileSecret } from "../file/file_cipher.ts";
import type { FileShelf } from "../file/file_shelf.ts";
import { type ReadContent, sealFile } from "../file/seal_file.ts";
import type { RelayCaller } from "../relay_call.ts";

/** What files need of the platform and of the relay. */
export interface EndpointFiles {
  readonly shelf: FileShelf;
  /** `chunkCaller` with the endpoint's credential. */
  readonly chunks: ChunkCaller;
}

/** Whose files they are. */
interface Owner {
  readonly env: Env;
  readonly log: Logger;
  readonly call: RelayCaller;
}

/** A file as its sender has it. */
export interface FileToAttach {
  readonly name: string;
  readonly mimeType: string;
  readonly size: number;
  readonly read: ReadContent;
}

/** Files of one endpoint. */
export class FileDesk {
  readonly #owner: Owner;
  readonly #files: EndpointFiles;

  constructor(owner: Owner, files: EndpointFiles) {
    this.#owner = owner;
    this.#files = files;
  }

  /**
   * Seals a file onto the shelf, durably, and answers what a message tells of it. Nothing leaves before a message that tells
   * of it is sent; what no message does tell of is gone after the next start.
   * @throws what `read` and the shelf throw; then nothing of it is left
   */
  async attach({ name, mimeType, size, read }: FileToAttach): Promise<Attachment> {
    const { shelf } = this.#files;
    const secret = newFileSecret(this.#owner.env, size);
    try {
      const hash = await sealFile(secret, read, (index, sealed) => shelf.put(secret.id, index, sealed));
      await shelf.keep(secret.id);
      return { ...secret, name, mimeType, hash };
    } catch (error) {
      await this.discard([secret]);
      throw error;
    }
  }

  /** Forgets files that were attached and that no message will tell of. */
  async discard(files: readonly Pick<Attachment, "id">[]): Promise<void> {
    // What stays is swept at the next start.
    for (const { id } of files) await this.#files.shelf.remove(id).catch(() => {});
  }

  /** The content of a file that came; see `fetchFile` for what it throws. It counts once all of it has been given. */
  fetch(attachment: Attachment, signal?: AbortSignal): AsyncGenerator<Bytes, void> {
    return fetchFile({ env: this.#owner.env, chunks: this.#files.chunks, signal }, attachment);
  }

  /** Tells the relay that these are needed here no more. What it does not hear of it forgets in time. */
  async release(files: readonly Pick<Attachment, "id">[]): Promise<void> {
    if (files.length === 0) return;
    await this.#owner.call("releaseFiles", { files: files.map(({ id }) => id) }).catch(() => {
      this.#owner.log.debug("files_not_released", { files: files.length });
    });
  }
}

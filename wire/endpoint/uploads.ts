/**
 * Brings files to the relay before the messages that tell of them are sealed. The relay says what it misses; what is on the
 * shelf goes there, the same bytes however often; when nothing is missing, that is written down and the shelf is cleared.
 * @module
 */
import { fileLayout } from "../file/layout.ts";
import { RelayRefusal } from "../relay_call.ts";
import type { RelayErrorCode } from "../relay_error.ts";
import type { Core } from "./core.ts";
import type { EndpointFiles } from "./file_desk.ts";
import type { EndpointRecord } from "./records.ts";
import type { WaitingFile } from "./waiting_files.ts";

/** Chunks under way at once. */
const WINDOW = 3;
/** How soon a full relay is asked again. */
const FULL_MS = 60_000;

/** Refusals that no time heals: the message is given up, and says why. */
const LASTING: ReadonlySet<RelayErrorCode> = new Set(
  ["FILE_CONFLICT", "TOO_LARGE", "INVALID_REQUEST"] as const,
);

/** What uploading depends on and sets off. */
export interface UploadDuties {
  /** Whether it is not known yet what became of a message to a recipient: it may be there, and its files too. */
  isDoubtful(id: string, to: string): boolean;
  /** A message may be ready to be sealed. */
  onStored(): void;
}

/** Uploads one file after the other. */
export class Uploads {
  readonly #core: Core;
  readonly #files: EndpointFiles;
  readonly #duties: UploadDuties;

  constructor(core: Core, files: EndpointFiles, duties: UploadDuties) {
    this.#core = core;
    this.#files = files;
    this.#duties = duties;
  }

  /**
   * Uploads all that waits. Answers in how many milliseconds to look again, when the relay has no room.
   * @throws what the relay's calls throw
   */
  async work(): Promise<number | undefined> {
    for (const file of this.#core.state.files.all()) {
      if (!this.#core.isReady) return undefined;
      if (!this.#core.state.files.has(file.attachment.id)) continue;
      try {
        switch (this.#need(file)) {
          case "unknown":
            continue;
          case "none":
            await this.#stored(file.attachment.id);
            continue;
          case "upload":
            await this.#upload(file);
        }
      } catch (error) {
        if (!(error instanceof RelayRefusal)) throw error;
        if (error.code === "FILES_FULL") {
          this.#core.raise("files-full", null);
          return FULL_MS;
        }
        if (!LASTING.has(error.code)) throw error;
        await this.#giveUp(file, error.code);
      }
    }
    return undefined;
  }

  /**
   * What a file needs. None where its message was sealed for everybody already, so that the relay had it: a state that was
   * restored from a backup has forgotten that.
   */
  #need({ message }: WaitingFile): "upload" | "none" | "unknown" {
    const recipients = [...this.#core.state.outbox.entry(message)?.recipients ?? []];
    const pending = recipients.filter(([, { state }]) => state === "pending");
    if (pending.length === 0) return "none";
    return pending.some(([to]) => this.#duties.isDoubtful(message, to)) ? "unknown" : "upload";
  }

  async #upload(waiting: WaitingFile): Promise<void> {
    const { state } = this.#core;
    const { id } = waiting.attachment;
    let missing = await this.#missing(waiting);
    // A relay that never has enough is tried again later, by the next call.
    for (let round = 0; missing.length > 0; round++) {
      if (round > 2) throw new RelayRefusal("UNAVAILABLE", "chunks go missing");
      for (let start = 0; start < missing.length; start += WINDOW) {
        if (!this.#core.isReady || !state.files.has(id)) return;
        const puts = missing.slice(start, start + WINDOW).map((index) => this.#put(waiting, index));
        if ((await Promise.all(puts)).includes(false)) return await this.#giveUp(waiting, "FILE_LOST");
      }
      missing = await this.#missing(waiting);
    }
    this.#core.clear("files-full", null);
    await this.#stored(id);
  }

  async #stored(file: string): Promise<void> {
    await this.#core.append([{ t: "file-stored", file }]);
    this.#core.log.info("file_stored", { file });
    this.#duties.onStored();
    await this.#clear(file);
  }

  async #missing({ message, attachment }: WaitingFile): Promise<readonly number[]> {
    const { call, state } = this.#core;
    const { chunks, sealedBytes } = fileLayout(attachment.size);
    const recipients = [...state.outbox.entry(message)?.recipients.keys() ?? []];
    if (recipients.length === 0) return [];
    const { missing } = await call("announceFile", { file: attachment.id, chunks, sealedBytes, recipients });
    return missing;
  }

  /** False when the shelf does not have it any more. */
  async #put({ attachment: { id, size } }: WaitingFile, index: number): Promise<boolean> {
    const { sealedBytes } = fileLayout(size);
    const sealed = await this.#files.shelf.get(id, index, sealedBytes);
    if (sealed === undefined) return false;
    await this.#files.chunks.put(id, index, sealed);
    return true;
  }

  /** The message of a file that cannot be brought there will not arrive. */
  async #giveUp({ message, attachment }: WaitingFile, code: string): Promise<void> {
    const { state, env, log } = this.#core;
    log.warn("file_given_up", { file: attachment.id, code });
    const at = env.now();
    const records = [...state.outbox.entry(message)?.recipients.keys() ?? []].map((to): EndpointRecord => ({
      t: "progress",
      id: message,
      to,
      from: ["pending"],
      state: "refused",
      at,
      code,
    }));
    if (records.length > 0) await this.#core.append(records);
    await this.#core.call("releaseFiles", { files: [attachment.id] }).catch(() => {});
    await this.#clear(attachment.id);
  }

  async #clear(file: string): Promise<void> {
    // What stays is swept at the next start.
    await this.#files.shelf.remove(file).catch(() => {});
  }
}

/** Removes what a crash left on the shelf and no message waits for. Call it before anything is attached. */
export async function sweepShelf({ state }: Pick<Core, "state">, { shelf }: EndpointFiles): Promise<void> {
  for (const file of await shelf.list()) if (!state.files.has(file)) await shelf.remove(file);
}

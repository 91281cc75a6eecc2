/**
 * Files of messages in the outbox that the relay does not have yet: their messages are not sealed before. Pure; changed only
 * by what the journal says.
 * @module
 */
import { type Attachment, attachmentsOf } from "../attachment.ts";
import type { Outbox } from "./outbox.ts";
import type { EndpointRecord, OutgoingMessage } from "./records.ts";

/** A file to be uploaded, and the message that tells of it. */
export interface WaitingFile {
  readonly message: string;
  readonly attachment: Attachment;
}

/** The files. */
export class WaitingFiles {
  readonly #files = new Map<string, WaitingFile>();

  get size(): number {
    return this.#files.size;
  }

  /** Oldest first. */
  all(): WaitingFile[] {
    return [...this.#files.values()];
  }

  has(file: string): boolean {
    return this.#files.has(file);
  }

  /** Whether a message waits for none of its files. */
  isReady({ content }: OutgoingMessage): boolean {
    return this.#files.size === 0 || attachmentsOf(content).every(({ id }) => !this.#files.has(id));
  }

  wrote({ id, content }: OutgoingMessage): void {
    for (const attachment of attachmentsOf(content)) {
      this.#files.set(attachment.id, { message: id, attachment });
    }
  }

  stored(file: string): void {
    this.#files.delete(file);
  }

  /** Forgets files of messages that have left. */
  prune(outbox: Outbox): void {
    for (const [file, { message }] of this.#files) if (!outbox.entry(message)) this.#files.delete(file);
  }

  /** What a snapshot writes after the outbox: the files that the relay has. */
  snapshot(outbox: Outbox): EndpointRecord[] {
    return [...outbox.entries()].flatMap(({ message }) => attachmentsOf(message.content))
      .filter(({ id }) => !this.#files.has(id)).map(({ id }) => ({ t: "file-stored", file: id }));
  }
}

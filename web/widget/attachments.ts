/**
 * Files that are being added to the next message: sent to the desk at once, one by one, with their progress.
 * @module
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { VisitorFileView } from "../../service/messagerie/widget/views.ts";
import { Refused, type WidgetClient } from "./client.ts";
import { words } from "./words.ts";

/** A file on its way into the next message. */
export interface Attachment {
  readonly key: string;
  readonly name: string;
  /** 0 to 1. */
  readonly progress: number;
  /** What the desk keeps, once it has it. */
  readonly file?: VisitorFileView;
}

/** How many, and how large. */
export interface AttachmentLimits {
  readonly count: number;
  readonly bytes: number;
}

/** Files of the next message. */
export class Attachments {
  readonly #client: () => Pick<WidgetClient, "upload" | "call">;
  readonly #complain: (text: string) => void;
  readonly #list = signal<readonly Attachment[]>([]);
  readonly #stops = new Map<string, AbortController>();

  constructor(client: () => Pick<WidgetClient, "upload" | "call">, complain: (text: string) => void) {
    this.#client = client;
    this.#complain = complain;
  }

  get list(): ReadonlySignal<readonly Attachment[]> {
    return this.#list;
  }

  /** Whether some are still on their way. */
  get busy(): boolean {
    return this.#list.value.some(({ file }) => file === undefined);
  }

  /** Begins to send files. */
  add(files: Iterable<File>, limits: AttachmentLimits): void {
    for (const file of files) {
      if (this.#list.value.length >= limits.count) return this.#complain(words.tooManyFiles(limits.count));
      if (file.size > limits.bytes) this.#complain(words.fileTooLarge(file.name, limits.bytes));
      else void this.#upload(file);
    }
  }

  /** Lets go of a file. */
  remove(key: string): void {
    const { file } = this.#list.value.find((one) => one.key === key) ?? {};
    this.#stops.get(key)?.abort();
    this.#drop(key);
    // What stays behind is forgotten by the desk itself after a day.
    if (file !== undefined) void this.#client().call("DELETE", `/files/${file.id}`).catch(() => {});
  }

  /** Hands over what the desk has, for a message to take; none stays. */
  take(): readonly VisitorFileView[] {
    const files = this.#list.value.map(({ file }) => file).filter((file) => file !== undefined);
    this.#list.value = [];
    return files;
  }

  /** Lets go of all, those on their way too. */
  clear(): void {
    for (const stop of this.#stops.values()) stop.abort();
    this.#list.value = [];
  }

  async #upload(file: File): Promise<void> {
    const key = crypto.randomUUID();
    const stop = new AbortController();
    this.#stops.set(key, stop);
    this.#list.value = [...this.#list.value, { key, name: file.name, progress: 0 }];
    try {
      const kept = await this.#client().upload(
        file,
        (progress) => this.#change(key, { progress }),
        stop.signal,
      );
      this.#change(key, { file: kept, progress: 1 });
    } catch (error) {
      this.#drop(key);
      if (!stop.signal.aborted) this.#complain(complaintOf(error, file.name));
    } finally {
      this.#stops.delete(key);
    }
  }

  #change(key: string, changes: Partial<Attachment>): void {
    this.#list.value = this.#list.value.map((one) => one.key === key ? { ...one, ...changes } : one);
  }

  #drop(key: string): void {
    this.#list.value = this.#list.value.filter((one) => one.key !== key);
  }
}

function complaintOf(error: unknown, name: string): string {
  switch (error instanceof Refused ? error.code : "") {
    case "FILE_REFUSED":
      return words.fileRefused(name);
    case "FILE_TOO_LARGE":
      // What the desk had said that it takes: its database takes less.
      return words.fileTooLargeHere(name);
    case "FILES_FULL":
    case "STORAGE_FULL":
      return words.noRoom(name);
    case "RATE_LIMITED":
    case "TOO_MANY_FILES":
      return `${name} : ${words.tooMany}`;
    default:
      return words.fileFailed(name);
  }
}

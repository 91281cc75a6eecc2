/**
 * Files chosen for the next reply of each conversation: a browser keeps none over a reload, so they live as long as the page.
 * @module
 */
import { signal } from "@preact/signals";
import { MAX_FILE_BYTES, MAX_FILES } from "../../../../service/messagerie/limits.ts";

/** A chosen file. */
export interface PickedFile {
  readonly key: string;
  readonly file: File;
}

/** What was not taken: more than one reply's files, or too large. */
export interface NotPicked {
  readonly tooMany: boolean;
  readonly tooLarge: readonly File[];
}

const NONE: readonly PickedFile[] = [];

/** The chosen files of all conversations. */
export class PickedFiles {
  readonly #files = signal<ReadonlyMap<string, readonly PickedFile[]>>(new Map());

  /** Those of a conversation, in the order in which they were chosen. */
  of(conversationId: string): readonly PickedFile[] {
    return this.#files.value.get(conversationId) ?? NONE;
  }

  /** Whether there are none at all. */
  get isEmpty(): boolean {
    return this.#files.peek().size === 0;
  }

  /** Takes more, as many as go. */
  add(conversationId: string, files: Iterable<File>): NotPicked {
    const all = [...files];
    const tooLarge = all.filter(({ size }) => size > MAX_FILE_BYTES);
    const fit = all.filter((file) => !tooLarge.includes(file))
      .map((file) => ({ key: crypto.randomUUID(), file }));
    const picked = [...this.of(conversationId), ...fit];
    this.#put(conversationId, picked.slice(0, MAX_FILES));
    return { tooMany: picked.length > MAX_FILES, tooLarge };
  }

  /** Lets go of one. */
  remove(conversationId: string, key: string): void {
    this.#put(conversationId, this.of(conversationId).filter((one) => one.key !== key));
  }

  /** Hands them over; none stays. */
  take(conversationId: string): readonly File[] {
    const taken = this.of(conversationId).map(({ file }) => file);
    this.#put(conversationId, NONE);
    return taken;
  }

  #put(conversationId: string, picked: readonly PickedFile[]): void {
    const files = new Map(this.#files.peek());
    if (picked.length === 0) files.delete(conversationId);
    else files.set(conversationId, picked);
    this.#files.value = files;
  }
}

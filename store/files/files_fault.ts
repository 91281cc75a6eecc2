/**
 * What can be wrong with a file of the folder that a person allowed.
 * @module
 */

/**
 * - `no-folder`: the allowed folder is not there, or is none
 * - `outside`: the path leads out of it, by itself or by a link
 * - `missing`, `not-regular`, `unreadable`
 * - `changed`: it was written to while it was read
 * - `no-space`, `unwritable`: nothing could be saved
 */
export type FilesFaultReason =
  | "no-folder"
  | "outside"
  | "missing"
  | "not-regular"
  | "unreadable"
  | "changed"
  | "no-space"
  | "unwritable";

/** A file that cannot be read or saved. Its message holds no path. */
export class FilesFault extends Error {
  override readonly name = "FilesFault";
  readonly reason: FilesFaultReason;

  constructor(reason: FilesFaultReason, options?: ErrorOptions) {
    super(`file: ${reason}`, options);
    this.reason = reason;
  }
}

/** The code of a system's error. */
export function codeOf(error: unknown): string {
  return error instanceof Error ? String((error as NodeJS.ErrnoException).code ?? "") : "";
}

/**
 * What can be wrong with a database, as a kind that the edges put into words (one sentence, and what to do).
 * @module
 */

/**
 * - `corrupt`: the file is not a database, or is damaged
 * - `foreign`: a database of another product
 * - `newer`: made by a newer version of this product
 * - `readonly`: the file or its folder cannot be written
 * - `locked`: another process kept the write lock for too long
 * - `full`: no space left
 * - `unreachable`: the file, its folder or the server cannot be opened
 */
export type DatabaseFaultKind =
  | "corrupt"
  | "foreign"
  | "newer"
  | "readonly"
  | "locked"
  | "full"
  | "unreachable";

/** The database cannot serve. Nothing was changed by the call that threw it. */
export class DatabaseFault extends Error {
  override readonly name = "DatabaseFault";
  readonly kind: DatabaseFaultKind;

  constructor(kind: DatabaseFaultKind, options?: ErrorOptions) {
    super(`database fault: ${kind}`, options);
    this.kind = kind;
  }
}

const KIND_BY_CODE: readonly (readonly [prefix: string, kind: DatabaseFaultKind])[] = [
  ["SQLITE_CORRUPT", "corrupt"],
  ["SQLITE_NOTADB", "corrupt"],
  ["SQLITE_READONLY", "readonly"],
  ["SQLITE_PERM", "readonly"],
  ["SQLITE_AUTH", "unreachable"],
  ["SQLITE_BUSY", "locked"],
  ["SQLITE_LOCKED", "locked"],
  ["SQLITE_FULL", "full"],
  ["SQLITE_CANTOPEN", "unreachable"],
  // The shared-memory file of the log cannot grow: so little room is left that not even reading starts.
  ["SQLITE_IOERR_SHMSIZE", "full"],
  ["SQLITE_IOERR", "unreachable"],
];

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

/** Whether another connection holds the lock that this one needs. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");
}

/** The fault that a driver's error tells of, or the error itself when it is none. */
export function toDatabaseFault(error: unknown): unknown {
  if (error instanceof DatabaseFault) return error;
  const code = codeOf(error);
  const kind = KIND_BY_CODE.find(([prefix]) => code.startsWith(prefix))?.[1];
  return kind === undefined ? error : new DatabaseFault(kind, { cause: error });
}

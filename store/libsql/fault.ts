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
  // A server's own: it ends a transaction that another has waited for, and may be told to take no writes.
  ["TRANSACTION_", "locked"],
  ["BLOCKED", "readonly"],
];

/** Result codes by number: the native driver names few of those that extend them, and gives the others as numbers. */
const CODES: Readonly<Record<number, string>> = {
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  23: "SQLITE_AUTH",
  26: "SQLITE_NOTADB",
};
const UNNAMED = /^UNKNOWN_SQLITE_ERROR_(\d+)$/;

/** The name of an error's code. The low byte of an extended code is the code that it extends. */
function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  const code = String(error.code);
  const number = UNNAMED.exec(code)?.[1];
  return number === undefined ? code : CODES[Number(number) & 0xff] ?? code;
}

/** Whether another connection holds the lock that this one needs. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return /^(?:SQLITE_BUSY|SQLITE_LOCKED|TRANSACTION_BUSY)/.test(code);
}

/** The fault that a driver's error tells of, or the error itself when it is none. */
export function toDatabaseFault(error: unknown): unknown {
  if (error instanceof DatabaseFault) return error;
  const code = codeOf(error);
  const kind = KIND_BY_CODE.find(([prefix]) => code.startsWith(prefix))?.[1];
  return kind === undefined ? error : new DatabaseFault(kind, { cause: error });
}

/** Whether an error tells that there is no space left. What was being written is undone. */
export function isFull(error: unknown): boolean {
  const fault = toDatabaseFault(error);
  return fault instanceof DatabaseFault && fault.kind === "full";
}

/** Whether a server had more to answer with than it answers. */
export function isAnswerTooLarge(error: unknown): boolean {
  return codeOf(error) === "RESPONSE_TOO_LARGE";
}

/**
 * Whether a value is longer than the database takes; a server takes less than a file does, and says of one that its
 * arguments do not fit.
 */
export function isTooLong(error: unknown): boolean {
  return /^(?:SQLITE_TOOBIG|ARGS_INVALID)/.test(codeOf(error));
}

/**
 * What is answered when something failed that nobody asked for: a full disk in its own words, since somebody can free
 * some; a file that a database's server does not take, since a smaller one passes; anything else is a bug, told by an
 * incident that the log holds (contract: messagerie §3).
 * @module
 */
import type { Refusal } from "../../base/refusal.ts";
import { refuse } from "../../service/messagerie/refusals.ts";
import { isFull, isTooLong } from "../../store/libsql/fault.ts";

/** The refusal for `error`. What was being written is undone: all of it or nothing. */
export function failed(incident: string, error: unknown): Refusal {
  // Texts are bounded far below what any database takes: only files are that long.
  if (isTooLong(error)) return refuse("FILE_TOO_LARGE", { incident });
  return refuse(isFull(error) ? "STORAGE_FULL" : "INTERNAL_ERROR", { incident });
}

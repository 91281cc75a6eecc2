/**
 * What is answered when something failed that nobody asked for: a full disk in its own words, since somebody can free
 * some; anything else is a bug, told by an incident that the log holds (contract: messagerie §3).
 * @module
 */
import type { Refusal } from "../../base/refusal.ts";
import { refuse } from "../../service/messagerie/refusals.ts";
import { isFull } from "../../store/libsql/fault.ts";

/** The refusal for `error`. What was being written is undone: all of it or nothing. */
export function failed(incident: string, error: unknown): Refusal {
  return refuse(isFull(error) ? "STORAGE_FULL" : "INTERNAL_ERROR", { incident });
}

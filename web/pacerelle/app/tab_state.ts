/**
 * What the tab that holds the device tells the others.
 * @module
 */
import type { EntryView } from "./entry_types.ts";
import type { AppState } from "./state_types.ts";
import type { Told } from "./told.ts";

/** What every tab shows alike. */
export type SharedState = Omit<AppState, "tab" | "storage"> & {
  /** What is wrong with the storage. */
  readonly fault: Told | null;
};

/** What changed in a conversation: entries that are new or other than before, or, with null, all of it. */
export interface EntriesChange {
  readonly agent: string;
  readonly entries: readonly EntryView[] | null;
  /** The ids of those that are new: they come last, whatever their clocks say. */
  readonly added: readonly string[];
}

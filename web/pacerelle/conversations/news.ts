/**
 * What has come to a conversation. Pure.
 * @module
 */
import type { EntryView } from "../app/entry_types.ts";

/** The agent's entries after `newest`, the last one that was known; null: there was none. Unknown where `newest` is gone. */
export function newsOf(entries: readonly EntryView[], newest: EntryView | null): readonly EntryView[] {
  const at = newest === null ? -1 : entries.findLastIndex(({ id }) => id === newest.id);
  if (newest !== null && at === -1) return [];
  return entries.slice(at + 1).filter(({ isMine }) => !isMine);
}

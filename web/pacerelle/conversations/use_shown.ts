/**
 * Brings an entry of a search into the loaded part of its conversation, however old it is.
 * @module
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Watched } from "./use_watch.ts";

/** Entries that are loaded above it, where there are as many: others that came in while it is brought into view would move it. */
const ROOM = 50;

/** The entry once it is loaded; undefined before, and where it is gone. */
export function useShown(watched: Watched, shown: string | undefined): string | undefined {
  const found = useSignal<string | undefined>(undefined);
  const { value: loaded } = watched.loaded;
  const at = loaded?.entries.findIndex(({ id }) => id === shown) ?? -1;
  const isThere = at >= ROOM || (at >= 0 && loaded?.hasMore === false);
  const oldest = loaded?.entries[0]?.id;
  useEffect(() => {
    if (isThere) found.value = shown;
    else if (shown !== undefined && loaded?.hasMore) void watched.loadOlder();
  }, [shown, isThere, oldest]);
  return shown === undefined ? undefined : found.value;
}

/**
 * Brings an entry of a search into the loaded part of its conversation, however old it is.
 * @module
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Watched } from "./use_watch.ts";

/** The entry once it is loaded; undefined before, and where it is gone. */
export function useShown(watched: Watched, shown: string | undefined): string | undefined {
  const found = useSignal<string | undefined>(undefined);
  const { value: loaded } = watched.loaded;
  const isThere = shown !== undefined && loaded?.entries.some(({ id }) => id === shown) === true;
  const oldest = loaded?.entries[0]?.id;
  useEffect(() => {
    if (isThere) found.value = shown;
    else if (shown !== undefined && loaded?.hasMore) void watched.loadOlder();
  }, [shown, isThere, oldest]);
  return shown === undefined ? undefined : found.value;
}

/**
 * A conversation that is watched for as long as it is shown.
 * @module
 */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ConversationWatch } from "../app/api.ts";
import type { EntryView } from "../app/entry_types.ts";
import { app } from "../state.ts";

/** What is loaded, oldest first; null before the first answer. */
export interface Watched {
  readonly loaded: ReadonlySignal<
    { readonly entries: readonly EntryView[]; readonly hasMore: boolean } | null
  >;
  /** Loads older ones; one call at a time. */
  loadOlder(): Promise<void>;
}

/** Watches an agent's conversation. */
export function useWatch(agent: string): Watched {
  const loaded = useSignal<{ readonly entries: readonly EntryView[]; readonly hasMore: boolean } | null>(
    null,
  );
  const watch = useRef<ConversationWatch>(undefined);
  const loading = useRef<Promise<void>>(undefined);
  useEffect(() => {
    watch.current = app.watch(agent, ({ entries, hasMore }) => loaded.value = { entries, hasMore });
    return () => watch.current?.close();
  }, [agent]);
  return {
    loaded,
    loadOlder: () =>
      loading.current ??= (watch.current?.loadOlder() ?? Promise.resolve()).finally(() => {
        loading.current = undefined;
      }),
  };
}

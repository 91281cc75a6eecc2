/**
 * Something that a page asks for: waited for, shown, or why it cannot be shown with a way to try again.
 * @module
 */
import { useSignal } from "@preact/signals";
import { RotateCcw } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "./button.tsx";
import { kitWords } from "./kit_words.ts";

/** What a load gave. */
export type Loaded<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/** What was asked for and where that stands. */
export interface Resource<Value> {
  /** The last value that came; it stays while it is asked for again. */
  readonly value: Value | undefined;
  /** Why the last try failed. */
  readonly fault: string | undefined;
  readonly isLoading: boolean;
  /** Asks again; the latest answer counts. */
  reload(): Promise<void>;
  /**
   * Asks again without anybody's asking: what is shown stays where no answer comes. What is being asked for is waited for,
   * and asked for once more then: refreshes that come faster than answers would keep any from being shown.
   */
  refresh(): Promise<void>;
  /** Puts what is known to be so now, from the answer to a change. */
  put(value: Value): void;
}

/** Asks at once, and again when `key` changes. */
export function useResource<Value>(load: () => Promise<Loaded<Value>>, key = ""): Resource<Value> {
  const value = useSignal<Value | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  const isLoading = useSignal(true);
  const turn = useRef(0);
  /** Whether it is to be asked for once more when the answer has come. */
  const isDue = useRef(false);

  async function reload(isQuiet = false): Promise<void> {
    const mine = ++turn.current;
    isDue.current = false;
    isLoading.value = true;
    const loaded = await load();
    if (mine !== turn.current) return;
    isLoading.value = false;
    if (loaded.ok || !isQuiet || value.value === undefined) {
      fault.value = loaded.ok ? undefined : loaded.message;
      if (loaded.ok) value.value = loaded.value;
    }
    if (isDue.current) void reload(true);
  }

  async function refresh(): Promise<void> {
    if (isLoading.value) isDue.current = true;
    else await reload(true);
  }

  useEffect(() => {
    void reload();
    return () => void turn.current++;
  }, [key]);

  return {
    value: value.value,
    fault: fault.value,
    isLoading: isLoading.value,
    reload: () => reload(),
    refresh,
    put(next) {
      turn.current++;
      isDue.current = false;
      isLoading.value = false;
      fault.value = undefined;
      value.value = next;
    },
  };
}

/** Shows a resource, or that it is waited for, or why it does not come. */
export function ResourceView<Value>(props: {
  readonly of: Resource<Value>;
  readonly children: (value: Value) => ComponentChildren;
}) {
  const { of: { value, fault, reload }, children } = props;
  const t = kitWords.value;
  return (
    <>
      {fault !== undefined && (
        <div class="notice notice-danger notice-row" role="alert">
          <span>{fault}</span>
          <Button icon={RotateCcw} label={t.retry} onPress={reload} />
        </div>
      )}
      {value !== undefined ? children(value) : fault === undefined && (
        <div class="skeleton" role="status">
          <span class="visually-hidden">{t.loading}</span>
          <span />
          <span />
          <span />
        </div>
      )}
    </>
  );
}

/**
 * Parts of the app that are loaded when they are first shown, or shortly after the app has opened: what is seen first comes
 * first, and nothing is missing once the network is gone.
 * @module
 */
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { Button } from "../../kit/button.tsx";
import { kitWords } from "../../kit/kit_words.ts";
import { words } from "../words.ts";

type Loaded<Props> = { readonly Part: ComponentType<Props> } | "loading" | "failed" | undefined;

const loads: (() => Promise<void>)[] = [];

/** A component that stands for one in a module of its own. */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const loaded = signal<Loaded<Props>>(undefined);
  async function begin(): Promise<void> {
    const { value: before } = loaded;
    if (before !== undefined && before !== "failed") return;
    loaded.value = "loading";
    try {
      loaded.value = { Part: await load() };
    } catch {
      loaded.value = "failed";
    }
  }
  loads.push(begin);
  return function Lazy(props: Props) {
    const { value: part } = loaded;
    if (part === undefined) void Promise.resolve().then(begin);
    if (typeof part === "object") return <part.Part {...props} />;
    if (part !== "failed") return <span class="spinner" role="status" aria-label={kitWords.value.loading} />;
    return (
      <p class="notice notice-warning" role="alert">
        {words.value.partFailed} <Button label={kitWords.value.retry} onPress={begin} />
      </p>
    );
  };
}

/** Loads what was not shown yet, when the browser has nothing else to do. Call it once. */
export function loadTheRest(): void {
  const all = () => void loads.reduce((before, load) => before.then(load), Promise.resolve());
  // Safari has no word for it.
  if ("requestIdleCallback" in globalThis) requestIdleCallback(all, { timeout: 5_000 });
  else setTimeout(all, 2_000);
}

/**
 * Something that is worth a word only once it has lasted: a moment without a connection is none.
 * @module
 */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Whether `holds` has held for `ms`. */
export function useLasting(holds: boolean, ms: number): boolean {
  const lasts = useSignal(false);
  useEffect(() => {
    lasts.value = false;
    if (!holds) return;
    const timer = setTimeout(() => lasts.value = true, ms);
    return () => clearTimeout(timer);
  }, [holds, ms]);
  return holds && lasts.value;
}

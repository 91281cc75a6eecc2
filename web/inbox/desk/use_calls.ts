/**
 * Does something each time that a counter goes up, and not because it once did before this was shown.
 * @module
 */
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** `run` after each further call. */
export function useCalls(calls: ReadonlySignal<number>, run: () => unknown): void {
  const { value } = calls;
  const known = useRef(value);
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    run();
  }, [value]);
}

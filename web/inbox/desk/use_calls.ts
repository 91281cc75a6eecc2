/**
 * Does something each time that a counter goes up, and not because it once did before this was shown.
 * @module
 */
import type { ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

/** `run` after each further call, before the next key can be pressed: what is typed then goes where it should. */
export function useCalls(calls: ReadonlySignal<number>, run: () => unknown): void {
  const { value } = calls;
  const known = useRef(value);
  useLayoutEffect(() => {
    if (value === known.current) return;
    known.current = value;
    run();
  }, [value]);
}

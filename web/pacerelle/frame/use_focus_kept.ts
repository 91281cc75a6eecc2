/**
 * Keeps the focus where the person is: a step to another place may take away what had it.
 * @module
 */
import { useEffect, useRef } from "preact/hooks";

/** After each change of `where` a focus that fell to the page goes to its main part. */
export function useFocusKept(where: string): void {
  const before = useRef(where);
  useEffect(() => {
    if (before.current === where) return;
    before.current = where;
    const frame = requestAnimationFrame(() => {
      const { activeElement, body } = document;
      if (activeElement === null || activeElement === body) {
        document.getElementById("main")?.focus({ preventScroll: true });
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [where]);
}

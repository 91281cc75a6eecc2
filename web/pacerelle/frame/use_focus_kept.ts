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
    const observer = new MutationObserver(look);
    function look(): void {
      const { activeElement, body } = document;
      const main = document.getElementById("main");
      const isLost = activeElement === null || activeElement === body;
      if (isLost) main?.focus({ preventScroll: true });
      // A part that is loaded when it is first gone to has no main part yet.
      if (!isLost || main !== null) observer.disconnect();
    }
    observer.observe(document.body, { childList: true, subtree: true });
    const frame = requestAnimationFrame(look);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, [where]);
}

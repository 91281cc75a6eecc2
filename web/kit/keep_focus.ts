/**
 * Keeps the keyboard's place: when what has the focus goes away (a line that leaves a list, a tag that is taken off, a message
 * that is closed), the focus goes to the nearest thing around it that can have it, and not to the top of the page.
 * @module
 */

/** Begins to look after it. Call it once. `otherwise`: the id of what takes the focus where nothing around it is left. */
export function keepFocus(otherwise: string): void {
  let around: readonly EventTarget[] = [];
  document.addEventListener("focusin", (event) => around = event.composedPath());
  const observer = new MutationObserver(() => {
    const [last] = around;
    if (!(last instanceof Element) || last.isConnected || document.activeElement !== document.body) return;
    const left = around.find((one) => one instanceof HTMLElement && one.isConnected && one.tabIndex >= 0);
    around = [];
    // A window that is still open keeps it.
    if (document.querySelector("dialog[open]") !== null && left === undefined) return;
    (left instanceof HTMLElement ? left : document.getElementById(otherwise))?.focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/**
 * The page's address as a signal: links stay links, and going back works.
 * @module
 */
import { type ReadonlySignal, signal } from "@preact/signals";

const current = signal(location.pathname + location.search);

/** Path and search of the address, such as `/conversations/12?tab=mine`. */
export const address: ReadonlySignal<string> = current;

/** Goes to an address of this page. `replace` leaves no step to go back to. */
export function go(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (to === current.value) return;
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  current.value = to;
}

/** Follows back and forward, and takes plain clicks on the page's own links. Call it once. */
export function followAddress(): void {
  addEventListener("popstate", () => current.value = location.pathname + location.search);
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (
      link === null || link.origin !== location.origin || link.target !== "" || link.hasAttribute("download")
    ) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}

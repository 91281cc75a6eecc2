/**
 * The secret of a link that opens once. It comes in the address's fragment, which browsers send to nobody; it leaves the
 * address bar at once, and from here it goes in the body of a request and nowhere else.
 * @module
 */
import { type ReadonlySignal, signal } from "@preact/signals";

/** The pages that such links lead to. */
const LINK_PAGES: readonly string[] = [
  "/premiers-pas",
  "/invitation",
  "/nouveau-mot-de-passe",
  "/mot-de-passe",
];

const taken = signal("");

/** The secret that the address held; empty when it held none. */
export const linkSecret: ReadonlySignal<string> = taken;

/** Takes the secret out of the address. */
function takeLinkSecret(): void {
  const secret = location.hash.slice(1);
  if (secret === "" || !LINK_PAGES.includes(location.pathname)) return;
  taken.value = secret;
  // The same step of the history, so that going back does not bring it out again.
  history.replaceState(history.state, "", location.pathname + location.search);
}

takeLinkSecret();
addEventListener("hashchange", takeLinkSecret);

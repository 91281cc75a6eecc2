/**
 * Loads the page anew where nobody asked for it just now: a new version has taken over, maybe in another tab.
 * @module
 */

/** Longer than a disk takes, and than another tab takes to answer or to be passed over. */
const PATIENCE_MS = 10_000;

const keeps = new Set<() => Promise<void>>();

/** `keep` is done before; answers how to stop. */
export function beforeLoadingAnew(keep: () => Promise<void>): () => void {
  keeps.add(keep);
  return () => keeps.delete(keep);
}

/** Loads the page anew once what is only in it is kept: a page that goes finishes nothing. */
export async function loadAnew(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.allSettled([...keeps].map((keep) => keep())), late]);
  location.reload();
}

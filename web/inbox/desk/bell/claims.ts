/**
 * What rings once on this device, however many tabs are open: the first tab that claims it rings.
 * @module
 */

/** A shelf that all tabs share. */
export type SharedShelf = Pick<Storage, "getItem" | "setItem">;

const NAME = "messagerie.rung";
/** Claims that are remembered: more than what several tabs are told at once. */
const MOST = 100;

/** Whether this tab is the first to claim `id`. */
export async function claim(id: string, shelf: SharedShelf): Promise<boolean> {
  // Locks are there on https and on this machine; elsewhere two tabs may ring in the same instant.
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  return locks === undefined ? take(id, shelf) : await locks.request(NAME, () => take(id, shelf));
}

function take(id: string, shelf: SharedShelf): boolean {
  try {
    const rung = (shelf.getItem(NAME) ?? "").split(" ");
    if (rung.includes(id)) return false;
    shelf.setItem(NAME, [...rung, id].slice(-MOST).join(" "));
  } catch {
    // A browser that keeps nothing has no way to ask the other tabs.
  }
  return true;
}

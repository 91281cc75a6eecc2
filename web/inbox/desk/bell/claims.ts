/**
 * What rings once on this device, however many tabs are open: the first tab that claims it rings.
 * @module
 */

/** A shelf that all tabs share. */
export type SharedShelf = Pick<Storage, "getItem" | "setItem">;

/** The part of the browser's locks that is used. */
export type Locks = Pick<LockManager, "request">;

const NAME = "messagerie.rung";
/** Claims that are remembered: more than what several tabs are told at once. */
const MOST = 100;
/** The shelf is not the same in all tabs at once: for so long the claim is a lock as well, which is. */
const HELD_MS = 60_000;

/**
 * Whether this tab is the first to claim `id`.
 * @param locks there on https and on this machine; elsewhere two tabs may ring in the same instant
 */
export async function claim(
  id: string,
  shelf: SharedShelf,
  locks: Locks | null = (globalThis.navigator as Partial<Navigator> | undefined)?.locks ?? null,
): Promise<boolean> {
  if (isKnown(id, shelf)) return false;
  if (locks !== null && !await hold(`${NAME} ${id}`, locks)) return false;
  remember(id, shelf);
  return true;
}

/** Takes a lock and keeps it for a while; whether nobody had it. */
function hold(name: string, locks: Locks): Promise<boolean> {
  return new Promise((resolve) => {
    locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<void>((release) => setTimeout(release, HELD_MS));
    }).catch(() => resolve(true));
  });
}

function isKnown(id: string, shelf: SharedShelf): boolean {
  try {
    return (shelf.getItem(NAME) ?? "").split(" ").includes(id);
  } catch {
    // A browser that keeps nothing has no way to ask later.
    return false;
  }
}

function remember(id: string, shelf: SharedShelf): void {
  try {
    shelf.setItem(NAME, [...(shelf.getItem(NAME) ?? "").split(" "), id].slice(-MOST).join(" "));
  } catch {
    // As above.
  }
}

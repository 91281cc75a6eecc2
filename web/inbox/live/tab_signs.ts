/**
 * What a browser tells a page of its own life: that it is looked at, that the network is back, that it is put to sleep, and
 * that it wakes.
 * @module
 */

/** `seen`: somebody looks at it, or the network is back; `away`: it is about to sleep or to go; `back`: it woke. */
export type TabSign = "seen" | "away" | "back";

/** The signs. */
export interface TabSigns {
  isVisible(): boolean;
  /** Gives what ends the listening. */
  listen(listener: (sign: TabSign) => void): () => void;
}

const EVENTS = [
  [globalThis, "online", "seen"],
  ["document", "visibilitychange", "seen"],
  ["document", "freeze", "away"],
  ["document", "resume", "back"],
  // A page that is kept for the way back does not run meanwhile.
  [globalThis, "pagehide", "away"],
  [globalThis, "pageshow", "back"],
] as const;

/** The signs of this page. */
export const tabSigns: TabSigns = {
  isVisible: () => document.visibilityState === "visible",
  listen(listener) {
    const listening = new AbortController();
    for (const [target, event, sign] of EVENTS) {
      (target === "document" ? document : target).addEventListener(event, () => listener(sign), {
        signal: listening.signal,
      });
    }
    return () => listening.abort();
  },
};

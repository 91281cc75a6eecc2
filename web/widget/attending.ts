/**
 * Which of a browser's pages follow what happens: the one that somebody looks at, and one of all the others, so that a site
 * hears of answers while nobody looks. Over HTTP/1.1 a browser has six connections to a server for all its tabs, and a
 * stream in each would leave none to write through.
 * @module
 */
import { Election, type TabLocks } from "../kit/election.ts";

/** What a page knows of the browser's other pages. */
export interface Attendance {
  /** Undefined where a browser has none, as on plain http: then each page follows. */
  readonly locks: TabLocks | undefined;
  /** What the pages take turns at. */
  readonly name: string;
}

/** Follows by `start`, which gives what stops it, for as long as this page is to; gives what ends that. */
export function attend({ locks, name }: Attendance, start: () => () => void): () => void {
  if (locks === undefined) return start();
  const over = new AbortController();
  let stop: (() => void) | undefined;
  let isLeft = false;
  const look = () => {
    if (!isLeft && (election.isHeld || document.visibilityState === "visible")) {
      return void (stop ??= start());
    }
    stop?.();
    stop = undefined;
  };
  const election = new Election({ locks, name, onHeld: look, onLost: look });
  document.addEventListener("visibilitychange", look, over);
  // A page that is kept for the way back does not run meanwhile; one that holds something is not kept.
  globalThis.addEventListener("pagehide", () => {
    isLeft = true;
    election.leave();
    look();
  }, over);
  globalThis.addEventListener("pageshow", () => {
    if (!isLeft) return;
    isLeft = false;
    election.wait();
    look();
  }, over);
  election.wait();
  look();
  return () => {
    over.abort();
    election.close();
    isLeft = true;
    look();
  };
}

/**
 * The little of a browser that the widget's model stands on, with timers that a test fires itself: import it before the model.
 */
import { setImmediate } from "node:timers/promises";

interface Timer {
  readonly due: number;
  readonly ms: number;
  readonly run: () => void;
}

const real = { setTimeout, clearTimeout, random: Math.random };
const timers = new Map<number, Timer>();
let now = 0;
let made = 0;

const page = Object.assign(new EventTarget(), {
  documentElement: { lang: "fr" },
  visibilityState: "visible",
});
Object.assign(globalThis, { document: page });

/** Takes the timers in hand until it is disposed of. */
export function holdTimers(): Disposable {
  timers.clear();
  now = 0;
  Object.assign(globalThis, {
    setTimeout(run: () => void, ms = 0) {
      timers.set(++made, { due: now + ms, ms, run });
      return made;
    },
    clearTimeout: (id: number) => void timers.delete(id),
  });
  Math.random = () => 0.5;
  return {
    [Symbol.dispose]() {
      Object.assign(globalThis, { setTimeout: real.setTimeout, clearTimeout: real.clearTimeout });
      Math.random = real.random;
    },
  };
}

/** Fires the timer that is due first, of those of at most `longest` milliseconds; whether there was one. */
export async function fireTimer(longest = 40_000): Promise<boolean> {
  const [first] = [...timers].filter(([, { ms }]) => ms <= longest).sort((a, b) => a[1].due - b[1].due);
  if (first === undefined) return false;
  timers.delete(first[0]);
  now = Math.max(now, first[1].due);
  first[1].run();
  await settle();
  return true;
}

/** Lets everything happen that waits for nothing. */
export async function settle(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/**
 * Progress of long work, on one line of standard error that is written over; only where a person watches.
 * @module
 */
import type { Terminal } from "../../cli/terminal.ts";

/** A line that is redrawn at most this often. */
const EVERY_MS = 100;
const WIDTH = 30;

/** One line of progress. */
export interface Progress {
  /** Shows the line, unless it was redrawn just now. */
  show(line: string): void;
  /** Shows a bar; `done` of `total`. */
  bar(label: string, done: number, total: number): void;
  /** Takes the line away. */
  clear(): Promise<void>;
}

/** Progress on this terminal; does nothing when nobody watches. */
export function progressOn(terminal: Terminal, now: () => number = () => performance.now()): Progress {
  let drawn = -EVERY_MS;
  const show = (line: string, always = false) => {
    if (!terminal.watched || (!always && now() - drawn < EVERY_MS)) return;
    drawn = now();
    void terminal.error(`\r\x1b[K${line}`);
  };
  return {
    show: (line) => show(line),
    bar(label, done, total) {
      const share = total === 0 ? 1 : Math.min(1, done / total);
      const full = Math.round(share * WIDTH);
      const drawnBar = "█".repeat(full) + "░".repeat(WIDTH - full);
      show(`${label} ${drawnBar} ${Math.round(share * 100)} %`, done >= total);
    },
    async clear() {
      if (terminal.watched) await terminal.error("\r\x1b[K");
    },
  };
}

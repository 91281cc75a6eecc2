/**
 * Where a command reads and writes. Whole writes are awaited, so that a reader that is slow slows the command, and one
 * that is gone ends it quietly.
 * @module
 */
import process from "node:process";

/** The process's own streams and environment. */
export interface Terminal {
  /** Writes to standard output. */
  out(text: string): Promise<void>;
  /** Writes to standard error. */
  error(text: string): Promise<void>;
  /** Whether standard error is watched by a person: progress is shown to nobody else. */
  readonly watched: boolean;
  environment(variable: string): string | undefined;
}

/** Writes all of `text`; a pipe whose reader left (`| head`) takes nothing more, which is no fault. */
function writer(stream: NodeJS.WritableStream): (text: string) => Promise<void> {
  let gone = false;
  stream.on("error", () => gone = true);
  return (text) =>
    new Promise((resolve) => {
      if (gone) resolve();
      else stream.write(text, () => resolve());
    });
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    out: writer(process.stdout),
    error: writer(process.stderr),
    watched: process.stderr.isTTY === true,
    environment: (variable) => process.env[variable],
  };
}

/**
 * What every long-lived command does: whole log lines to standard error, and an orderly end when it is told to stop.
 * @module
 */

/** Writes whole lines to standard error, at once: what a process said last is what matters when it dies. */
export function writeLog(line: string): void {
  const bytes = new TextEncoder().encode(line);
  for (let written = 0; written < bytes.length;) written += Deno.stderr.writeSync(bytes.subarray(written));
}

/** Resolves at SIGTERM or SIGINT; a second one ends the process as it would without us. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      Deno.removeSignalListener("SIGTERM", stop);
      Deno.removeSignalListener("SIGINT", stop);
      resolve();
    };
    Deno.addSignalListener("SIGTERM", stop);
    Deno.addSignalListener("SIGINT", stop);
  });
}

/**
 * How a build ends when it cannot be had: one sentence on standard error that says what to do, and exit 1.
 * @module
 */

/** An expected end of a build; its message is the sentence. */
export class BuildFailure extends Error {
  override readonly name = "BuildFailure";
}

/** One line on standard error: what a build says while it works. */
export function say(line: string): void {
  const bytes = new TextEncoder().encode(line + "\n");
  for (let written = 0; written < bytes.length;) written += Deno.stderr.writeSync(bytes.subarray(written));
}

/** Runs a build as a program. */
export async function runBuild(build: () => Promise<void>): Promise<void> {
  try {
    await build();
  } catch (error) {
    if (!(error instanceof BuildFailure)) throw error;
    say(error.message);
    Deno.exitCode = 1;
  }
}

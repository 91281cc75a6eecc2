/**
 * Runs another program to its end.
 * @module
 */
import { BuildFailure } from "./failure.ts";

/** What a program came to; its texts whole. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** What may be said of how it is run. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Longer than this and it is killed. */
  readonly timeoutMs?: number;
}

/** Runs `command` without input. @throws {BuildFailure} when there is no such program */
export async function run(
  [program, ...args]: readonly [string, ...string[]],
  options: RunOptions = {},
): Promise<Ran> {
  const { timeoutMs = 600_000, env, cwd } = options;
  try {
    const { code, stdout, stderr } = await new Deno.Command(program, {
      args,
      stdin: "null",
      signal: AbortSignal.timeout(timeoutMs),
      env: { NO_COLOR: "1", ...env },
      ...(cwd === undefined ? {} : { cwd }),
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, out: text(stdout), error: text(stderr) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw new BuildFailure(`${program} is not on PATH: install it.`);
    }
    throw error;
  }
}

/** Runs `command`; what it printed. @throws {BuildFailure} with its last words when it fails */
export async function must(
  command: readonly [string, ...string[]],
  options: RunOptions = {},
): Promise<string> {
  const { code, out, error } = await run(command, options);
  if (code !== 0) {
    throw new BuildFailure(
      `${command.slice(0, 3).join(" ")} ended with ${code}:\n${(error || out).slice(-2000)}`,
    );
  }
  return out;
}

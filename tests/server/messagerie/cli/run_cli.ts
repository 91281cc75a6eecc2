/** Runs the command line as `deno task` does: a real process with the permissions of the task. */
import { placeDesk } from "../../../place_desk.ts";
import type { Any } from "../../../any.ts";

const ROOT = new URL("../../../../", import.meta.url);

/** What a process answered. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** The arguments of `deno` in a task of deno.json. */
export async function taskArgs(task: string): Promise<string[]> {
  const config = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const [deno, ...args] = (config.tasks[task].command as string).split(/\s+/);
  if (deno !== "deno") throw new Error("the task runs deno");
  return args;
}

/** A folder of its own for a test, removed at its end. */
export async function testFolder(): Promise<
  AsyncDisposable & { readonly path: string; readonly url: string }
> {
  const place = await placeDesk();
  return {
    path: place.folder,
    url: place.url,
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

/** A command of `task`, not yet started, on the database at `url`. */
export async function command(
  url: string,
  args: readonly string[],
  options: {
    readonly task?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly stdin?: "null" | "piped";
    /** Where a task that names its own database must look instead. */
    readonly database?: string;
    /** Megabytes that JavaScript may hold; above it the process dies. */
    readonly heap?: number;
  } = {},
): Promise<Deno.Command> {
  const task = await taskArgs(options.task ?? "cli");
  const named = task.indexOf("--database-url");
  if (options.database !== undefined) task[named + 1] = options.database;
  const [run = "", ...rest] = task;
  const heap = options.heap === undefined ? [] : [`--v8-flags=--max-old-space-size=${options.heap}`];
  return new Deno.Command(Deno.execPath(), {
    // Of several that start at once on a busy machine, Deno says on standard error which one waits for the other.
    args: [run, "--quiet", ...heap, ...rest, ...args],
    cwd: ROOT,
    env: { MESSAGERIE_DATABASE_URL: url, NO_COLOR: "1", ...options.env },
    stdin: options.stdin ?? "null",
    stdout: "piped",
    stderr: "piped",
  });
}

/** Runs `deno task cli …args`, with `input` on its standard input. */
export async function runCli(url: string, args: readonly string[], input?: string): Promise<Ran> {
  const child = (await command(url, args, { stdin: input === undefined ? "null" : "piped" })).spawn();
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input)).catch(() => {});
    await writer.close().catch(() => {});
  }
  const { code, stdout, stderr } = await child.output();
  return { code, out: new TextDecoder().decode(stdout), error: new TextDecoder().decode(stderr) };
}

/** Runs a command that must succeed, with `--json`; gives what it printed. */
export async function runJson(url: string, args: readonly string[]): Promise<Any> {
  const { code, out, error } = await runCli(url, [...args, "--json"]);
  if (code !== 0) throw new Error(`exit ${code}: ${error}`);
  return JSON.parse(out);
}

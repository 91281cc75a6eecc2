/**
 * Speaks to a delivered server as a host does, and does not believe an exit code: a Deno that was taken for a program's
 * runtime opens its own console and ends well.
 * @module
 */
import { VERSION } from "../../base/version.ts";
import { BuildFailure } from "./failure.ts";

const TOOLS = 8;
const DEADLINE_MS = 60_000;
const SHOWN = 300;

const QUESTIONS = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "build", version: VERSION },
    },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 2, method: "tools/list" },
].map((question) => JSON.stringify(question) + "\n").join("");

/** What is read of an answer. */
interface Answer {
  readonly id?: unknown;
  readonly result?: {
    readonly serverInfo?: { readonly version?: unknown };
    readonly tools?: readonly unknown[];
  };
}

/**
 * Starts `command` in an environment of `env` and PATH alone, with a home of its own, and asks `initialize` and
 * `tools/list`.
 * @throws {BuildFailure} unless both are answered by this very version, and the process ends well with its input
 */
export async function askServer(
  [program, ...args]: readonly [string, ...string[]],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "pacerelle-home-" });
  const child = new Deno.Command(program, {
    args,
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "", HOME: home, USERPROFILE: home, ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const deadline = setTimeout(() => child.kill("SIGKILL"), DEADLINE_MS);
  try {
    const error = new Response(child.stderr).text();
    const input = child.stdin.getWriter();
    // A program that has ended takes nothing; what it said is judged below.
    await input.write(new TextEncoder().encode(QUESTIONS)).catch(() => {});
    let said = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      said += text;
      if (said.split("\n").length > 2) await input.close().catch(() => {});
    }
    const { code } = await child.status;
    if (code !== 0 || !isAnswered(said)) {
      throw new BuildFailure(
        `The result does not answer as the server does (exit ${code}): ` +
          `${JSON.stringify(said.slice(0, SHOWN))} ${(await error).slice(0, SHOWN)}`,
      );
    }
  } finally {
    clearTimeout(deadline);
    await Deno.remove(home, { recursive: true });
  }
}

function isAnswered(said: string): boolean {
  try {
    const answers = said.trimEnd().split("\n").map((line) => JSON.parse(line) as Answer);
    const result = (id: number) => answers.find((answer) => answer.id === id)?.result;
    return result(1)?.serverInfo?.version === VERSION && result(2)?.tools?.length === TOOLS;
  } catch {
    return false;
  }
}

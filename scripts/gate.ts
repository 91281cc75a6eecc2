/**
 * The one gate: formatting, lint, types, the pages, a Chromium for them, tests (which hold the floors, the requirements, the snapshots and the token
 * budget). Runs every step even after a failure, so that one run tells everything; ends with `N passed, N failed`.
 * @module
 */

// Tests start servers, browsers and copies of Node; what drives the browser reads what only everything allows (`/proc`).
const TEST_PERMISSIONS = ["--allow-all"];

interface Step {
  readonly name: string;
  readonly args: readonly string[];
}

const STEPS: readonly Step[] = [
  { name: "fmt", args: ["fmt", "--check", "--quiet"] },
  { name: "lint", args: ["lint", "--quiet"] },
  { name: "check", args: ["task", "--quiet", "check"] },
  { name: "pages", args: ["task", "--quiet", "pages"] },
  { name: "chromium", args: ["run", "--quiet", ...TEST_PERMISSIONS, "scripts/chromium.ts"] },
  { name: "test", args: ["test", "--parallel", "--no-check", ...TEST_PERMISSIONS, ...Deno.args] },
];

/** The whole takes a quarter of an hour. A browser that hangs must not hang the gate, whose end is what tells of it. */
const LIMIT_MS = 26 * 60_000;

/** What the tests serve is on this machine: no proxy of the environment leads there. */
const NO_PROXY = [Deno.env.get("NO_PROXY") ?? Deno.env.get("no_proxy"), "localhost,127.0.0.1,::1"]
  .filter(Boolean).join(",");

const out = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(line + "\n"));

/** Runs a step, passing its output through; answers whether it passed and what it printed. */
async function run(step: Step): Promise<{ readonly ok: boolean; readonly output: string }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...step.args],
    stdout: "piped",
    stderr: "piped",
    stdin: "null",
    env: { NO_COLOR: "1", DENO_JOBS: Deno.env.get("DENO_JOBS") ?? "2", NO_PROXY, no_proxy: NO_PROXY },
  }).spawn();
  let output = "";
  const pass = async (from: ReadableStream<Uint8Array>, to: typeof Deno.stdout) => {
    const decoder = new TextDecoder();
    for await (const chunk of from) {
      output += decoder.decode(chunk, { stream: true });
      for (let written = 0; written < chunk.length;) written += await to.write(chunk.subarray(written));
    }
  };
  const ended = Promise.all([child.status, pass(child.stdout, Deno.stdout), pass(child.stderr, Deno.stderr)]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hung = new Promise<undefined>((resolve) => timer = setTimeout(() => resolve(undefined), LIMIT_MS));
  const [status] = await Promise.race([ended, hung]) ?? [];
  clearTimeout(timer);
  // Its own children may hold the pipes open: nothing more is waited for.
  if (status === undefined) {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended, and what it started has not.
    }
    out(`\n${step.name} did not end in ${LIMIT_MS / 60_000} minutes`);
  }
  return { ok: status?.success ?? false, output };
}

let passed = 0;
let failed = 0;
const summary: string[] = [];
for (const step of STEPS) {
  const started = performance.now();
  const { ok, output } = await run(step);
  const counts = /\| (\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed/.exec(output);
  if (step.name === "test" && counts !== null) {
    passed += Number(counts[1]);
    failed += Number(counts[2]);
    if (!ok && counts[2] === "0") failed++;
  } else if (ok) passed++;
  else failed++;
  summary.push(
    `${ok ? "ok    " : "FAILED"} ${step.name} (${((performance.now() - started) / 1000).toFixed(0)} s)`,
  );
}
out("");
summary.forEach(out);
out(`${passed} passed, ${failed} failed`);
Deno.exit(failed === 0 ? 0 : 1);

/**
 * Pacerelle's stdio server, measured as a host meets it: how soon it answers, what it costs while it waits, how soon a
 * request that a person writes is in a tool's answer. Beside the SDK's smallest stdio server, in the same run
 * (contract: pacerelle §8). Prints rows of Markdown. `deno run -A bench/pacerelle.ts [STARTS] [WAKES]`
 * @module
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { TestRelay } from "../tests/server/relay/harness.ts";
import { Person } from "../tests/server/pacerelle/person.ts";
import {
  commandOf,
  type Runtime,
  StdioProcess,
  variablesOf,
} from "../tests/server/pacerelle/stdio_process.ts";

const [starts = 15, wakes = 200] = Deno.args.map(Number);
/** V8 goes on collecting for half a minute after the last work: that is the work's, not the waiting's. */
const SETTLE_MS = 40_000;
/** Long enough for two waits, and for one tick of Linux's count to be no more than 0.02 %. */
const IDLE_MS = 60_000;
/** Linux counts a process's time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const OURS = path("../server/pacerelle/cli/main.ts");
const SMALLEST = path("./pacerelle/smallest_server.ts");

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const print = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(line + "\n"));
const quantile = (values: readonly number[], q: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? NaN;
const row = (...cells: readonly (string | number)[]) =>
  print(`| ${cells.map((cell) => typeof cell === "number" ? cell.toFixed(2) : cell).join(" | ")} |`);

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
}) + "\n";

/** Milliseconds from the start of the process to its answer of `initialize`. */
async function startTime(runtime: Runtime, source: string): Promise<number> {
  const [program, ...args] = commandOf(runtime, source);
  const started = performance.now();
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
  child.stdin.write(INITIALIZE);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const ms = performance.now() - started;
  const gone = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGKILL");
  await gone;
  return ms;
}

/** Megabytes that a process holds in memory. */
function memoryOf(pid: number): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Seconds of processor time that a process has used. */
function timeOf(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).replace(/^.*\) /, "").split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Memory, and the share of a processor while nothing happens. */
async function idle(pid: number): Promise<{ readonly memory: number; readonly share: number }> {
  await pause(SETTLE_MS);
  const before = timeOf(pid);
  await pause(IDLE_MS);
  return { memory: memoryOf(pid), share: (timeOf(pid) - before) / (IDLE_MS / 1_000) };
}

async function measureStart(runtime: Runtime): Promise<void> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round <= starts; round++) {
    const [a, b] = [await startTime(runtime, OURS), await startTime(runtime, SMALLEST)];
    // The first fills the caches.
    if (round === 0) continue;
    ours.push(a);
    theirs.push(b);
  }
  const [a, b] = [quantile(ours, 0.5), quantile(theirs, 0.5)];
  row(`start to initialize, ${runtime}, p50`, `${a.toFixed(0)} ms`, `${b.toFixed(0)} ms`, a / b, "≤ 1.5");
}

/** As a host does that has nothing else to do: a wait that ended is begun again, until the server is gone. */
async function keepWaiting(server: StdioProcess): Promise<void> {
  const wait = { name: "wait_for_messages", arguments: { timeoutSeconds: 30 } };
  while (await server.begin("tools/call", wait).answer !== undefined);
}

async function measureIdle(runtime: Runtime, relay: TestRelay, person: Person): Promise<void> {
  const agent = await person.createAgent();
  const root = await Deno.makeTempDir();
  await using small = new StdioProcess({}, { runtime, source: SMALLEST });
  await small.initialize();
  await small.request("tools/list");
  await using server = new StdioProcess(variablesOf(agent, root, relay.url), { runtime });
  await server.initialize();
  await server.request("tools/list");
  await pause(500);
  const unopened = memoryOf(server.child.pid!);
  await server.tool("get_status");
  void keepWaiting(server);
  const [ours, theirs] = await Promise.all([idle(server.child.pid!), idle(small.child.pid!)]);
  const mb = (value: number) => `${value.toFixed(0)} MB`;
  const percent = (value: number) => `${(value * 100).toFixed(2)} %`;
  row(
    `memory before the first call, ${runtime}`,
    mb(unopened),
    mb(theirs.memory),
    unopened / theirs.memory,
    "≤ 1.5",
  );
  row(
    `memory, connected, ${runtime}`,
    mb(ours.memory),
    mb(theirs.memory),
    ours.memory / theirs.memory,
    "≤ 1.5",
  );
  row(`idle CPU, waiting, ${runtime}`, percent(ours.share), percent(theirs.share), "", "< 0.1 %");
}

async function measureWake(runtime: Runtime, relay: TestRelay, person: Person): Promise<void> {
  const agent = await person.createAgent();
  await using server = new StdioProcess(
    { ...variablesOf(agent, await Deno.makeTempDir(), relay.url), PACERELLE_LOG: "warn" },
    { runtime },
  );
  await server.initialize();
  await server.tool("get_status");
  const whole: number[] = [];
  const fromRelay: number[] = [];
  const submitted = new Map<string, number>();
  const take = person.change.bind(person);
  person.change = (change) => {
    if (change.state === "submitted") submitted.set(change.id, performance.now());
    take(change);
  };
  let cursor: string | undefined;
  for (let wake = 0; wake <= wakes; wake++) {
    const waiting = server.tool("wait_for_messages", { timeoutSeconds: 30, cursor });
    await pause(20);
    const written = performance.now();
    const id = await person.say(agent, `message ${wake}`);
    const { value } = await waiting;
    const arrived = performance.now();
    cursor = value.cursor;
    // The first one waits for keys.
    if (wake === 0) continue;
    whole.push(arrived - written);
    await person.until(() => submitted.has(id));
    // The person may hear of it after the tool has answered.
    fromRelay.push(Math.max(0, arrived - (submitted.get(id) ?? arrived)));
  }
  person.change = take;
  const quantiles = (times: readonly number[]) =>
    `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.99).toFixed(1)} ms`;
  row(`relay has it → tool’s answer, ${runtime}, p50 / p99`, quantiles(fromRelay), "", "", "≤ 50 ms p99");
  row(`person writes → tool’s answer, ${runtime}, p50 / p99`, quantiles(whole), "", "", "");
}

/** What this machine adds to anything by itself while the bench runs: both are on the way of every request. */
async function measureMachine(): Promise<void> {
  const file = await Deno.open(await Deno.makeTempFile(), { write: true });
  const lags: number[] = [];
  const syncs: number[] = [];
  for (let round = 0; round < wakes; round++) {
    const slept = performance.now();
    await pause(10);
    lags.push(performance.now() - slept - 10);
    await file.write(new Uint8Array(4_096));
    const synced = performance.now();
    await file.sync();
    syncs.push(performance.now() - synced);
  }
  file.close();
  const p99 = (times: readonly number[]) => `${quantile(times, 0.99).toFixed(1)} ms`;
  row("the machine alone, p99: a timer’s lag, an fsync", p99(lags), p99(syncs), "", "");
}

row("what", "Pacerelle", "SDK’s smallest", "ratio", "contract");
print("|---|---|---|---|---|");
await using relay = await TestRelay.start();
await using person = await Person.signUp(relay);
for (const runtime of ["deno", "node"] as const) {
  await measureStart(runtime);
  await measureIdle(runtime, relay, person);
  await measureWake(runtime, relay, person);
  await measureMachine();
}

/**
 * How large each delivered form of Pacerelle's stdio server is, and how long from its start to its answer to `initialize`,
 * beside `deno run` of the source and a bare server of the SDK, all in one run and taken in turns. Prints rows of a
 * Markdown table. `deno run -A bench/start_up.ts [rounds]`
 * @module
 */
import { join } from "node:path";
import { inHouse } from "../scripts/deliver/house.ts";
import { must } from "../scripts/deliver/run.ts";
import { Built, type Form } from "../tests/e2e/deliveries/forms.ts";

const ROUNDS = Number(Deno.args[0] ?? 15);
/** Each unpacks some 100 MB. */
const FIRST_STARTS = Math.min(5, ROUNDS);

const HELLO = new TextEncoder().encode(
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } },
  }) + "\n",
);

/** Milliseconds from the start to the first line out. */
async function startUp({ command: [program, ...args], cwd, env }: Form): Promise<number> {
  const start = performance.now();
  const child = new Deno.Command(program, {
    args,
    cwd,
    env: { ...env },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const input = child.stdin.getWriter();
  await input.write(HELLO);
  let taken: number | undefined;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    if (taken !== undefined || !text.includes("\n")) continue;
    taken = performance.now() - start;
    if (!text.includes('"serverInfo"')) throw new Error(`${program} answered ${text}`);
    await input.close();
  }
  await child.status;
  if (taken === undefined) throw new Error(`${program} did not answer`);
  return taken;
}

function row(name: string, bytes: number | undefined, samples: readonly number[]): void {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN).toFixed(0);
  const size = bytes === undefined
    ? ""
    : bytes > 5e6
    ? `${(bytes / 1e6).toFixed(1)} MB`
    : `${(bytes / 1e3).toFixed(0)} kB`;
  const line = `| ${[name, size, sorted.length, at(0), at(0.5), at(0.9)].join(" | ")} |\n`;
  Deno.stdout.writeSync(new TextEncoder().encode(line));
}

const sizeOf = async (file: string) => (await Deno.stat(file)).size;

Deno.stdout.writeSync(
  new TextEncoder().encode(
    "| form | size | starts | least ms | median ms | p90 ms |\n| --- | --- | --- | --- | --- | --- |\n",
  ),
);
await using built = await Built.make();
const { source, binary, package: npx, ...bundles } = await built.forms();
const MAIN = inHouse("main.ts");
const bareSource = inHouse("bench/start_up/bare_server.ts");
const bareBundle = join(built.folder, "bare.mjs");
const bundling = ["bundle", "--quiet", "--platform=deno", "--minify", "--config", inHouse("deno.json")];
await must([Deno.execPath(), ...bundling, "-o", bareBundle, bareSource]);
/** The same start of another file. */
const startOf = (file: string, { command: [program, ...args], ...rest }: Form): Form => ({
  ...rest,
  command: [program, ...args.slice(0, -1), file],
});
/** The same start, of no more modules than it runs. */
const lazily = ({ command: [program, run = "", ...args], ...rest }: Form): Form => ({
  ...rest,
  command: [program, run, "--unstable-lazy-dynamic-imports", ...args],
});

/** Name, size if it has one, and how it is started. */
const CONTENDERS: readonly (readonly [string, number | undefined, Form])[] = [
  ["`deno run` of the source", undefined, source],
  ["`deno run` of both products' `main.ts`", undefined, startOf(MAIN, source)],
  ["the same, as `deno task cli` and `chat` start it", undefined, lazily(startOf(MAIN, source))],
  ["bare SDK server, `deno run` of its source", undefined, startOf(bareSource, source)],
  ["bundle on Deno", await sizeOf(built.bundle), bundles["bundle on Deno"]],
  [
    "bare SDK server, bundle on Deno",
    await sizeOf(bareBundle),
    startOf(bareBundle, bundles["bundle on Deno"]),
  ],
  ["bundle on Node", await sizeOf(built.bundle), bundles["bundle on Node"]],
  [
    "bare SDK server, bundle on Node",
    await sizeOf(bareBundle),
    startOf(bareBundle, bundles["bundle on Node"]),
  ],
  [`binary (${built.compiled.form})`, await sizeOf(built.compiled.file), binary],
  ["package, `node` on its bin", await sizeOf(built.tarball), {
    ...npx,
    command: ["node", join(built.packageFolder, "bin", "pacerelle-mcp.cjs")],
  }],
  ["package, `npx ./tarball`", await sizeOf(built.tarball), npx],
];

const samples = new Map<string, number[]>(CONTENDERS.map(([name]) => [name, []]));
// The first start of each fills caches of compiled code; hosts start a server again and again.
for (let round = -1; round < ROUNDS; round++) {
  for (const [name, , form] of CONTENDERS) {
    const taken = await startUp(form);
    if (round >= 0) samples.get(name)?.push(taken);
  }
}
for (const [name, bytes] of CONTENDERS) row(name, bytes, samples.get(name) ?? []);

const first: number[] = [];
for (let round = 0; round < FIRST_STARTS; round++) {
  const cache = await built.fresh("cache");
  first.push(
    await startUp({
      ...binary,
      command: [built.selfExtracting],
      env: { ...binary.env, PACERELLE_CACHE: cache },
    }),
  );
  await Deno.remove(cache, { recursive: true });
}
row("self-extracting, first start", await sizeOf(built.selfExtracting), first);

/**
 * Runs every bench, one after the other, and keeps what they print in `bench/results.md` with the command that made it and
 * the machine. A bench that fails (a figure below its floor, a wrong answer) is told as failed, and so is the whole.
 *
 *     deno task bench            everything (a million messages are built the first time: some minutes)
 *     deno task bench mailbox    some of them
 */
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";

/** Each bench: its file under `bench/`, and what it shows. */
const BENCHES = {
  messagerie: "Messagerie: tools/call through the whole server, beside a bare handler with the same SQL",
  store: "Messagerie: the store at 10k and 100k conversations, 100k and 1M messages",
  mailbox: "Pacerelle: the encrypted file",
  pacerelle: "Pacerelle: wake-up, start and memory of the stdio server",
  relay: "Pacerelle: the relay with idle agents and a steady fan-out",
  start_up: "Deliveries: size and start-up of each form",
} as const;

const RESULTS = "bench/results.md";
const say = (text: string) => void Deno.stdout.writeSync(new TextEncoder().encode(text));

const asked = Deno.args.length > 0 ? Deno.args : Object.keys(BENCHES);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  say(`unknown: ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}\n`);
  Deno.exit(2);
}

async function run(name: string): Promise<{ readonly ok: boolean; readonly output: string }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--allow-all", `bench/${name}.ts`],
    stdout: "piped",
    stderr: "inherit",
    env: { NO_COLOR: "1" },
  }).spawn();
  let output = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += text;
    say(text);
  }
  return { ok: (await child.status).success, output };
}

/** What stands in the file for a bench now; kept when another one is run alone. */
async function keptSections(): Promise<Map<string, string>> {
  const text = await Deno.readTextFile(RESULTS).catch(() => "");
  return new Map(
    [...text.matchAll(/^<!-- (\w+) -->\n([\s\S]*?)^<!-- end -->\n/gm)].map((m) => [m[1] ?? "", m[2] ?? ""]),
  );
}

const sections = await keptSections();
let failed = false;
for (const name of asked) {
  say(`\n${BENCHES[name as keyof typeof BENCHES]}\n`);
  const load = loadavg()[0] ?? 0;
  const started = new Date();
  const { ok, output } = await run(name);
  failed ||= !ok;
  sections.set(
    name,
    [
      `## ${BENCHES[name as keyof typeof BENCHES]}`,
      "",
      `\`deno task bench ${name}\`, ${started.toISOString().slice(0, 16)}Z, ${availableParallelism()} × ` +
      `${cpus()[0]?.model ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GiB, load ${
        load.toFixed(1)
      } at its start` +
      `${ok ? "" : "; **failed**"}`,
      "",
      output.trim(),
      "",
    ].join("\n") + "\n",
  );
}

const head = `# Figures

Made by \`deno task bench\`. The machines are shared and noisy: read ratios to the reference of the same run, and medians,
before absolute times.
`;
const body = Object.keys(BENCHES).filter((name) => sections.has(name))
  .map((name) => `\n<!-- ${name} -->\n${sections.get(name)}<!-- end -->\n`).join("");
await Deno.writeTextFile(RESULTS, head + body);
Deno.exit(failed ? 1 : 0);

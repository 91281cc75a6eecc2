/**
 * Runs every bench, one after the other, and keeps what they print in `bench/results.md` with the command that made it and
 * the machine. A bench that fails (a figure below its floor, a wrong answer) is told as failed, and so is the whole.
 *
 *     deno task bench            everything (a million messages are built the first time: some minutes)
 *     deno task bench mailbox    some of them
 */
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";

interface Bench {
  readonly title: string;
  /** Under `bench/`. */
  readonly file: string;
  readonly args?: readonly string[];
}

const BENCHES: Readonly<Record<string, Bench>> = {
  messagerie: {
    title: "Messagerie: tools/call through the whole server, beside a bare handler with the same SQL",
    file: "messagerie.ts",
  },
  store: { title: "Messagerie: the store, 10,000 conversations, 100,000 messages", file: "store.ts" },
  store_large: {
    title: "Messagerie: the store, 100,000 conversations, 1,000,000 messages",
    file: "store.ts",
    // The least of three: what a call costs, whatever else the machine does.
    args: ["--conversations", "100000", "--messages", "1000000", "--runs", "3"],
  },
  inbox: {
    title: "Messagerie: the inbox's API on 100,000 conversations, a thread of 2,000 messages, 500 open pages",
    file: "inbox.ts",
  },
  pages: {
    title:
      "Messagerie: the inbox in a real Chromium, on 100,000 conversations and a thread of 2,000 messages",
    file: "pages.ts",
  },
  mailbox: { title: "Pacerelle: the encrypted file", file: "mailbox.ts" },
  pacerelle: { title: "Pacerelle: wake-up, start and memory of the stdio server", file: "pacerelle.ts" },
  relay: { title: "Pacerelle: the relay with idle agents and a steady fan-out", file: "relay.ts" },
  start_up: { title: "Deliveries: size and start-up of each form", file: "start_up.ts" },
};

const RESULTS = "bench/results.md";
const say = (text: string) => void Deno.stdout.writeSync(new TextEncoder().encode(text));

const asked = Deno.args.length > 0 ? Deno.args : Object.keys(BENCHES);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  say(`unknown: ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}\n`);
  Deno.exit(2);
}

async function run({ file, args = [] }: Bench): Promise<{ readonly ok: boolean; readonly output: string }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--allow-all", `bench/${file}`, ...args],
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
  const bench = BENCHES[name];
  if (bench === undefined) continue;
  say(`\n${bench.title}\n`);
  const load = loadavg()[0] ?? 0;
  const started = new Date();
  const { ok, output } = await run(bench);
  failed ||= !ok;
  sections.set(
    name,
    [
      `## ${bench.title}`,
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
await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", RESULTS] }).output();
Deno.exit(failed ? 1 : 0);

/**
 * What the encrypted mailbox costs: a stored change, with and without a compaction beside it, and an opening, at 1,000
 * and 100,000 history entries; each beside a plain reference in the same run (contract: pacerelle §8). Prints rows of a
 * Markdown table. `deno run -A bench/mailbox.ts [samples]`, also bundled on Node.
 * @module
 */
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { systemEnv } from "../base/env.ts";
import type { Journal } from "../store/mailbox/journal.ts";
import { openJournal } from "../store/mailbox/open_journal.ts";

const SIZES = [1_000, 100_000];
const SAMPLES = Number(process.argv[2] ?? 3000);
/** Entries stored at once while the history is filled. */
const FILL = 500;

interface Entry {
  readonly id: number;
  readonly at: string;
  readonly state: string;
  readonly text: string;
}

function entryOf(id: number): Entry {
  const text = `Demande ${id} : rappeler le client, vérifier la commande et répondre avant midi. `.repeat(3);
  return { id, at: new Date(1_700_000_000_000 + id * 1000).toISOString(), state: "processed", text };
}

function row(what: string, entries: number, samples: readonly number[], unit = "ms"): void {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(2);
  const cells = [what, entries, sorted.length, at(0.5), at(0.99), at(1), unit];
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Times one plain write and fsync at a time, at the end of a file of its own. */
async function plainFile(
  folder: string,
  bytes: number,
): Promise<{ write: () => Promise<number>; close: () => Promise<void> }> {
  const file = await open(join(folder, "plain"), "w", 0o600);
  const content = new Uint8Array(bytes).fill(120);
  let position = 0;
  const write = () =>
    timed(async () => {
      await file.write(content, 0, bytes, position);
      await file.sync();
      position += bytes;
    });
  return { write, close: () => file.close() };
}

async function measure(entries: number): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), "pacerelle-bench-"));
  const memory = new Map<number, Entry>();
  const openIt = (): Promise<Journal<Entry>> => {
    memory.clear();
    return openJournal<Entry>({
      root,
      name: "agent",
      ownerId: "agent_bench",
      env: systemEnv,
      create: true,
      apply: (entry) => void memory.set(entry.id, entry),
      snapshot: () => [...memory.values()],
      compaction: { ratio: 1, floorBytes: Number.MAX_SAFE_INTEGER },
    });
  };
  let journal = await openIt();
  for (let id = 0; id < entries; id += FILL) {
    await journal.append(Array.from({ length: FILL }, (_, index) => entryOf(id + index)));
  }
  await journal.compact();

  let next = 0;
  const change = () => journal.append([entryOf(next++ % entries)]);
  const before = journal.bytes;
  await change();
  const frame = Math.ceil((journal.bytes - before) / 64) * 64;

  // One of each in turn: both meet the same machine, the same disk and the same neighbours.
  const plain = await plainFile(root, frame);
  const quiet: number[] = [];
  const quietPlain: number[] = [];
  while (quiet.length < SAMPLES) {
    quiet.push(await timed(change));
    quietPlain.push(await plain.write());
  }
  row("stored change", entries, quiet);
  row("reference: plain write + fsync of the same bytes, in turn with it", entries, quietPlain);

  const busy: number[] = [];
  const busyPlain: number[] = [];
  const compactions: number[] = [];
  while (busy.length < SAMPLES) {
    let running = true;
    const compaction = timed(() => journal.compact()).then((ms) => {
      running = false;
      compactions.push(ms);
    });
    while (running) {
      busy.push(await timed(change));
      busyPlain.push(await plain.write());
    }
    await compaction;
  }
  row("stored change while compaction runs", entries, busy);
  row("reference: plain write + fsync, in turn with it", entries, busyPlain);
  row("compaction", entries, compactions);
  await plain.close();

  for (let index = 0; index < 200; index++) await change();
  await journal.close();
  const openings: number[] = [];
  const parses: number[] = [];
  await writeFile(join(root, "plain.json"), JSON.stringify([...memory.values()]));
  for (let index = 0; index < 5; index++) {
    parses.push(
      await timed(async () => {
        for (const entry of JSON.parse(await readFile(join(root, "plain.json"), "utf8"))) {
          memory.set(entry.id, entry);
        }
      }),
    );
    openings.push(await timed(async () => journal = await openIt()));
    await journal.close();
  }
  row("opening (snapshot and 200 changes)", entries, openings);
  row("reference: read and parse the same entries as plain JSON", entries, parses);
  await rm(root, { recursive: true });
}

process.stdout.write(
  "| what | entries | samples | p50 | p99 | max | unit |\n|---|---|---|---|---|---|---|\n",
);
for (const size of SIZES) await measure(size);

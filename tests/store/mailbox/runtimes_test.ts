/**
 * One mailbox kept by Deno and Node 20 in turn, each killed with SIGKILL while it writes and compacts: what a process had
 * said to be stored, the next one finds. `FAULTS=long` kills more often.
 * @covers pacerelle.store.both-runtimes
 * @covers pacerelle.store.failing-disk
 * @module
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const KILLS = process.env["FAULTS"] === "long" ? 200 : 8;
const SOURCE = fileURLToPath(new URL("./keeper.ts", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../../deno.json", import.meta.url));

interface Opening {
  readonly found: readonly number[];
  readonly generation: number;
}

/** Runs a keeper and kills it after some stored batches. */
async function keep(command: readonly string[], batches: number): Promise<Opening & { stored: number[] }> {
  const [program = "", ...args] = command;
  const keeper = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const gone = new Promise((resolve) => keeper.once("close", resolve));
  const lines: string[] = [];
  createInterface({ input: keeper.stdout }).on("line", (line) => {
    if (lines.push(line) === batches + 1) process.kill(keeper.pid!, "SIGKILL");
  });
  await gone;
  assert.ok(lines.length > batches, `${program} ended by itself`);
  return { ...JSON.parse(lines[0]!), stored: lines.slice(1).map(Number) };
}

Deno.test(`${KILLS} times, what one runtime stored before SIGKILL the other finds`, async () => {
  const base = mkdtempSync(join(tmpdir(), "pacerelle-kill-"));
  try {
    const bundle = join(base, "keeper.mjs");
    execFileSync(Deno.execPath(), [
      "bundle",
      "--quiet",
      "--platform=deno",
      "--config",
      CONFIG,
      "-o",
      bundle,
      SOURCE,
    ]);
    const programs = [
      ["node", bundle],
      [Deno.execPath(), "run", "-A", "--no-check", "--config", CONFIG, SOURCE],
    ];
    const told = new Set<number>();
    let next = 1;
    let generation = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const command = [...programs[kill % 2]!, join(base, "mcp"), `${next}`];
      const opening = await keep(command, 40 + kill * 13 % 60);
      for (const batch of told) {
        assert.ok(opening.found.includes(batch), `kill ${kill}: batch ${batch} is lost`);
      }
      assert.ok(opening.generation >= generation);
      generation = opening.generation;
      for (const batch of [...opening.found, ...opening.stored]) told.add(batch);
      // One more may have been stored and not yet told.
      next = Math.max(...told) + 1000;
    }
    assert.ok(generation > 1, "it never compacted");
  } finally {
    rmSync(base, { recursive: true });
  }
});

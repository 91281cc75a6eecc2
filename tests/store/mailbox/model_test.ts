/**
 * The journal against a model: random lives of batches, concurrent batches, compactions, closings, kills and crashes over
 * a reducer with dead records. After each opening the state is the model's, up to batches that were never promised.
 * `FAULTS=long` runs many more.
 * @covers pacerelle.store.durable-first
 * @module
 */
import assert from "node:assert/strict";
import process from "node:process";
import fc from "fast-check";
import { systemEnv } from "../../../base/env.ts";
import type { Journal } from "../../../store/mailbox/journal.ts";
import { openJournal } from "../../../store/mailbox/open_journal.ts";
import { NAME, OWNER, ROOT } from "./desk.ts";
import { MemoryFs, seeded } from "./memory_fs.ts";

const RUNS = process.env["FAULTS"] === "long" ? 5000 : 150;

/** Sets a key, or removes it. */
type Change = readonly [key: string, value: string | null];
type State = ReadonlyMap<string, string>;

function reduced(state: State, batch: readonly Change[]): State {
  const next = new Map(state);
  for (const [key, value] of batch) value === null ? next.delete(key) : next.set(key, value);
  return next;
}

const change: fc.Arbitrary<Change> = fc.tuple(
  fc.constantFrom("a", "b", "c", "d", "e"),
  fc.oneof(fc.string({ unit: "grapheme", maxLength: 40 }), fc.constant("x".repeat(3000)), fc.constant(null)),
);
const batch = fc.array(change, { minLength: 1, maxLength: 5 });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("append" as const), batch }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("together" as const),
      batches: fc.array(batch, { maxLength: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("compact" as const), wait: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reopen" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("fail" as const),
      after: fc.nat(40),
      code: fc.constantFrom("EIO" as const, "ENOSPC" as const, "short" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("crash" as const),
      after: fc.nat(40),
      power: fc.boolean(),
      seed: fc.nat(),
    }),
  },
);

/** One journal in use, and what it must hold. */
class Life {
  fs = new MemoryFs();
  memory = new Map<string, string>();
  /** What is promised. */
  promised: State = new Map();
  /** Batches that were handed over since and not promised, in order: any number of them may be there. */
  open: (readonly Change[])[] = [];
  journal: Journal<Change> | undefined;
  #sequence = 0;
  #generation = 0;

  async start(): Promise<void> {
    this.memory = new Map();
    const journal = await openJournal<Change>({
      root: ROOT,
      name: NAME,
      ownerId: OWNER,
      env: systemEnv,
      fs: this.fs,
      create: true,
      apply: ([key, value]) => value === null ? this.memory.delete(key) : this.memory.set(key, value),
      snapshot: () => [...this.memory],
      compaction: { ratio: 1, floorBytes: 4096 },
    });
    const possible = [this.promised];
    for (const batch of this.open) possible.push(reduced(possible.at(-1)!, batch));
    const found = JSON.stringify([...this.memory].sort());
    assert.ok(
      possible.some((state) => JSON.stringify([...state].sort()) === found),
      `found ${found}, not among ${JSON.stringify(possible.map((state) => [...state]))}`,
    );
    assert.ok(journal.sequence >= this.#sequence, "the record count went back");
    assert.ok(journal.generation >= this.#generation, "the generation went back");
    this.promised = new Map(this.memory);
    this.open = [];
    this.journal = journal;
    this.#note(journal);
  }

  #note(journal: Journal<Change>): void {
    this.#sequence = journal.sequence;
    this.#generation = journal.generation;
  }

  async append(batches: readonly (readonly Change[])[]): Promise<void> {
    const { journal } = this;
    if (journal === undefined) return;
    this.open.push(...batches);
    const results = await Promise.allSettled(batches.map((batch) => journal.append(batch)));
    // In the order of the calls: a promise given to one is given to all before it.
    const last = results.findLastIndex(({ status }) => status === "fulfilled");
    assert.ok(
      results.slice(0, last + 1).every(({ status }) => status === "fulfilled"),
      "promised out of order",
    );
    for (const batch of batches.slice(0, last + 1)) this.promised = reduced(this.promised, batch);
    this.open = this.open.slice(last + 1);
    if (last >= 0) this.#note(journal);
  }

  /** Work enough for a fault to fall into, then the end. */
  async trouble(): Promise<void> {
    const compaction = this.journal?.compact().catch(() => {});
    for (let more = 0; more < 8; more++) await this.append([[["a", `${more}`], ["b", null]]]);
    await compaction;
    await this.end();
  }

  async end(): Promise<void> {
    await this.journal?.close().catch(() => {});
    this.journal = undefined;
  }
}

Deno.test("after any life, an opening gives what was promised, and at most what was handed over since", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const life = new Life();
      await life.start();
      for (const step of steps) {
        if (step.kind === "append") await life.append([step.batch]);
        if (step.kind === "together") await life.append(step.batches);
        if (step.kind === "compact") {
          const compaction = life.journal?.compact().catch(() => {});
          if (step.wait) await compaction;
        }
        if (step.kind === "reopen") {
          await life.end();
          await life.start();
        }
        if (step.kind !== "fail" && step.kind !== "crash") continue;
        const at = life.fs.calls + step.after;
        if (step.kind === "fail") {
          life.fs.fault = (call) => call === at ? step.code : undefined;
          await life.trouble();
          life.fs.fault = () => undefined;
        } else {
          life.fs.fault = (call) => call >= at ? (step.seed % 2 ? "crash-before" : "crash-after") : undefined;
          await life.trouble();
          life.fs = step.power ? life.fs.afterCrash(seeded(step.seed)) : life.fs.afterKill();
          life.fs.fault = () => undefined;
        }
        await life.start();
      }
      await life.end();
      await life.start();
      await life.end();
    }),
    { numRuns: RUNS, verbose: 0 },
  );
});

/**
 * The journal in use: shared writes, what `apply` sees and when, compaction beside batches and of its own accord, the guard,
 * closing, what is refused before anything is written.
 * @covers pacerelle.store.durable-first
 * @covers pacerelle.store.compaction
 * @covers pacerelle.lock.guard
 * @module
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../base/env.ts";
import { MAX_BATCH_BYTES } from "../../../store/mailbox/journal.ts";
import { openJournal } from "../../../store/mailbox/open_journal.ts";
import { batchesIn, batchOf, FOLDER, openDesk, OWNER, readAll, reasonOf, ROOT, STATE } from "./desk.ts";
import { MemoryFs } from "./memory_fs.ts";

Deno.test("append() keeps the order of concurrent calls and shares writes between them", async () => {
  const fs = new MemoryFs();
  const { journal, entries } = await openDesk({ fs });
  let syncs = 0;
  fs.fault = (_, operation) => void (syncs += operation === "sync" ? 1 : 0);
  const numbers = Array.from({ length: 200 }, (_, batch) => batch);
  await Promise.all(numbers.map((batch) => journal.append(batchOf(batch, 1 + batch % 3))));
  assert.ok(syncs < 10, `${syncs} fsyncs`);
  assert.deepEqual(batchesIn(entries), numbers);
  await journal.close();
  assert.deepEqual(batchesIn(await readAll({ fs })), numbers);
});

Deno.test("apply() sees a batch after its fsync and before its caller does", async () => {
  const fs = new MemoryFs();
  const order: string[] = [];
  const options = {
    root: ROOT,
    name: "a",
    ownerId: OWNER,
    env: systemEnv,
    fs,
    create: true,
    snapshot: () => [],
  };
  const journal = await openJournal<number>({
    ...options,
    apply: (record) => void order.push(`apply ${record}`),
  });
  fs.fault = (_, operation) => void order.push(operation);
  await Promise.all(
    [1, 2].map((record) => journal.append([record]).then(() => order.push(`told ${record}`))),
  );
  assert.deepEqual(order, ["write", "sync", "apply 1", "apply 2", "told 1", "told 2"]);
  await journal.close();
});

Deno.test("compact() keeps the batches stored while it runs, counts them, and drops what is dead", async () => {
  const fs = new MemoryFs();
  const memory = new Map<number, string>();
  const open = () => {
    memory.clear();
    return openJournal<readonly [number, string]>({
      root: ROOT,
      name: "agent",
      ownerId: OWNER,
      env: systemEnv,
      fs,
      create: true,
      apply: ([key, value]) => void memory.set(key, value),
      snapshot: () => [...memory],
      compaction: { ratio: 1, floorBytes: 1 << 30 },
    });
  };
  let journal = await open();
  for (let round = 0; round < 300; round++) await journal.append([[round % 10, "x".repeat(500)]]);
  const before = journal.bytes;
  let running = true;
  const compaction = journal.compact().finally(() => running = false);
  assert.equal(journal.compact(), journal.compact(), "a second call joins the first");
  let meanwhile = 0;
  while (running) await journal.append([[100 + meanwhile++ % 50, "y"]]);
  await compaction;
  assert.ok(meanwhile > 1, `only ${meanwhile} batches went on beside the compaction`);
  assert.deepEqual([journal.generation, journal.sequence], [2, 300 + meanwhile]);
  assert.ok(journal.bytes < before / 2);
  await journal.append([[0, "z"]]);
  await journal.close();
  const expected = new Map(memory);
  journal = await open();
  assert.deepEqual([...memory].sort(), [...expected].sort());
  assert.deepEqual([journal.generation, journal.sequence], [2, 301 + meanwhile]);
  await journal.close();
});

Deno.test("compaction starts by itself when dead bytes may outweigh live ones, and not before", async () => {
  const fs = new MemoryFs();
  const memory = new Map<string, string>();
  const journal = await openJournal<string>({
    root: ROOT,
    name: "agent",
    ownerId: OWNER,
    env: systemEnv,
    fs,
    create: true,
    apply: (record) => void memory.set(record.slice(0, 1), record),
    snapshot: () => memory.values(),
    compaction: { ratio: 1, floorBytes: 20_000 },
  });
  let largest = 0;
  for (let round = 0; round < 400; round++) {
    if (round < 15) assert.equal(journal.generation, 1, "nothing worth it yet");
    await journal.append([`${round % 7}${"x".repeat(1000)}`]);
    largest = Math.max(largest, journal.bytes);
    // A disk in memory leaves a compaction no time of its own.
    await systemEnv.sleep(1);
  }
  assert.ok(journal.generation > 5 && journal.generation < 40, `generation ${journal.generation}`);
  assert.ok(largest < 150_000, `${largest} bytes for 7 live records`);
  await journal.close();
});

Deno.test("a guard that throws stops the journal for good, before it writes", async () => {
  const fs = new MemoryFs();
  let held = true;
  const lost = new Error("lost");
  const guard = () => {
    if (!held) throw lost;
  };
  const { journal } = await openDesk({ fs, guard });
  await journal.append(batchOf(1, 1));
  const before = fs.get(STATE)!;
  held = false;
  await assert.rejects(journal.append(batchOf(2, 1)), lost);
  held = true;
  await assert.rejects(journal.append(batchOf(3, 1)), lost);
  await assert.rejects(journal.compact(), lost);
  await journal.close();
  assert.deepEqual(fs.get(STATE), before);
});

Deno.test("a lock lost at any point of a compaction leaves the state alone, and the draft of the next holder", async () => {
  for (let checks = 0;; checks++) {
    const fs = new MemoryFs();
    let left = Infinity;
    const guard = () => {
      if (left-- <= 0) throw new Error("lost");
    };
    const { journal } = await openDesk({ fs, guard });
    await journal.append(batchOf(1, 300, "x".repeat(1000)));
    const before = fs.get(STATE)!;
    left = checks;
    const done = await journal.compact().then(() => true, () => false);
    await journal.close();
    if (done) {
      assert.ok(checks > 5, `only ${checks} checks`);
      return;
    }
    assert.deepEqual(fs.get(STATE), before);
    const draft = `${FOLDER}/state.new`;
    assert.equal(
      checks > 0,
      fs.paths.includes(draft),
      "without the lock, drafts are not this process's to remove",
    );
  }
});

Deno.test("append() refuses what is no JSON or too much of it, alone and before anything waits", async () => {
  const fs = new MemoryFs();
  const { journal } = await openDesk({ fs });
  const untyped = journal as unknown as { append(records: readonly unknown[]): Promise<void> };
  for (const record of [undefined, () => {}, 1n]) await assert.rejects(untyped.append([record]), TypeError);
  await assert.rejects(untyped.append(["é".repeat(MAX_BATCH_BYTES / 2)]), RangeError);
  await journal.append([]);
  await journal.append(batchOf(1, 1));
  const large = batchOf(2, 1, "é".repeat(3_000_000));
  await journal.append(large);
  await journal.close();
  assert.deepEqual(await readAll({ fs }), [...batchOf(1, 1), ...large]);
});

Deno.test("close() stores what was handed over, gives up a compaction, and refuses the rest", async () => {
  const fs = new MemoryFs();
  const { journal } = await openDesk({ fs });
  await journal.append(batchOf(1, 500, "x".repeat(1000)));
  const compaction = journal.compact();
  const appended = journal.append(batchOf(2, 1));
  const closing = journal.close();
  const refused = journal.append(batchOf(3, 1));
  await assert.rejects(refused, (error: unknown) => reasonOf(error) === "closed");
  await assert.rejects(compaction, (error: unknown) => reasonOf(error) === "closed");
  await appended;
  await closing;
  assert.equal(fs.paths.length, 2);
  assert.deepEqual(batchesIn(await readAll({ fs })), [1, 2]);
});

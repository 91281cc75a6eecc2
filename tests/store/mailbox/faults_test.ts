/**
 * Everything that can happen to one call of the file system happens to each of them in turn, in a life of the journal that
 * makes it, fills it, compacts it and opens it again. `FAULTS=long` tries more crashes of each kind.
 * @covers pacerelle.store.durable-first
 * @covers pacerelle.store.failing-disk
 * @covers pacerelle.store.failing-disk
 * @covers pacerelle.store.failing-disk
 * @module
 */
import assert from "node:assert/strict";
import process from "node:process";
import { batchesIn, batchOf, openDesk, readAll, reasonOf, STATE } from "./desk.ts";
import { Crash, type Fault, MemoryFs, seeded } from "./memory_fs.ts";

const CRASH_SEEDS = process.env["FAULTS"] === "long" ? 200 : 6;

/** What the callers were told. */
interface Told {
  readonly stored: Set<number>;
  readonly refused: Set<number>;
}

/** A short life. Ends early at the first failure of an opening; goes on after a refused batch as a caller would. */
async function live(fs: MemoryFs, told: Told): Promise<void> {
  const put = async (journal: Awaited<ReturnType<typeof openDesk>>["journal"], batch: number, of: number) => {
    try {
      await journal.append(batchOf(batch, of, "x".repeat(batch * 37)));
      told.stored.add(batch);
    } catch {
      told.refused.add(batch);
    }
  };
  for (const base of [0, 100]) {
    const { journal, entries } = await openDesk({ fs });
    // What an opening has shown may have been acted upon: from now on it counts as told.
    for (const batch of batchesIn(entries)) told.stored.add(batch);
    await put(journal, base + 1, 2);
    await Promise.all([put(journal, base + 2, 1), put(journal, base + 3, 3), put(journal, base + 4, 1)]);
    const compaction = journal.compact().catch(() => {});
    for (let batch = base + 5; batch < base + 9; batch++) await put(journal, batch, 2);
    await compaction;
    await put(journal, base + 9, 1);
    await journal.close();
  }
}

/** All that was told is there, nothing of the rest is there in part, and the state goes on. */
async function mustHold(fs: MemoryFs, told: Told, name: string, mayBeAbsent: boolean): Promise<void> {
  let found: readonly number[];
  try {
    const { journal, entries } = await openDesk({ fs, create: mayBeAbsent });
    found = batchesIn(entries);
    for (const batch of told.stored) assert.ok(found.includes(batch), `${name}: batch ${batch} is lost`);
    await journal.append(batchOf(1000, 2));
    await journal.close();
  } catch (error) {
    throw new Error(`${name}: ${reasonOf(error) ?? error}`, { cause: error });
  }
  // What was seen at this opening is as good as told: a crash right now must not take it away.
  const after = batchesIn(await readAll({ fs: fs.afterCrash(seeded(1)) }));
  assert.deepEqual(after, [...found, 1000], `${name}: after another crash`);
}

async function countCalls(): Promise<{ calls: number; operations: readonly string[] }> {
  const fs = new MemoryFs();
  const operations: string[] = [];
  fs.fault = (_, operation) => void operations.push(operation);
  await live(fs, { stored: new Set(), refused: new Set() });
  return { calls: fs.calls, operations };
}

async function liveWith(fault: Fault, at: number): Promise<{ fs: MemoryFs; told: Told; operation: string }> {
  const fs = new MemoryFs();
  const told: Told = { stored: new Set(), refused: new Set() };
  let operation = "";
  fs.fault = (call, name) => {
    if (call !== at) return undefined;
    operation = name;
    return fault;
  };
  await live(fs, told).catch(() => {});
  return { fs, told, operation };
}

Deno.test("a crash before or after any call loses nothing that was told", async () => {
  const { calls } = await countCalls();
  assert.ok(calls > 100, "the life is too short to mean much");
  for (let at = 0; at < calls; at++) {
    for (const fault of ["crash-before", "crash-after"] as const) {
      for (let seed = 0; seed < CRASH_SEEDS; seed++) {
        const { fs, told, operation } = await liveWith(fault, at);
        const name = `${fault} call ${at} (${operation}) seed ${seed}`;
        await mustHold(fs.afterCrash(seeded(seed * 7919 + at)), told, name, told.stored.size === 0);
      }
      // The process was killed and the machine went on: the kernel still has what was not synced.
      const { fs, told, operation } = await liveWith(fault, at);
      await mustHold(
        fs.afterKill(),
        told,
        `${fault} then kill, call ${at} (${operation})`,
        told.stored.size === 0,
      );
    }
  }
});

Deno.test("a failure of any call loses nothing that was told, with a crash on top of it or without", async () => {
  const { calls } = await countCalls();
  for (let at = 0; at < calls; at++) {
    for (const fault of ["EIO", "ENOSPC", "short"] as const) {
      const { fs, told, operation } = await liveWith(fault, at);
      const name = `${fault} call ${at} (${operation})`;
      if (fault === "short") assert.equal(told.refused.size, 0, `${name}: a short write is no failure`);
      fs.fault = () => undefined;
      await mustHold(fs, told, name, told.stored.size === 0);
      const again = await liveWith(fault, at);
      const crashed = again.fs.afterCrash(seeded(at));
      await mustHold(crashed, again.told, `${name} then crash`, again.told.stored.size === 0);
    }
  }
});

for (const [operation, code] of [["write", "ENOSPC"], ["write", "EIO"], ["sync", "EIO"]] as const) {
  Deno.test(`after ${code} on ${operation}, all is refused until it is opened again, and the old state stands`, async () => {
    const fs = new MemoryFs();
    const { journal, entries } = await openDesk({ fs });
    await journal.append(batchOf(1, 2));
    const before = fs.get(STATE)!;
    fs.fault = (_, name) => name === operation ? code : undefined;
    const together = await Promise.allSettled([journal.append(batchOf(2, 1)), journal.append(batchOf(3, 1))]);
    fs.fault = () => undefined;
    const later = await Promise.allSettled([
      journal.append(batchOf(4, 1)),
      journal.compact(),
      journal.append([]),
    ]);
    for (const result of [...together, ...later]) {
      assert.equal(result.status, "rejected");
      assert.equal(reasonOf((result as PromiseRejectedResult).reason), "write-failed");
    }
    assert.deepEqual(batchesIn(entries), [1]);
    assert.deepEqual(fs.get(STATE), before);
    await journal.close();
    assert.deepEqual(batchesIn(await readAll({ fs })), [1]);
  });
}

Deno.test("a batch whose fsync failed and that could not be taken back is not promised by the next opening", async () => {
  const fs = new MemoryFs();
  const { journal } = await openDesk({ fs });
  await journal.append(batchOf(1, 1));
  let failing = false;
  fs.fault = (_, name) => {
    failing ||= name === "sync";
    return failing && (name === "sync" || name === "truncate") ? "EIO" : undefined;
  };
  await assert.rejects(journal.append(batchOf(2, 2)));
  fs.fault = () => undefined;
  await journal.close();
  // The kernel shows the batch; the disk never got it. Whoever opens now sees it, so it has to be there for good.
  const seen = batchesIn(await readAll({ fs }));
  assert.deepEqual(seen, [1, 2]);
  for (let seed = 0; seed < 20; seed++) {
    assert.deepEqual(batchesIn(await readAll({ fs: fs.afterCrash(seeded(seed)) })), seen);
  }
});

Deno.test("a compaction that fails before its last step leaves the journal in use", async () => {
  for (const code of ["ENOSPC", "EIO"] as const) {
    const fs = new MemoryFs();
    const { journal } = await openDesk({ fs });
    await journal.append(batchOf(1, 2));
    fs.fault = (_, operation, path) => operation === "write" && path !== STATE ? code : undefined;
    await assert.rejects(journal.compact(), (error: unknown) => reasonOf(error) === "write-failed");
    fs.fault = () => undefined;
    assert.equal(fs.paths.length, 2, "a draft was left behind");
    await journal.append(batchOf(2, 2));
    await journal.compact();
    assert.equal(journal.generation, 2);
    await journal.close();
    assert.deepEqual(batchesIn(await readAll({ fs })), [1, 2]);
  }
});

Deno.test("a draft that does not read back as written never takes the state's name", async () => {
  const fs = new MemoryFs();
  const { journal } = await openDesk({ fs });
  await journal.append(batchOf(1, 2));
  const open = fs.open.bind(fs);
  fs.open = async (path, mode) => {
    const file = await open(path, mode);
    if (path === STATE) return file;
    return {
      ...file,
      read: async (target, position) => {
        const got = await file.read(target, position);
        if (got > 200) target[200]! ^= 1;
        return got;
      },
    };
  };
  await assert.rejects(journal.compact(), (error: unknown) => reasonOf(error) === "write-failed");
  assert.equal(journal.generation, 1);
  await journal.close();
  fs.open = open;
  assert.deepEqual(batchesIn(await readAll({ fs })), [1]);
});

Deno.test("the crash of the memory disk is a crash: later calls fail", async () => {
  const fs = new MemoryFs();
  fs.fault = () => "crash-before";
  await assert.rejects(fs.exists("/x"), Crash);
  await assert.rejects(fs.exists("/x"), Crash);
});

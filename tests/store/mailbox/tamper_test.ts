/**
 * What was changed is refused, what was cut by a crash is not: every offset and every length of a file, keys exchanged and
 * removed, frames moved, an old backup put back.
 * @covers pacerelle.store.authenticated
 * @covers pacerelle.store.authenticated
 * @covers pacerelle.store.three-errors
 * @covers pacerelle.store.three-errors
 * @module
 */
import assert from "node:assert/strict";
import { systemEnv } from "../../../base/env.ts";
import { inspectJournal, openJournal } from "../../../store/mailbox/open_journal.ts";
import {
  backUp,
  batchesIn,
  batchOf,
  FOLDER,
  KEY,
  NAME,
  openDesk,
  OWNER,
  readAll,
  reasonToRefuse,
  ROOT,
  STATE,
} from "./desk.ts";
import { MemoryFs } from "./memory_fs.ts";

/** A generation with a snapshot and two batches, written by two processes. Gives where each batch's frame ends. */
async function written(): Promise<{ fs: MemoryFs; ends: readonly number[]; snapshotEnd: number }> {
  const fs = new MemoryFs();
  const first = await openDesk({ fs });
  await first.journal.append(batchOf(1, 2));
  await first.journal.compact();
  const snapshotEnd = first.journal.bytes;
  await first.journal.append(batchOf(2, 1));
  const end = first.journal.bytes;
  await first.journal.close();
  const second = await openDesk({ fs });
  await second.journal.append(batchOf(3, 6));
  await second.journal.close();
  return { fs, snapshotEnd, ends: [end, second.journal.bytes] };
}

/** The same files on another disk, with the state or the key replaced. */
function withFiles(source: MemoryFs, files: Readonly<Record<string, Uint8Array | undefined>>): MemoryFs {
  const fs = new MemoryFs();
  for (const path of source.paths) fs.put(path, source.get(path));
  for (const [path, bytes] of Object.entries(files)) fs.put(path, bytes);
  return fs;
}

Deno.test("a byte changed at any offset of the state is refused, and the file is left as it is", async () => {
  const { fs } = await written();
  const good = fs.get(STATE)!;
  assert.deepEqual(batchesIn(await readAll({ fs: withFiles(fs, {}) })), [1, 2, 3]);
  for (let offset = 0; offset < good.length; offset++) {
    for (const change of [0x01, 0xff]) {
      const bytes = good.slice();
      bytes[offset]! ^= change;
      const changed = withFiles(fs, { [STATE]: bytes });
      const reason = await reasonToRefuse({ fs: changed });
      const expected = offset >= 8 && offset < 12
        ? "newer-format"
        : offset >= 16 && offset < 32
        ? "key-mismatch"
        : "state-damaged";
      assert.equal(reason, expected, `offset ${offset}`);
      assert.deepEqual(changed.get(STATE), bytes, `offset ${offset}: the file was touched`);
    }
  }
});

Deno.test("a byte changed at any offset of the key is refused", async () => {
  const { fs } = await written();
  const good = fs.get(KEY)!;
  for (let offset = 0; offset < good.length; offset++) {
    const bytes = good.slice();
    bytes[offset]! ^= 0x10;
    assert.equal(await reasonToRefuse({ fs: withFiles(fs, { [KEY]: bytes }) }), "key-damaged", `${offset}`);
  }
  for (const length of [0, 63]) {
    assert.equal(
      await reasonToRefuse({ fs: withFiles(fs, { [KEY]: good.slice(0, length) }) }),
      "key-damaged",
    );
  }
});

Deno.test("a file cut at any length gives the whole batches before the cut, and goes on from there", async () => {
  const { fs, snapshotEnd, ends } = await written();
  const good = fs.get(STATE)!;
  for (let length = 0; length < good.length; length++) {
    const cut = withFiles(fs, { [STATE]: good.slice(0, length) });
    if (length < snapshotEnd) {
      assert.equal(await reasonToRefuse({ fs: cut }), "state-damaged", `length ${length}`);
      continue;
    }
    const expected = [1, ...ends.flatMap((end, index) => end <= length ? [index + 2] : [])];
    const { journal, entries } = await openDesk({ fs: cut });
    assert.deepEqual(batchesIn(entries), expected, `length ${length}`);
    // Shorter than what was cut, so that a rest of it would show.
    await journal.append(batchOf(9, 1, ""));
    await journal.close();
    assert.deepEqual(batchesIn(await readAll({ fs: cut })), [...expected, 9], `length ${length}, after`);
  }
});

Deno.test("a last write whose sectors never reached the disk is cut; a sector lost before it is damage", async () => {
  const fs = new MemoryFs();
  const { journal } = await openDesk({ fs });
  await journal.append(batchOf(1, 1));
  const start = journal.bytes;
  await journal.append(batchOf(2, 40));
  const middle = journal.bytes;
  await journal.append(batchOf(3, 40));
  await journal.close();
  const good = fs.get(STATE)!;
  const zeroed = (from: number, to: number, length = good.length) =>
    withFiles(fs, { [STATE]: good.slice(0, length).fill(0, from, to) });
  const sectorAfter = (offset: number) => Math.ceil((offset + 64) / 512) * 512;
  // The last frame, from some sector on, and from its very start.
  assert.deepEqual(batchesIn(await readAll({ fs: zeroed(sectorAfter(middle), good.length) })), [1, 2]);
  assert.deepEqual(batchesIn(await readAll({ fs: zeroed(middle, good.length) })), [1, 2]);
  const lastSector = Math.floor((good.length - 1) / 512) * 512;
  assert.deepEqual(batchesIn(await readAll({ fs: zeroed(lastSector, good.length) })), [1, 2]);
  // The same in a frame that another follows, or followed by something else than zeros.
  const sector = sectorAfter(start);
  assert.equal(await reasonToRefuse({ fs: zeroed(sector, sector + 512) }), "state-damaged");
  assert.equal(await reasonToRefuse({ fs: zeroed(start, start + 64) }), "state-damaged");
  assert.equal(await reasonToRefuse({ fs: zeroed(middle, middle + 64) }), "state-damaged");
});

Deno.test("frames left out, doubled, exchanged or taken from another branch are refused", async () => {
  const { fs, snapshotEnd, ends } = await written();
  const good = fs.get(STATE)!;
  const [end = 0] = ends;
  const parts = {
    head: good.slice(0, snapshotEnd),
    first: good.slice(snapshotEnd, end),
    second: good.slice(end),
  };
  const refuse = async (...pieces: readonly Uint8Array[]) => {
    const bytes = new Uint8Array(await new Blob(pieces.map((piece) => new Uint8Array(piece))).arrayBuffer());
    assert.equal(await reasonToRefuse({ fs: withFiles(fs, { [STATE]: bytes }) }), "state-damaged");
  };
  await refuse(parts.head, parts.second);
  await refuse(parts.head, parts.first, parts.first);
  await refuse(parts.head, parts.first, parts.second, parts.second);
  await refuse(parts.head, parts.second, parts.first);

  // Two branches of one file, as a restored backup makes them: same key, same offsets, each valid by itself.
  const branches: Uint8Array[] = [];
  for (const text of ["branche A", "branche B"]) {
    const branch = withFiles(fs, {});
    const one = await openDesk({ fs: branch });
    await one.journal.append(batchOf(10, 1, text));
    await one.journal.close();
    const two = await openDesk({ fs: branch });
    await two.journal.append(batchOf(11, 1, text));
    await two.journal.close();
    branches.push(branch.get(STATE)!);
  }
  const [a, b] = branches as [Uint8Array, Uint8Array];
  assert.equal(a.length, b.length);
  const half = good.length + (a.length - good.length) / 2;
  await refuse(a.slice(0, half), b.slice(half));
});

Deno.test("each way of losing half of the folder has its own refusal that says what to restore", async () => {
  const { fs } = await written();
  const other = (await written()).fs;
  const refusals = new Map<string, { code: string; message: string }>();
  const tryIt = async (
    name: string,
    files: Readonly<Record<string, Uint8Array | undefined>>,
    ownerId = OWNER,
  ) => {
    const broken = withFiles(fs, files);
    const before = backUp(broken);
    await assert.rejects(openDesk({ fs: broken, create: true, ownerId }), (error: unknown) => {
      const { code, message, details } = error as {
        code: string;
        message: string;
        details: { reason: string; folder: string };
      };
      refusals.set(name, { code: `${code} ${details.reason}`, message });
      assert.equal(details.folder, FOLDER);
      return true;
    });
    assert.deepEqual(backUp(broken), before, `${name}: the folder was changed`);
  };
  await tryIt("state without key", { [KEY]: undefined });
  await tryIt("key without state", { [STATE]: undefined });
  await tryIt("key of another state", { [KEY]: other.get(KEY)! });
  await tryIt("state of another agent", {}, "agent_two_public_id");
  assert.deepEqual([...refusals].map(([name, { code }]) => [name, code]), [
    ["state without key", "KEY_MISSING key-missing"],
    ["key without state", "STATE_UNREADABLE state-missing"],
    ["key of another state", "STATE_UNREADABLE key-mismatch"],
    ["state of another agent", "STATE_UNREADABLE other-owner"],
  ]);
  const messages = [...refusals.values()].map(({ message }) => message);
  assert.equal(new Set(messages).size, messages.length);
  for (const message of messages) assert.match(message, /Restaurez/);
});

Deno.test("nothing is made where there is nothing unless it is asked for", async () => {
  const fs = new MemoryFs();
  assert.equal(await reasonToRefuse({ fs }), "nothing-there");
  assert.deepEqual([fs.paths, [...fs.folders]], [[], []]);
});

Deno.test("openJournal() takes no name that could leave the root", async () => {
  for (const name of ["", "..", "a/b", "a\0b", ".", "é", "x".repeat(101)]) {
    const options = { root: ROOT, name, ownerId: OWNER, env: systemEnv, fs: new MemoryFs(), create: true };
    await assert.rejects(openJournal({ ...options, apply: () => {}, snapshot: () => [] }), TypeError, name);
  }
});

Deno.test("an old backup opens as what it is, goes on, and shows its age by its record count", async () => {
  const fs = new MemoryFs();
  const first = await openDesk({ fs });
  await first.journal.append(batchOf(1, 2));
  await first.journal.close();
  const backup = backUp(fs);
  const later = await openDesk({ fs });
  await later.journal.append(batchOf(2, 3));
  await later.journal.compact();
  await later.journal.append(batchOf(3, 1));
  const high = { generation: later.journal.generation, sequence: later.journal.sequence };
  await later.journal.close();
  assert.deepEqual(high, { generation: 2, sequence: 6 });
  for (const [path, bytes] of backup) fs.put(path, bytes);
  const restored = await openDesk({ fs });
  assert.deepEqual(batchesIn(restored.entries), [1]);
  assert.deepEqual([restored.journal.generation, restored.journal.sequence], [1, 2]);
  await restored.journal.append(batchOf(4, 2));
  await restored.journal.close();
  assert.deepEqual(batchesIn(await readAll({ fs })), [1, 4]);
});

Deno.test("inspectJournal() tells the facts of a state, torn tail included, and changes nothing", async () => {
  const { fs, ends } = await written();
  const [first = 0, size = 0] = ends;
  const options = { root: ROOT, name: NAME, ownerId: OWNER };
  assert.deepEqual(await inspectJournal({ ...options, fs }), {
    generation: 2,
    sequence: 9,
    size,
    tornBytes: 0,
  });
  const torn = withFiles(fs, { [STATE]: fs.get(STATE)!.slice(0, first + 100) });
  const before = backUp(torn);
  assert.deepEqual(await inspectJournal({ ...options, fs: torn }), {
    generation: 2,
    sequence: 3,
    size: first + 100,
    tornBytes: 36,
  });
  assert.deepEqual(backUp(torn), before);
});

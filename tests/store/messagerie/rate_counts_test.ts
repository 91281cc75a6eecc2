/**
 * Counting in the database.
 * @covers messagerie.mcp.two-processes
 */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { systemEnv } from "../../../base/env.ts";
import { openDeskStore } from "../../../store/messagerie/open.ts";
import {
  otherProcesses,
  pruneCounts,
  removeProcess,
  replaceCounts,
  showProcess,
  takeCount,
} from "../../../store/messagerie/rate_counts.ts";

async function open() {
  const folder = await Deno.makeTempDir();
  const store = await openDeskStore({ url: `file:${folder}/desk.db`, env: systemEnv });
  await store.write(async (tx) => {
    for (const id of ["p", "q"]) await showProcess(tx, { id, pid: 1 });
  });
  return {
    store,
    take: (key: string, limit = 3, processId = "p", windowMs = 60_000) =>
      store.write((tx) => takeCount(tx, { processId, key, limit, windowMs })),
    total: async () =>
      (await store.read.selectFrom("rate_count").select((eb) => eb.fn.sum<number>("n").as("n"))
        .executeTakeFirst())?.n ?? 0,
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

Deno.test("takeCount() lets the limit pass for all processes together, per key", async () => {
  await using desk = await open();
  const began = Date.now();
  assert.equal(await desk.take("a", 3, "p"), 0);
  assert.equal(await desk.take("a", 3, "q"), 0);
  assert.equal(await desk.take("a", 3, "p"), 0);
  const wait = await desk.take("a", 3, "q");
  assert.ok(wait >= 60_000 - (Date.now() - began) - 5 && wait <= 60_000, `${wait}`);
  assert.equal(await desk.take("b"), 0);
  assert.equal(await desk.total(), 4, "a refused one leaves nothing");
});

Deno.test("takeCount() says when the next one passes, whatever was taken at one instant", async () => {
  await using desk = await open();
  const ages = [50_000, 40_000, 40_000, 10_000];
  const began = Date.now();
  await desk.store.write((tx) => replaceCounts(tx, "q", [{ key: "a", ages }]));
  const near = async (limit: number, expected: number) => {
    const wait = await desk.take("a", limit);
    assert.ok(wait <= expected && wait >= expected - (Date.now() - began) - 5, `${limit}: ${wait}`);
  };
  await near(4, 10_000);
  await near(3, 20_000);
  await near(2, 20_000);
  await near(1, 50_000);
  assert.equal(await desk.take("a", 5), 0);
});

Deno.test("counts leave with the window, also those that a clock set back left in the future", async () => {
  await using desk = await open();
  const now = Date.now();
  await desk.store.write(async (tx) => {
    for (const at of [now - 61_000, now - 60_500, now + 3_600_000]) {
      await sql`insert into rate_count (process_id, key, at, n) values ('q', 'a', ${at}, 5)`.execute(tx);
    }
  });
  assert.equal(await desk.take("a", 1), 0);
  await desk.store.write((tx) => pruneCounts(tx, 60_000));
  assert.equal(await desk.total(), 6);
});

Deno.test("replaceCounts() says a process's counts anew, however many", async () => {
  await using desk = await open();
  const counted = Array.from({ length: 30 }, (_, key) => ({
    key: `k${key}`,
    ages: Array.from({ length: 20 }, (_, age) => age * 1000.25),
  }));
  for (let round = 0; round < 2; round++) {
    await desk.store.write((tx) => replaceCounts(tx, "p", counted));
    assert.equal(await desk.total(), 600);
  }
});

Deno.test("processes show themselves, and take their counts along when they are removed", async () => {
  await using desk = await open();
  assert.deepEqual((await otherProcesses(desk.store.read, "p")).map(({ id }) => id), ["q"]);
  await desk.take("a", 3, "q");
  await desk.store.write((tx) => removeProcess(tx, "q"));
  assert.deepEqual(await otherProcesses(desk.store.read, "p"), []);
  assert.equal(await desk.total(), 0);
});

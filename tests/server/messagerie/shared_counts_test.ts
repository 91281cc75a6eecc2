/**
 * Two and more processes on one database, each with its own limiter: what passes in all.
 * @covers messagerie.mcp.two-processes
 * @covers messagerie.mcp.check-3
 */
import assert from "node:assert/strict";
import type { Env } from "../../../base/env.ts";
import { systemEnv } from "../../../base/env.ts";
import { silentLogger } from "../../../base/log.ts";
import { createLimiter } from "../../../server/messagerie/limiter.ts";
import { DatabaseCounts } from "../../../server/messagerie/shared_counts.ts";
import { openDeskStore } from "../../../store/messagerie/open.ts";

/** A database, and processes on it that share a clock which a test moves; each looks around when told to. */
async function desk() {
  const folder = await Deno.makeTempDir();
  let at = 0;
  let statements = 0;
  const stops: (() => Promise<void>)[] = [];
  return {
    pass: (ms: number) => at += ms,
    statements: () => statements,
    async process() {
      let wake = () => {};
      let asleep = () => {};
      const env: Env = {
        ...systemEnv,
        monotonic: () => at,
        sleep: (_ms, signal) =>
          new Promise((resolve, reject) => {
            wake = resolve;
            asleep();
            signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
          }),
      };
      const store = await openDeskStore({
        url: `file:${folder}/desk.db`,
        env: systemEnv,
        onStatement: () => void statements++,
      });
      const limiter = createLimiter({ env, log: silentLogger, shared: () => counts });
      const counts: DatabaseCounts = new DatabaseCounts({
        store,
        env,
        log: silentLogger,
        pid: 1,
        recent: () => limiter.recent(),
      });
      const known = new Set(
        (await store.read.selectFrom("server_process").select("id").execute()).map(({ id }) => id),
      );
      await counts.start();
      const own = (await store.read.selectFrom("server_process").select("id").execute())
        .find(({ id }) => !known.has(id))!.id;
      let stopped = false;
      const stop = async () => {
        if (stopped) return;
        stopped = true;
        await counts.stop();
        await store.close();
      };
      stops.push(stop);
      return {
        counts,
        stop,
        take: (token: string) => limiter.take("mcp", token),
        async passed(token: string, requests: number) {
          let passed = 0;
          for (let request = 0; request < requests; request++) {
            if (await limiter.take("mcp", token) === 0) passed++;
          }
          return passed;
        },
        /** One look around, to its end. */
        async look() {
          const done = new Promise<void>((resolve) => asleep = resolve);
          wake();
          await done;
        },
        /** Removes every process but this one, as one that thinks them gone would. */
        forgetOthers: () =>
          store.write((tx) => tx.deleteFrom("server_process").where("id", "<>", own).execute()),
        async rows() {
          return await store.read.selectFrom("server_process").select("id").execute();
        },
      };
    },
    [Symbol.asyncDispose]: async () => {
      for (const stop of stops) await stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

Deno.test("a process alone counts without a statement, and leaves nothing behind", async () => {
  await using database = await desk();
  const alone = await database.process();
  assert.ok(!alone.counts.active);
  const before = database.statements();
  assert.equal(await alone.passed("t", 300), 240);
  assert.equal(database.statements(), before);
  await alone.look();
  assert.equal(database.statements(), before + 1, "one read per look, no write");
  await alone.stop();
  const next = await database.process();
  assert.deepEqual((await next.rows()).length, 1);
});

Deno.test("two processes let 240 pass together", async () => {
  await using database = await desk();
  const one = await database.process();
  const two = await database.process();
  await one.look();
  assert.ok(one.counts.active && two.counts.active);
  const [first, second] = await Promise.all([one.passed("t", 200), two.passed("t", 200)]);
  assert.equal(first + second, 240);
  assert.ok(await one.take("t") > 0 && await two.take("t") > 0);
  assert.equal(await one.take("u"), 0, "another token is not concerned");
});

Deno.test("what a process let pass alone counts as soon as it has seen the other", async () => {
  await using database = await desk();
  const one = await database.process();
  assert.equal(await one.passed("t", 200), 200);
  const two = await database.process();
  await one.look();
  assert.equal(await two.passed("t", 100), 40);
  assert.equal(await one.passed("t", 100), 0);
});

Deno.test("before it has seen the other, no more than one limit comes on top", async () => {
  await using database = await desk();
  const one = await database.process();
  assert.equal(await one.passed("t", 300), 240);
  const two = await database.process();
  assert.ok(await two.passed("t", 300) + await one.passed("t", 300) <= 240);
  await one.look();
  assert.equal(await two.passed("t", 10) + await one.passed("t", 10), 0);
});

Deno.test("a process that is gone still counts for a minute, then is removed", async () => {
  await using database = await desk();
  const one = await database.process();
  const two = await database.process();
  await one.look();
  assert.equal(await two.passed("t", 150), 150);
  await two.stop();
  database.pass(60_000);
  await one.look();
  assert.ok(one.counts.active);
  // The database's clock has not moved: what the other let pass is still in its window.
  assert.equal(await one.passed("t", 200), 90);
  database.pass(20_000);
  await one.look();
  assert.ok(!one.counts.active);
  assert.equal((await one.rows()).length, 1);
});

Deno.test("a process that stays is seen, however long; one that was removed by mistake comes back", async () => {
  await using database = await desk();
  const one = await database.process();
  const two = await database.process();
  for (let round = 0; round < 20; round++) {
    database.pass(10_000);
    await Promise.all([one.look(), two.look()]);
    assert.ok(one.counts.active && two.counts.active);
  }
  await one.forgetOthers();
  assert.equal((await one.rows()).length, 1);
  database.pass(10_000);
  await two.look();
  await one.look();
  assert.equal((await one.rows()).length, 2);
  assert.equal(await one.passed("t", 200) + await two.passed("t", 200), 240);
});

/**
 * The feed as its listeners meet it: each change once and in order, whatever fails in between.
 * @covers messagerie-web.live.processes
 */
import assert from "node:assert/strict";
import { createLogger } from "../../../../base/log.ts";
import { createFeed, type Feed } from "../../../../server/messagerie/live/feed.ts";
import { appendChanges, pruneChanges } from "../../../../store/messagerie/changes.ts";
import { NOON, openDesk, type TestDesk } from "../../../service/messagerie/desk.ts";
import { until } from "../../../until.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Writes so many changes without a word to anybody. */
const change = (desk: TestDesk, count = 1) =>
  desk.store.write((tx) => appendChanges(tx, Array(count).fill({ at: desk.time, kind: "token" as const })));

async function listen(feed: Feed) {
  const heard: (number | "reset")[] = [];
  const following = await feed.follow({
    changes: (batch) => void heard.push(...batch.map(({ no }) => no)),
    reset: () => void heard.push("reset"),
  });
  return { heard, ...following };
}

Deno.test("every change after the place is told once and in order, many as well as few, to all who listen", async () => {
  await using desk = await openDesk();
  const feed = createFeed(desk);
  await change(desk, 3);
  const [one, two] = await Promise.all([listen(feed), listen(feed)]);
  assert.deepEqual([one.from, two.from], [3, 3]);
  await change(desk, 2);
  await until(() => one.heard.length === 2);
  await change(desk, 1_200);
  await until(() => two.heard.length === 1_202);
  assert.deepEqual(one.heard, Array.from({ length: 1_202 }, (_, n) => n + 4));
  assert.deepEqual(two.heard, one.heard);
  one.stop();
  one.stop();
  await change(desk);
  await until(() => two.heard.length === 1_203);
  assert.equal(one.heard.length, 1_202);
  await feed.close();
  await change(desk);
  await pause(120);
  assert.equal(two.heard.length, 1_203);
});

Deno.test("a listener that fails and a database that fails for a while cost nobody a change", async () => {
  const lines: string[] = [];
  const log = createLogger({ level: "warn", write: (line) => void lines.push(line), env: { now: () => 0 } });
  await using desk = await openDesk({ log });
  const feed = createFeed(desk);
  await feed.follow({
    changes: () => {
      throw new Error("its own business");
    },
    reset: () => {},
  });
  const { heard } = await listen(feed);
  await change(desk);
  await until(() => heard.length === 1);
  desk.beforeStatement = (sql) => {
    if (sql.startsWith("select") && sql.includes('"change"')) throw new Error("disk on fire");
  };
  feed.wake();
  await until(() => lines.some((line) => line.includes("feed_failed")));
  await change(desk);
  desk.beforeStatement = () => {};
  feed.wake();
  await until(() => heard.length === 2);
  assert.ok(lines.some((line) => line.includes("feed_listener_failed")));
  assert.doesNotMatch(lines.join(), /its own business|disk on fire/);
  await feed.close();
});

Deno.test("what was pruned before it was read is told as missed; a feed that nobody followed begins anew", async () => {
  await using desk = await openDesk();
  const feed = createFeed(desk);
  const first = await listen(feed);
  // Between two looks, more than a day goes by: written and pruned at once.
  await desk.store.write(async (tx) => {
    await appendChanges(tx, Array(3).fill({ at: desk.time, kind: "token" as const }));
    await pruneChanges(tx, NOON + 1);
    await appendChanges(tx, [{ at: NOON + 2, kind: "token" }]);
  });
  await until(() => first.heard.length > 0);
  assert.deepEqual(first.heard, ["reset", 4]);
  first.stop();
  await change(desk, 5);
  await pause(120);
  const second = await listen(feed);
  assert.equal(second.from, 9);
  assert.deepEqual((await feed.missed(7, 9))?.map(({ no }) => no), [8, 9]);
  assert.deepEqual(await feed.missed(9, 9), []);
  assert.equal(await feed.missed(2, 9), undefined, "pruned");
  assert.equal(await feed.missed(10, 9), undefined, "a place that never was");
  await feed.close();
});

Deno.test("a start that fails is its caller's; the next one starts", async () => {
  await using desk = await openDesk();
  const feed = createFeed(desk);
  desk.beforeStatement = () => {
    throw new Error("disk on fire");
  };
  await assert.rejects(listen(feed));
  desk.beforeStatement = () => {};
  const { heard } = await listen(feed);
  await change(desk);
  await until(() => heard.length === 1);
  await feed.close();
});

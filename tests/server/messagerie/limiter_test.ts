/**
 * The limit of a token: alone, and shared with other processes.
 * @covers messagerie.mcp.check-3
 */
import assert from "node:assert/strict";
import { createLimiter, type SharedCounts } from "../../../server/messagerie/limiter.ts";
import { SlidingWindow } from "../../../server/messagerie/sliding_window.ts";
import { silentLogger } from "../../../base/log.ts";
import { ManualClock } from "./manual_clock.ts";

Deno.test("createLimiter() lets 240 pass in any minute, per token and surface", async () => {
  const clock = new ManualClock();
  const limiter = createLimiter({ env: clock, log: silentLogger });
  for (let request = 0; request < 240; request++) {
    assert.equal(await limiter.take("mcp", "t1"), 0);
    clock.at += 100;
  }
  assert.equal(await limiter.take("mcp", "t1"), 36_000);
  assert.equal(await limiter.take("rest", "t1"), 0);
  assert.equal(await limiter.take("mcp", "t2"), 0);
  clock.at += 35_999;
  assert.equal(await limiter.take("mcp", "t1"), 1);
  clock.at += 1;
  assert.equal(await limiter.take("mcp", "t1"), 0);
  assert.equal(await limiter.take("mcp", "t1"), 100, "refused ones were not counted");
});

/** Counts as a database would, for every limiter that is given it. */
function sharedCounts(clock: ManualClock, limit: number) {
  const window = new SlidingWindow({ limit, windowMs: 60_000, env: clock });
  const counts = {
    active: true,
    calls: 0,
    failing: false,
    take(key: string) {
      counts.calls++;
      return counts.failing ? Promise.reject(new Error("locked")) : Promise.resolve(window.take(key));
    },
  };
  return counts satisfies SharedCounts;
}

Deno.test("createLimiter() asks the shared counts only while another process is there", async () => {
  const clock = new ManualClock();
  const shared = sharedCounts(clock, 240);
  shared.active = false;
  const limiter = createLimiter({ env: clock, log: silentLogger, shared: () => shared });
  assert.equal(limiter.take("mcp", "t"), 0, "and waits for nothing");
  assert.equal(shared.calls, 0);
  shared.active = true;
  assert.equal(await limiter.take("mcp", "t"), 0);
  assert.equal(shared.calls, 1);
});

Deno.test("two limiters on shared counts let 240 pass together", async () => {
  const clock = new ManualClock();
  const shared = sharedCounts(clock, 240);
  const both = [1, 2].map(() => createLimiter({ env: clock, log: silentLogger, shared: () => shared }));
  let passed = 0;
  for (let request = 0; request < 600; request++) {
    if (await both[request % 2]!.take("mcp", "t") === 0) passed++;
  }
  assert.equal(passed, 240);
});

Deno.test("what passed while shared still counts when a process is alone again", async () => {
  const clock = new ManualClock();
  const shared = sharedCounts(clock, 240);
  const limiter = createLimiter({ env: clock, log: silentLogger, shared: () => shared });
  for (let request = 0; request < 240; request++) await limiter.take("mcp", "t");
  shared.active = false;
  assert.equal(await limiter.take("mcp", "t"), 60_000);
  assert.deepEqual([...limiter.recent()].map(({ key, ages }) => [key, ages.length]), [["mcp t", 240]]);
});

Deno.test("createLimiter() counts alone while the shared counts fail", async () => {
  const clock = new ManualClock();
  const shared = sharedCounts(clock, 240);
  shared.failing = true;
  const limiter = createLimiter({ env: clock, log: silentLogger, shared: () => shared });
  for (let request = 0; request < 240; request++) assert.equal(await limiter.take("mcp", "t"), 0);
  assert.equal(await limiter.take("mcp", "t"), 60_000);
});

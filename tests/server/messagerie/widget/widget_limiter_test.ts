/**
 * What visitors may ask, counted by several processes together where that costs no read a write.
 * @covers messagerie-web.widget.limits
 */
import assert from "node:assert/strict";
import { silentLogger } from "../../../../base/log.ts";
import { createWidgetLimiter, WIDGET_LIMITS } from "../../../../server/messagerie/widget/widget_limiter.ts";
import { ManualClock } from "../manual_clock.ts";

Deno.test("writes and files are counted with other processes, reads in this one alone", async () => {
  const taken: string[] = [];
  const counts = {
    active: true,
    take: (key: string) => {
      taken.push(key);
      return Promise.resolve(0);
    },
  };
  const limiter = createWidgetLimiter({
    env: new ManualClock(),
    log: silentLogger,
    shared: () => counts,
    limits: { ...WIDGET_LIMITS, read: { visitor: 2, address: 100, site: 100 } },
  });
  const asker = { hash: new Uint8Array(32), address: "203.0.113.9", siteKey: "a" };
  for (let n = 0; n < 2; n++) await limiter.take("read", asker);
  await assert.rejects(limiter.take("read", asker), { code: "RATE_LIMITED" });
  assert.equal(taken.length, 0);
  assert.deepEqual([...limiter.recent()], [], "nor told to them");
  await limiter.take("write", asker);
  await limiter.take("file", asker);
  assert.deepEqual(taken.map((key) => key.split(" ").slice(0, 3).join(" ")), [
    "widget write address",
    "widget write visitor",
    "widget write site",
    "widget file address",
    "widget file visitor",
    "widget file site",
  ]);
  assert.deepEqual([...limiter.recent()].map(({ key }) => key).sort(), taken.toSorted());
});

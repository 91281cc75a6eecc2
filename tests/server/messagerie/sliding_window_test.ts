/**
 * Counting in a sliding window, against the plainest counter there can be.
 * @covers messagerie.mcp.check-3
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { SlidingWindow } from "../../../server/messagerie/sliding_window.ts";
import { ManualClock } from "./manual_clock.ts";

/** Looks at everything that was ever taken. */
class NaiveWindow {
  readonly #taken: { readonly key: string; readonly at: number }[] = [];
  constructor(readonly limit: number, readonly windowMs: number, readonly clock: ManualClock) {}
  take(key: string): number {
    const now = this.clock.at;
    const within = this.#taken.filter((it) => it.key === key && now - it.at < this.windowMs);
    if (within.length >= this.limit) {
      // One can be taken when enough have left that fewer than the limit remain.
      return within[within.length - this.limit]!.at + this.windowMs - now;
    }
    this.#taken.push({ key, at: now });
    return 0;
  }
}

Deno.test("SlidingWindow decides as a naive counter does, for any sequence", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.oneof(fc.nat(3), fc.nat(60))), { maxLength: 300 }),
      (limit, windowMs, steps) => {
        const clock = new ManualClock();
        const window = new SlidingWindow({ limit, windowMs, env: clock });
        const naive = new NaiveWindow(limit, windowMs, clock);
        for (const [key, passes] of steps) {
          clock.at += passes;
          assert.equal(window.take(key), naive.take(key));
        }
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("SlidingWindow says exactly when the next one passes", () => {
  const clock = new ManualClock();
  const window = new SlidingWindow({ limit: 2, windowMs: 100, env: clock });
  assert.equal(window.take("a"), 0);
  clock.at += 30;
  assert.equal(window.take("a"), 0);
  assert.equal(window.take("a"), 70);
  clock.at += 69;
  assert.equal(window.take("a"), 1);
  clock.at += 1;
  assert.equal(window.take("a"), 0);
  assert.equal(window.take("a"), 30);
});

Deno.test("SlidingWindow forgets idle keys, and the oldest where there are too many", () => {
  const clock = new ManualClock();
  const window = new SlidingWindow({ limit: 2, windowMs: 100, env: clock });
  for (let key = 0; key < 1000; key++) window.take(String(key));
  assert.equal(window.size, 1000);
  clock.at += 100;
  window.take("x");
  assert.equal(window.size, 1);

  const bounded = new SlidingWindow({ limit: 1, windowMs: 100, maxKeys: 10, env: clock });
  for (let key = 0; key < 1000; key++) bounded.take(String(key));
  assert.equal(bounded.size, 10);
  assert.ok(bounded.take("999") > 0, "the latest are still counted");
  assert.equal(bounded.take("0"), 0);
});

Deno.test("SlidingWindow holds no more of a key than was taken in its window", () => {
  const clock = new ManualClock();
  const window = new SlidingWindow({ limit: 5, windowMs: 100, env: clock });
  for (let step = 0; step < 10_000; step++) {
    clock.at += 7;
    window.take("a");
    const [entry] = window.recent();
    assert.ok(entry!.ages.length <= 5);
  }
});

Deno.test("SlidingWindow.recent() tells ages within the window; note() counts beyond the limit", () => {
  const clock = new ManualClock();
  const window = new SlidingWindow({ limit: 1, windowMs: 100, env: clock });
  window.take("a");
  clock.at += 40;
  window.note("a");
  window.note("b");
  clock.at += 10;
  assert.deepEqual([...window.recent()], [{ key: "a", ages: [50, 10] }, { key: "b", ages: [10] }]);
  clock.at += 50;
  assert.deepEqual([...window.recent()], [{ key: "a", ages: [60] }, { key: "b", ages: [60] }]);
  assert.equal(window.take("a"), 40);
});

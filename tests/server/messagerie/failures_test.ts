/**
 * Slowing down whoever guesses tokens.
 * @covers messagerie.tokens.slow-down
 */
import assert from "node:assert/strict";
import { createFailures } from "../../../server/messagerie/failures.ts";
import { ManualClock } from "./manual_clock.ts";

Deno.test("createFailures() refuses the 21st failure within a minute, of that address only", () => {
  const clock = new ManualClock();
  const failures = createFailures(clock);
  for (let failure = 0; failure < 20; failure++) {
    assert.equal(failures.note("192.0.2.1"), 0);
    clock.at += 1_000;
  }
  assert.equal(failures.note("192.0.2.1"), 40_000);
  assert.equal(failures.note("192.0.2.1"), 40_000);
  assert.equal(failures.note("192.0.2.2"), 0);
  clock.at += 40_000;
  assert.equal(failures.note("192.0.2.1"), 0);
  assert.equal(failures.note("192.0.2.1"), 1_000);
});

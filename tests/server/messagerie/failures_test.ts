/**
 * Slowing down whoever guesses tokens.
 * @covers messagerie.tokens.slow-down
 */
import assert from "node:assert/strict";
import { createFailures, networkOf } from "../../../server/messagerie/failures.ts";
import { ManualClock } from "./manual_clock.ts";

Deno.test("createFailures() refuses the 21st failure within a minute, of that address only", () => {
  const clock = new ManualClock();
  const failures = createFailures(clock);
  for (let failure = 0; failure < 20; failure++) {
    assert.equal(failures.note("192.0.2.1"), 0);
    clock.at += 1_000;
  }
  assert.equal(failures.note("192.0.2.1"), 40_000);
  assert.equal(failures.note("::ffff:192.0.2.1"), 40_000);
  assert.equal(failures.note("192.0.2.2"), 0);
  clock.at += 40_000;
  assert.equal(failures.note("192.0.2.1"), 0);
  assert.equal(failures.note("192.0.2.1"), 1_000);
});

Deno.test("networkOf() takes an IPv6 address for its first half, an IPv4 one whole", () => {
  assert.equal(networkOf("127.0.0.1"), "127.0.0.1");
  assert.equal(networkOf("::FFFF:127.0.0.1"), "127.0.0.1");
  for (
    const same of [
      "2001:db8:1:2:3:4:5:6",
      "2001:0DB8:1:2::",
      "2001:db8:0001:2::9",
      "2001:db8:1:2:ffff::1%eth0",
    ]
  ) {
    assert.equal(networkOf(same), "2001:db8:1:2::/64", same);
  }
  assert.equal(networkOf("::1"), "0:0:0:0::/64");
  assert.equal(networkOf("fe80::1"), "fe80:0:0:0::/64");
  assert.notEqual(networkOf("2001:db8:1:3::"), networkOf("2001:db8:1:2::"));
});

/**
 * @covers messagerie-web.widget.limits
 * @covers pacerelle.relay.limits
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { networkOf, plainAddress } from "../../base/network_of.ts";

const GROUP = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }));
const MAPPED = [0, 0, 0, 0, 0, 0xffff];
const isMapped = (groups: readonly number[]) => MAPPED.every((group, at) => groups[at] === group);
const GROUPS = fc.array(GROUP, { minLength: 8, maxLength: 8 }).filter((groups) => !isMapped(groups));

/** How an address is written: each choice is one that RFC 4291 leaves open. */
const STYLE = fc.record({
  pad: fc.boolean(),
  upper: fc.boolean(),
  dotted: fc.boolean(),
  zone: fc.boolean(),
  from: fc.nat(7),
  length: fc.nat(8),
});
type Style = typeof STYLE extends fc.Arbitrary<infer Value> ? Value : never;

function written(groups: readonly number[], { pad, upper, dotted, zone, from, length }: Style): string {
  const texts = groups.map((group) => group.toString(16).padStart(pad ? 4 : 1, "0"));
  const [high = 0, low = 0] = groups.slice(6);
  const tail = dotted ? [[high >> 8, high & 255, low >> 8, low & 255].join(".")] : texts.slice(6);
  const parts = [...texts.slice(0, 6), ...tail];
  const to = Math.min(from + length, parts.length - (dotted ? 1 : 0));
  // "::" stands for zeros alone.
  const shorter = to > from && groups.slice(from, to).every((group) => group === 0)
    ? `${parts.slice(0, from).join(":")}::${parts.slice(to).join(":")}`
    : parts.join(":");
  return (upper ? shorter.toUpperCase() : shorter) + (zone ? "%eth0" : "");
}

Deno.test("networkOf() takes an IPv6 address for its first half, however it is written", () => {
  fc.assert(
    fc.property(GROUPS, STYLE, (groups, style) => {
      const half = groups.slice(0, 4).map((group) => group.toString(16)).join(":");
      assert.equal(networkOf(written(groups, style)), `${half}::/64`);
      assert.equal(plainAddress(written(groups, style)), groups.map((group) => group.toString(16)).join(":"));
    }),
    { numRuns: 500 },
  );
});

Deno.test("networkOf() tells two networks apart, and no two addresses of one", () => {
  fc.assert(
    fc.property(GROUPS, GROUPS, fc.boolean(), STYLE, STYLE, (one, other, same, ...styles) => {
      const two = same ? [...one.slice(0, 4), ...other.slice(4)] : other;
      if (isMapped(two)) return;
      const alike = one.slice(0, 4).every((group, at) => group === two[at]);
      const [first, second] = [written(one, styles[0]), written(two, styles[1])];
      assert.equal(networkOf(first) === networkOf(second), alike, `${first} ${second}`);
    }),
    { numRuns: 500 },
  );
});

Deno.test("networkOf() takes an IPv4 address whole, written as IPv6 too", () => {
  fc.assert(
    fc.property(fc.ipV4(), STYLE, (address, style) => {
      const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
      const mapped = [...MAPPED, a << 8 | b, c << 8 | d];
      assert.equal(networkOf(address), address);
      assert.equal(networkOf(written(mapped, style)), address);
    }),
    { numRuns: 500 },
  );
});

Deno.test("networkOf() of a network is the network, and of what is no address that text", () => {
  for (
    const text of ["2001:db8:1:2::/64", "127.0.0.1", "unknown", "", "a:b", "1.2.3.4:80", "x".repeat(300)]
  ) {
    assert.equal(networkOf(text), text);
  }
  fc.assert(fc.property(fc.string(), (text) => {
    assert.equal(networkOf(networkOf(text)), networkOf(text));
  }));
});

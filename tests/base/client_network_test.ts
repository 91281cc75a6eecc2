/**
 * @covers messagerie-web.widget.limits
 * @covers pacerelle.relay.limits
 */
import assert from "node:assert/strict";
import { clientNetwork } from "../../base/client_network.ts";

Deno.test("clientNetwork() believes a proxy of this machine or of the settings, by its own entry alone", () => {
  const cases: readonly (readonly [string, string | null, readonly string[], string])[] = [
    ["203.0.113.9", null, [], "203.0.113.9"],
    ["203.0.113.9", "198.51.100.1", [], "203.0.113.9"],
    ["127.0.0.1", null, [], "127.0.0.1"],
    ["127.0.0.1", "198.51.100.1", [], "198.51.100.1"],
    ["::1", "1.1.1.1, 198.51.100.1", [], "198.51.100.1"],
    ["::ffff:127.0.0.1", "2001:DB8::1", [], "2001:db8:0:0::/64"],
    ["10.0.0.2", "198.51.100.1", ["10.0.0.2"], "198.51.100.1"],
    ["::ffff:10.0.0.2", "198.51.100.1", ["10.0.0.2"], "198.51.100.1"],
    ["2001:db8::a", "198.51.100.1", ["2001:DB8:0::A"], "198.51.100.1"],
    ["2001:db8::b", "198.51.100.1", ["2001:db8::a"], "2001:db8:0:0::/64"],
    ["10.0.0.3", "198.51.100.1", ["10.0.0.2"], "10.0.0.3"],
    ["127.0.0.1", "198.51.100.1, ' or 1=1", [], "127.0.0.1"],
    ["127.0.0.1", "", [], "127.0.0.1"],
    ["127.0.0.1", "198.51.100.1:49152", [], "198.51.100.1"],
    ["127.0.0.1", "[2001:db8:1:2::3]:49152", [], "2001:db8:1:2::/64"],
    ["127.0.0.1", "[2001:db8:1:2::3]", [], "2001:db8:1:2::/64"],
    ["127.0.0.1", "::ffff:c633:6401", [], "198.51.100.1"],
  ];
  for (const [peer, forwarded, proxies, network] of cases) {
    assert.equal(clientNetwork(peer, forwarded, proxies), network, `${peer} ${forwarded}`);
  }
});

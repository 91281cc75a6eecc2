/**
 * The whole way, with the stdio server from source; tests/e2e/deliveries_test.ts goes it with what is delivered.
 * @covers pacerelle.end-to-end
 * @covers pacerelle.chat.account, pacerelle.chat.talk, pacerelle.chat.devices, pacerelle.chat.json
 * @covers pacerelle.source.eight-tools, pacerelle.source.resume, pacerelle.source.submitted, pacerelle.source.pending-stay
 * @covers pacerelle.source.token-never-on-disk
 * @covers pacerelle.delivery.offline, pacerelle.delivery.every-device, pacerelle.delivery.once
 * @covers pacerelle.widgets.answers, pacerelle.channel.devices
 * @covers pacerelle.relay.blind, pacerelle.store.no-plaintext, pacerelle.logs, pacerelle.tools.hostile-text
 */
import { goTheWholeWay } from "./pacerelle/whole_way.ts";

Deno.test("the whole way, from a person to an assistant and back", (test) => goTheWholeWay(test));

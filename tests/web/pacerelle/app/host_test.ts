/**
 * The tab that holds the device, towards the others.
 * @covers pacerelle-web.app.silence
 */
import assert from "node:assert/strict";
import { OPENING } from "../../../../web/pacerelle/app/tab_app.ts";
import { Host } from "../../../../web/pacerelle/app/tabs/host.ts";
import type { TabMessage } from "../../../../web/pacerelle/app/tabs/messages.ts";
import { until } from "../../../until.ts";

Deno.test("a tab that is looked at makes the holder listen to the relay, whether or not that one is looked at", async () => {
  const posted: string[] = [];
  let listened = 0;
  const host = new Host(
    "terme",
    { postMessage: ({ type }: TabMessage) => void posted.push(type) },
    {
      state: OPENING,
      isTaken: () => Promise.resolve(false),
      listen: () => void listened++,
      run: () => Promise.reject(new Error("nothing is asked")),
    },
    () => assert.fail("nobody takes it"),
  );
  host.receive({ to: "holder", type: "ping", term: "terme" });
  assert.deepEqual([listened, posted], [1, ["pong"]]);
  // Who means another holder learns who it is, first.
  host.receive({ to: "holder", type: "ping", term: "un autre" });
  await until(() => posted.length === 2);
  assert.deepEqual([listened, posted], [1, ["pong", "holder"]]);
});

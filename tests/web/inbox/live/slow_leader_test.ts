/**
 * A leader that nobody looks at, and whose clocks the browser slows down: whoever asks it has it look at its connection.
 * @covers messagerie-web.inbox.page-one-stream
 * @module
 */
import assert from "node:assert/strict";
import { until } from "../../../until.ts";
import { FakeBrowserTabs, type FakeTab } from "./fake_tabs.ts";

const isLive = ({ stream }: FakeTab) => stream.state.value === "live";

/** Opens a tab that does not look by itself. */
function openSlowed(browser: FakeBrowserTabs): FakeTab {
  const { setInterval } = globalThis;
  Object.assign(globalThis, { setInterval: () => 0 });
  try {
    return browser.open();
  } finally {
    Object.assign(globalThis, { setInterval });
  }
}

/** What `run` does happens this much later. */
function later(ms: number, run: () => void): void {
  const { now } = Date;
  Date.now = () => now() + ms;
  try {
    run();
  } finally {
    Date.now = now;
  }
}

for (const hasLocks of [true, false]) {
  Deno.test(`SharedStream: a leader that is asked notices that its connection is dead, ${hasLocks ? "with" : "without"} locks`, async () => {
    using browser = new FakeBrowserTabs({ hasLocks });
    const { server } = browser;
    const leader = openSlowed(browser);
    await until(() => isLive(leader), "it leads");
    const follower = openSlowed(browser);
    await until(() => isLive(follower) && server.asked.length === 1, "it follows");

    // The stream was heard of a while ago; a fresh one is left alone.
    await askAfter(30_000);
    assert.equal(server.asked.length, 1);
    await askAfter(60_000);
    await until(() => server.asked.length === 2, "asked again");
    server.change("a");
    await until(() => follower.values.has("a"), "told");
    assert.deepEqual([leader.connections, follower.connections], [1, 0]);

    /** Somebody looks at the follower, which asks and is answered. */
    async function askAfter(ms: number): Promise<void> {
      const { channel } = leader;
      assert.ok(channel?.onmessage);
      const { onmessage } = channel;
      const heard = Promise.withResolvers<void>();
      channel.onmessage = (message) => {
        channel.onmessage = onmessage;
        later(ms, () => onmessage(message));
        heard.resolve();
      };
      follower.look();
      await heard.promise;
    }
  });
}

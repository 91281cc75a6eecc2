/**
 * The live stream that the tabs of a browser share: one connection, everything told to all, nothing lost at a hand-over.
 * @covers messagerie-web.inbox.page-one-stream
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { FakeBrowserTabs, type FakeTab } from "./fake_tabs.ts";

/** Waits for a condition. */
async function until(holds: () => boolean, what: string): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 3_000, what);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const isLive = ({ stream }: FakeTab) => stream.state.value === "live";

/** Waits until all tabs that are open show what the server has. */
async function complete(browser: FakeBrowserTabs, tabs: readonly FakeTab[] = browser.tabs): Promise<void> {
  const { server } = browser;
  const shows = (tab: FakeTab) =>
    isLive(tab) && [...server.values].every(([name, value]) => tab.values.get(name) === value);
  await until(() => tabs.every(shows), "a tab was not told everything");
}

const told = (tab: FakeTab) => tab.events.filter(({ event }) => event === "change").length;

for (const hasLocks of [true, false]) {
  const where = hasLocks ? "with locks" : "without locks";

  Deno.test(`SharedStream reads one stream for eight tabs, and goes on when the leader is closed, ${where}`, async () => {
    using browser = new FakeBrowserTabs({ hasLocks });
    const { server } = browser;
    for (let n = 0; n < 8; n++) browser.open();
    await until(() => browser.tabs.every(isLive) && server.connections === 1, "one stream for all");
    assert.deepEqual(
      browser.tabs.map(({ events }) => events.map(({ event }) => event)),
      Array(8).fill(["ready"]),
    );
    for (const name of ["a", "b", "a"]) server.change(name);
    await complete(browser);
    assert.deepEqual(browser.tabs.map(told), Array(8).fill(3));
    assert.equal(server.connections, 1);

    const [leader] = browser.leaders;
    server.isAway = true;
    server.cut();
    await until(
      () => browser.tabs.every(({ stream }) => stream.state.value === "lost"),
      "all know that it is lost",
    );
    // What happens while nobody reads, and while nobody leads.
    server.change("c");
    server.isAway = false;
    const before = server.asked.length;
    // Without locks nobody knows of a tab that is gone without a word, but by asking (below).
    leader?.close({ warned: !hasLocks });
    server.change("d");
    await complete(browser);
    assert.deepEqual(browser.tabs.map(told), Array(7).fill(5));
    assert.equal(server.connections, 1);
    // It went on where the last one was, and did not begin anew.
    assert.ok(server.asked.slice(before).every((place) => place !== null));
  });

  Deno.test(`SharedStream ends for all tabs with the session, and goes on in all of them, ${where}`, async () => {
    using browser = new FakeBrowserTabs({ hasLocks });
    const { server, tabs } = browser;
    for (let n = 0; n < 4; n++) browser.open();
    await until(() => tabs.every(isLive) && server.connections === 1, "live");
    server.endSession();
    await until(() => tabs.every(({ stream }) => stream.state.value === "ended"), "ended for all");
    assert.deepEqual(tabs.map(({ signedOut }) => signedOut), [1, 1, 1, 1]);
    server.change("a");
    server.isSignedIn = true;
    tabs[2]?.stream.resume();
    await until(
      () => tabs.filter((_, n) => n !== 2).every((tab) => tab.sessionsAnew > 0),
      "told of the sign-in",
    );
    assert.equal(tabs[2]?.sessionsAnew, 0);
    for (const { stream } of tabs) stream.resume();
    server.change("b");
    await complete(browser);
    assert.equal(server.connections, 1);

    // Signed in again before the end of the old session is told: nobody is asked a second time.
    const known = tabs.map((tab) => tab.sessionsAnew);
    server.endSession({ isAnother: true });
    await until(
      () => tabs.every((tab, n) => tab.sessionsAnew === (known[n] ?? 0) + 1),
      "told of the session",
    );
    server.change("c");
    await complete(browser);
    assert.deepEqual(tabs.map(({ signedOut }) => signedOut), [1, 1, 1, 1]);
  });

  Deno.test(`SharedStream lets a leader that sleeps go, and brings it up to date when it wakes, ${where}`, async () => {
    using browser = new FakeBrowserTabs({ hasLocks });
    const { server } = browser;
    const tabs = [browser.open(), browser.open(), browser.open()];
    await until(() => tabs.every(isLive) && server.connections === 1, "live");
    const leader = browser.leaders[0];
    assert.ok(leader);
    leader.sleep(true);
    server.change("a");
    const awake = tabs.filter((tab) => tab !== leader);
    await complete(browser, awake);
    assert.equal(leader.connections, 0);
    leader.wake();
    assert.deepEqual(tabs.map(({ sessionsAnew }) => sessionsAnew), tabs.map((tab) => tab === leader ? 1 : 0));
    await complete(browser);
    server.change("b");
    await complete(browser);
    assert.equal(server.connections, 1);
  });

  Deno.test(`SharedStream takes the lead from a leader that froze without a word, whose late words are not taken, ${where}`, async () => {
    using browser = new FakeBrowserTabs({ hasLocks });
    const { server } = browser;
    const tabs = [browser.open(), browser.open(), browser.open()];
    await until(() => tabs.every(isLive) && server.connections === 1, "live");
    const frozen = browser.leaders[0];
    assert.ok(frozen);
    const awake = tabs.filter((tab) => tab !== frozen);
    frozen.sleep(false);
    server.change("a");
    const [first] = awake;
    // Somebody looks at a tab: it asks, and nobody answers.
    first?.look();
    await complete(browser, awake);
    assert.ok((awake[0]?.connections ?? 0) + (awake[1]?.connections ?? 0) === 1);
    server.change("a");
    await complete(browser, awake);
    // A word of the one before, of before.
    const late = { event: "change", data: '{"name":"a","value":1}' };
    for (const { channel } of awake) {
      channel?.onmessage?.({
        data: { is: "heard", term: 1, heard: { events: [late], before: "0", place: "1" } },
      });
    }
    assert.deepEqual(awake.map(({ values }) => values.get("a")), [2, 2]);
    frozen.wake();
    await until(() => frozen.connections === 0, "it follows");
    server.change("b");
    await complete(browser);
    assert.equal(server.connections, 1);
  });
}

Deno.test("SharedStream leads in each tab where a browser has no channel", async () => {
  using browser = new FakeBrowserTabs({ hasLocks: false, hasChannel: false });
  for (let n = 0; n < 3; n++) browser.open();
  await until(() => browser.server.connections === 3, "a stream each");
  browser.server.change("a");
  await complete(browser);
});

Deno.test("SharedStream is live again after a cut in which nothing happened", async () => {
  using browser = new FakeBrowserTabs();
  browser.server.change("a");
  const tabs = [browser.open(), browser.open()];
  await until(() => tabs.every(isLive), "live");
  browser.server.cut();
  await until(() => browser.server.asked.length === 2, "asked again");
  await until(() => tabs.every(isLive), "live again");
});

Deno.test("SharedStream goes on after an event that the page cannot take", async () => {
  using browser = new FakeBrowserTabs();
  const [one, other] = [browser.open(), browser.open()];
  await until(() => isLive(one) && isLive(other), "live");
  const caught: unknown[] = [];
  const report = globalThis.reportError;
  globalThis.reportError = (error) => void caught.push(error);
  try {
    one.values.set = () => {
      throw new Error("the page's fault");
    };
    browser.server.change("a");
    await until(() => other.values.has("a") && caught.length > 0, "told");
    assert.equal(browser.server.asked.length, 1);
  } finally {
    globalThis.reportError = report;
  }
});

Deno.test("SharedStream tells every tab everything, whatever tabs and connections do", async () => {
  const step = fc.oneof(
    { weight: 2, arbitrary: fc.constant("open" as const) },
    { weight: 2, arbitrary: fc.constant("close" as const) },
    { weight: 2, arbitrary: fc.constant("sleep" as const) },
    { weight: 2, arbitrary: fc.constant("wake" as const) },
    { weight: 1, arbitrary: fc.constant("cut" as const) },
    { weight: 6, arbitrary: fc.constant("change" as const) },
    { weight: 3, arbitrary: fc.constant("pause" as const) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step, which: fc.nat(9) }), { minLength: 5, maxLength: 40 }),
      async (steps) => {
        using browser = new FakeBrowserTabs();
        browser.open();
        browser.open();
        for (const { step, which } of steps) {
          const tab = browser.tabs[which % browser.tabs.length];
          if (step === "open" && browser.tabs.length < 8) browser.open();
          else if (step === "close" && browser.tabs.length > 1) tab?.close();
          else if (step === "sleep") tab?.sleep(true);
          else if (step === "wake") tab?.wake();
          else if (step === "cut") browser.server.cut();
          else if (step === "change") browser.server.change(`n${which}`);
          else if (step === "pause") await new Promise((resolve) => setTimeout(resolve, which % 3));
        }
        for (const tab of browser.tabs) tab.wake();
        browser.server.change("last");
        await complete(browser);
        assert.equal(browser.server.connections, 1);
      },
    ),
    { numRuns: 60 },
  );
});

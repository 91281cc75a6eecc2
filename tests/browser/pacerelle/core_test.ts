/**
 * The app under its pages in real Chromium, under a strict policy, at a real relay: unextractable keys, two tabs, a frozen one,
 * a tab killed while it writes, storage cleared and full.
 * @covers pacerelle-web.device.sealed, pacerelle-web.device.durable, pacerelle-web.device.storage-lost
 * @covers pacerelle-web.device.fenced, pacerelle-web.tabs, pacerelle-web.device.browser
 */
import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import type { App, CommandInput, CommandName, CommandValue } from "../../../web/pacerelle/app/api.ts";
import type { EntryView } from "../../../web/pacerelle/app/entry_types.ts";
import type { AppState } from "../../../web/pacerelle/app/state_types.ts";
import type { Outcome } from "../../../web/pacerelle/app/told.ts";
import { TestRelay } from "../../server/relay/harness.ts";
import { until as isSo } from "../../until.ts";
import { openBrowser } from "../harness/browser.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";
const given = {
  email: "ada@example.org",
  password: "une phrase bien assez longue",
  deviceName: "Chromium",
};

/** The bundle of the page: entry and what it loads when it needs it. */
async function bundle(): Promise<ReadonlyMap<string, string>> {
  const folder = await Deno.makeTempDir({ prefix: "core-page-" });
  try {
    const entry = new URL("./core_page.ts", import.meta.url).pathname;
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["bundle", "--platform=browser", "--code-splitting", "--outdir", folder, entry],
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    const files = new Map<string, string>();
    for await (const { name } of Deno.readDir(folder)) {
      files.set(`/${name}`, await Deno.readTextFile(`${folder}/${name}`));
    }
    return files;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const files = await bundle();

function serve(request: Request): Response | undefined {
  const { pathname } = new URL(request.url);
  const headers = { "content-security-policy": POLICY, "cache-control": "no-store" };
  const script = files.get(pathname);
  if (script !== undefined) {
    return new Response(script, { headers: { ...headers, "content-type": "text/javascript" } });
  }
  if (pathname !== "/") return undefined;
  return new Response(
    `<!doctype html><title>app</title><script type="module" src="/core_page.js"></script>`,
    {
      headers: { ...headers, "content-type": "text/html" },
    },
  );
}

type WithApp = typeof globalThis & { readonly app: App };

async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => "app" in globalThis);
  return page;
}

const stateOf = (page: Page) => page.evaluate(() => (globalThis as WithApp).app.state);

async function until(page: Page, fits: (state: AppState) => boolean, what: string): Promise<AppState> {
  let state = await stateOf(page);
  await isSo(async () => fits(state = await stateOf(page)), () => [what, state]);
  return state;
}

const run = <Name extends CommandName>(page: Page, name: Name, input: CommandInput<Name>) =>
  page.evaluate(
    ([name, input]) => (globalThis as WithApp).app.run(name, input as never),
    [name, input] as const,
  ) as Promise<Outcome<CommandValue<Name>>>;

async function done<Name extends CommandName>(
  page: Page,
  name: Name,
  input: CommandInput<Name>,
): Promise<CommandValue<Name>> {
  const outcome = await run(page, name, input);
  assert.ok(outcome.ok, `${name}: ${JSON.stringify(outcome)}`);
  return outcome.value;
}

/** Every text of a conversation, oldest first. */
async function texts(page: Page, agent: string): Promise<string[]> {
  const all: EntryView[] = [];
  let before: string | undefined;
  while (true) {
    const { entries, hasMore } = await done(page, "page", {
      agent,
      limit: 200,
      ...(before === undefined ? {} : { before }),
    });
    all.unshift(...entries);
    if (!hasMore) return all.map((entry) => entry.kind === "message" ? entry.text : "");
    before = entries[0]?.id;
  }
}

Deno.test("the app's core in Chromium", async (test) => {
  await using relay = await TestRelay.start({}, { app: serve });
  await using browser = await openBrowser();
  const { context } = await browser.person({
    // A page that is closed while it speaks is cut off.
    expectedErrors: [/WebSocket/],
  });
  const url = `${relay.url}/`;
  let first = await openTab(context, url);
  let agent = "";

  await test.step("signs up; its keys are in the browser, and no script can read them", async () => {
    await until(first, ({ phase }) => phase === "signed-out", "empty");
    await done(first, "signUp", given);
    ({ id: agent } = await done(first, "createAgent", { name: "Robot" }));
    await until(first, ({ connection }) => connection.state === "connected", "connected");
    const found = await first.evaluate(async () => {
      const open = indexedDB.open("pacerelle");
      const database = await new Promise<IDBDatabase>((resolve) =>
        open.onsuccess = () => resolve(open.result)
      );
      const request = database.transaction("keys").objectStore("keys").getAll();
      const keys = await new Promise<(CryptoKey | CryptoKeyPair)[]>((resolve) =>
        request.onsuccess = () => resolve(request.result)
      );
      database.close();
      return await Promise.all(keys.map(async (key) => {
        const secret = "privateKey" in key ? key.privateKey : key;
        const read = await crypto.subtle.exportKey(secret.type === "private" ? "pkcs8" : "raw", secret)
          .then(() => "read", (error) => error.name as string);
        return [secret.algorithm.name, secret.extractable, read];
      }));
    });
    assert.deepEqual(found.toSorted(), [
      ["AES-GCM", false, "InvalidAccessError"],
      ["Ed25519", false, "InvalidAccessError"],
    ]);
  });

  await test.step("a second tab follows, writes, and takes over when the first is gone", async () => {
    const second = await openTab(context, url);
    assert.equal((await until(second, ({ phase }) => phase === "ready", "follows")).tab, "follows");
    await done(second, "sendText", { agent, text: "du second" });
    await done(first, "sendText", { agent, text: "du premier" });
    assert.deepEqual(await texts(second, agent), ["du second", "du premier"]);
    await first.close();
    await until(
      second,
      ({ tab, connection }) => tab === "holds" && connection.state === "connected",
      "holds",
    );
    assert.deepEqual(await texts(second, agent), ["du second", "du premier"]);
    first = second;
  });

  await test.step("a tab killed while it writes loses nothing that it had told, and doubles nothing", async () => {
    for (let round = 0; round < 3; round++) {
      const before = (await texts(first, agent)).length;
      const told: string[] = [];
      await first.exposeFunction("told", (text: string) => void told.push(text));
      await first.evaluate(([agent, round]) => {
        const { app } = globalThis as WithApp;
        void (async () => {
          for (let number = 0;; number++) {
            const text = `${round}-${number}`;
            const outcome = await app.run("sendText", { agent: agent!, text });
            if (outcome.ok) Reflect.get(globalThis, "told")(text);
          }
        })();
      }, [agent, String(round)]);
      await isSo(() => told.length > 0, "it writes");
      await new Promise((resolve) => setTimeout(resolve, 70 * round));
      await first.close();
      first = await openTab(context, url);
      await until(first, ({ phase, tab }) => phase === "ready" && tab === "holds", "opens again");
      const after = (await texts(first, agent)).slice(before);
      assert.deepEqual(after.slice(0, told.length), told);
      // What this test was not told of any more is whole, once, and in order too.
      assert.deepEqual(after, after.map((_, number) => `${round}-${number}`));
    }
  });

  await test.step("a frozen tab is passed over, and follows when it wakes", async () => {
    const second = await openTab(context, url);
    await until(second, ({ phase }) => phase === "ready", "follows");
    // As a frozen one: none of its code runs, for as long as the other needs.
    const session = await context.newCDPSession(first);
    await session.send("Debugger.enable");
    const stopped = new Promise((resolve) => session.once("Debugger.paused", resolve));
    await session.send("Debugger.pause");
    const sleeping = first.evaluate(() => 0);
    await stopped;
    const sent = done(second, "sendText", { agent, text: "pendant son sommeil" });
    await until(second, ({ tab }) => tab === "holds", "takes over");
    await sent;
    await session.send("Debugger.resume");
    await session.send("Debugger.disable");
    await sleeping;
    await until(first, ({ tab, phase }) => tab === "follows" && phase === "ready", "follows");
    await done(first, "sendText", { agent, text: "au réveil" });
    assert.deepEqual((await texts(second, agent)).slice(-2), ["pendant son sommeil", "au réveil"]);
    await first.close();
    first = second;
  });

  await test.step("a full disk is told; what was kept still is", async () => {
    const before = await texts(first, agent);
    const session = await context.newCDPSession(first);
    await session.send("Storage.overrideQuotaForOrigin", { origin: relay.url, quotaSize: 1 });
    let code = "";
    // The browser looks at the quota anew only now and then.
    let attempt = 0;
    await isSo(async () => {
      const outcome = await run(first, "setDraft", { agent, text: "x".repeat(19_000 + attempt++ % 1_000) });
      if (!outcome.ok) code = outcome.refusal.code;
      return !outcome.ok;
    }, "the disk is full");
    assert.equal(code, "STORAGE_FULL");
    const { storage } = await until(first, ({ phase }) => phase === "unusable", "told");
    assert.match(storage.fault!.words.fr, /plus de place/);
    await session.send("Storage.overrideQuotaForOrigin", { origin: relay.url });
    await done(first, "retry", {});
    await until(first, ({ phase }) => phase === "ready", "goes on");
    assert.deepEqual(await texts(first, agent), before);
  });

  await test.step("storage that is cleared under it is told, and nothing begins by itself", async () => {
    // While it writes, too.
    await first.evaluate((agent) => {
      const { app } = globalThis as WithApp;
      void (async () => {
        for (let number = 0; (await app.run("setDraft", { agent, text: `${number}` })).ok;) number++;
      })();
    }, agent);
    const session = await context.newCDPSession(first);
    await session.send("Storage.clearDataForOrigin", { origin: relay.url, storageTypes: "indexeddb" });
    await until(first, ({ storage }) => storage.fault?.code === "STORAGE_CLOSED", "closed");
    await first.reload();
    await first.waitForFunction(() => "app" in globalThis);
    await until(first, ({ storage }) => storage.fault?.code === "STORAGE_CLEARED", "cleared");
    await done(first, "erase", {});
    await until(first, ({ phase }) => phase === "signed-out", "anew");
    assert.deepEqual(await done(first, "logIn", { ...given, deviceName: "Chromium bis" }), {
      isApproved: false,
    });
    await until(first, ({ phase }) => phase === "waiting", "waits");
  });
});

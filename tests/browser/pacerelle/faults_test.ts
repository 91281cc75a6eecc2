/**
 * The app while things go wrong around it: a relay that restarts, answers that are lost, no network, tabs that are closed or
 * doubled, a full queue, a wrong clock, a newer version, a session that ended, storage that is cleared. After each, what was
 * written is at the agent exactly once and in order, as an MCP client reads it, and what the page shows of it meanwhile is
 * what the relay's database and the agent say.
 * @covers pacerelle-web.proof.restart, pacerelle-web.proof.offline, pacerelle-web.proof.closed, pacerelle-web.proof.tabs
 * @covers pacerelle-web.proof.refused, pacerelle-web.proof.clock, pacerelle-web.proof.update, pacerelle-web.proof.session
 * @covers pacerelle-web.proof.cleared, pacerelle-web.app.offline, pacerelle-web.app.tabs, pacerelle-web.app.drafts
 * @covers pacerelle-web.app.storage, pacerelle-web.app.clock
 * @module
 */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import { until } from "../../until.ts";
import { lookAt } from "../harness/picture.ts";
import {
  AppWorld,
  connectAgent,
  entryWith,
  type Host,
  inOrder,
  logIn,
  PASSWORD,
  say,
  signUp,
} from "./app_world.ts";

// deno-lint-ignore no-explicit-any -- answers are read as they come
type Any = any;

/** High enough for the whole thread to be in the page. */
const TALL = { width: 1280, height: 6_000 };

/** The relay's heartbeat: what a connection that fell silent is found out by. */
const HEARTBEAT_MS = 5_000;

/** Own messages as the page shows them, oldest first. */
async function shown(page: Page): Promise<readonly { readonly text: string; readonly state: string }[]> {
  return await page.locator(".entry-mine").evaluateAll((all) =>
    all.map((entry) => ({
      text: (entry.querySelector(".bubble") as HTMLElement).innerText.trim(),
      state: /standing-(\w+)/.exec(entry.querySelector(".standing")?.className ?? "")?.[1] ?? "",
    }))
  );
}

/** Texts of the requests that the agent has, oldest first. */
async function atAgent(host: Host): Promise<readonly string[]> {
  const { entries, hasMore } = await host.tool("get_history", { limit: 100 });
  assert.equal(hasMore, false);
  return entries.filter((one: Any) => one.kind === "request").map((one: Any) => one.text);
}

/** How many messages of people the relay holds. */
function heldAtRelay(world: AppWorld): number {
  const database = new DatabaseSync(world.database, { readOnly: true });
  try {
    const row = database.prepare("select count(*) as held from envelope where quiet = 0 and state = 0").get();
    return Number(row?.["held"]);
  } finally {
    database.close();
  }
}

/** Waits until every own message is shown as received, then holds that the agent has each once, in the page's order. */
async function allArrive(page: Page, host: Host): Promise<void> {
  await page.waitForFunction(
    () =>
      // What was typed is an entry by now.
      document.querySelector("textarea")?.value === "" &&
      [...document.querySelectorAll(".entry-mine .standing")].every(({ className }) =>
        /standing-(received|processed)/.test(className)
      ),
  ).catch(async (cause) => {
    throw new Error(`not all arrived: ${JSON.stringify(await shown(page))}`, { cause });
  });
  const texts = (await shown(page)).map(({ text }) => text);
  assert.deepEqual(await atAgent(host), texts);
  assert.equal(new Set(texts).size, texts.length, `each once: ${texts.join(", ")}`);
}

const banner = (page: Page) => page.getByRole("region", { name: "À savoir" });
const writing = (page: Page) => page.getByRole("textbox", { name: "Message à Robot" });

/** Waits until a text stands where one writes. */
async function isTyped(page: Page, text: string): Promise<void> {
  await page.waitForFunction((text) => document.querySelector("textarea")?.value === text, text);
}

/** Waits until the newest own messages stand so, oldest first. */
async function stand(page: Page, states: readonly string[]): Promise<void> {
  let last: readonly string[] = [];
  await until(async () => {
    last = (await shown(page)).slice(-states.length).map(({ state }) => state);
    return isDeepStrictEqual(last, states);
  }, () => last);
}

/** Waits until the page knows that the relay is away: what is sent before may have left. */
const isOffline = (page: Page) => banner(page).getByText("Hors ligne.").waitFor();

/** Sends, and waits until the message is on the disk: the field is free then. */
async function write(page: Page, text: string): Promise<void> {
  await say(page, text);
  await isTyped(page, "");
}

Deno.test("the app while things go wrong around it", async (t) => {
  const step = inOrder(t);
  await using world = await AppWorld.open({ heartbeatMs: HEARTBEAT_MS });
  const { context, page: first } = await world.device({
    viewport: TALL,
    expectedErrors: [
      /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to fetch|Failed to update a ServiceWorker/,
    ],
  });
  let page = first;
  let host: Host;
  let thread = "";

  /** A tab of the same device, at the conversation. */
  async function openTab(prepare?: (tab: Page) => Promise<unknown>): Promise<Page> {
    const tab = await context.newPage();
    await prepare?.(tab);
    await tab.goto(thread);
    await writing(tab).waitFor();
    return tab;
  }

  /** Types, and waits until it is on the disk, as another tab sees. */
  async function typeDurably(text: string): Promise<void> {
    await writing(page).fill(text);
    const witness = await openTab();
    await isTyped(witness, text);
    await witness.close();
  }

  await step("an agent is connected", async () => {
    await signUp(page, "ada@exemple.fr", "Ordinateur");
    host = await connectAgent(world, page, "Robot");
    await write(page, "Bonjour");
    await allArrive(page, host);
    thread = page.url();
  });

  await step("the relay restarts while messages leave", async () => {
    for (const number of [1, 2, 3]) await write(page, `pendant ${number}`);
    await world.relayDown();
    await isOffline(page);
    await write(page, "sans relais");
    await stand(page, ["here"]);
    const before = await shown(page);
    const unsent = before.filter(({ state }) => state === "here" || state === "uncertain").length;
    await banner(page).getByText(
      unsent === 1 ? "1 message attend de partir." : `${unsent} messages attendent de partir.`,
    ).waitFor();
    // What is said to wait at the relay, or to have arrived, does.
    const agents = await atAgent(host);
    for (const { text, state } of before) {
      if (state === "received") assert.ok(agents.includes(text), `${text}: ${state}`);
      if (state === "here") assert.ok(!agents.includes(text), `${text}: ${state}`);
    }
    const relays = before.filter(({ text, state }) => state === "relay" && !agents.includes(text)).length;
    assert.ok(relays <= heldAtRelay(world), `${relays} are said to be at the relay`);
    await lookAt(page, "pacerelle-hors-ligne");
    await world.relayUp();
    await allArrive(page, host);
    await banner(page).getByText("Hors ligne.").waitFor({ state: "hidden" });
  });

  await step("the relay's answer is lost: it is asked about, and nothing is sent twice", async () => {
    await page.close();
    let isCut = false;
    let isLost = false;
    page = await openTab((tab) =>
      tab.routeWebSocket(/./, (near) => {
        if (isCut) return void near.close();
        const far = near.connectToServer();
        far.onMessage((frame) => {
          if (!isLost || JSON.parse(String(frame)).type !== "submitted") return near.send(frame);
          isCut = true;
          void near.close();
          void far.close();
        });
      })
    );
    isLost = true;
    await write(page, "sans réponse");
    const entry = entryWith(page, "sans réponse");
    await entry.getByText("Parti, sera vérifié").waitFor();
    await banner(page).getByText("1 message attend de partir.").waitFor();
    await host.request((message) => message.text === "sans réponse");
    assert.equal(await entry.getByText("Parti, sera vérifié").count(), 1, "nobody has told the page more");
    isCut = isLost = false;
    await allArrive(page, host);
  });

  await step("the network goes and comes back", async () => {
    await context.setOffline(true);
    await isOffline(page);
    await write(page, "sans réseau");
    await stand(page, ["here"]);
    assert.ok(!(await atAgent(host)).includes("sans réseau"));
    await context.setOffline(false);
    await allArrive(page, host);
  });

  await step(
    "the app opens without a relay; what is written then outlives its tab, and leaves later",
    async () => {
      // What opens without a relay has been loaded once.
      await page.evaluate(async () => void await navigator.serviceWorker.ready);
      await world.relayDown();
      await page.reload();
      await entryWith(page, "sans réseau").getByText("Reçu par l’agent").waitFor();
      await write(page, "hors ligne");
      await entryWith(page, "hors ligne").getByText("En attente sur cet appareil").waitFor();
      await typeDurably("encore à");
      await page.close();
      page = await openTab();
      await entryWith(page, "hors ligne").getByText("En attente sur cet appareil").waitFor();
      const field = writing(page);
      await isTyped(page, "encore à");
      await field.press("End");
      await field.pressSequentially(" écrire");
      await field.press("Enter");
      await entryWith(page, "encore à écrire").getByText("En attente sur cet appareil").waitFor();
      await banner(page).getByText("2 messages attendent de partir.").waitFor();
      await world.relayUp();
      await allArrive(page, host);
    },
  );

  await step("a tab is closed while it sends", async () => {
    for (const ms of [0, 3, 12, 50, 200]) {
      const text = `fermé après ${ms} ms`;
      await typeDurably(text);
      await writing(page).press("Enter");
      await new Promise((resolve) => setTimeout(resolve, ms));
      await page.close();
      page = await openTab();
      // One or the other: what is no draft any more is sent, and what is one was not, as `allArrive` sees.
      const left = await writing(page).inputValue();
      if (left === "") await entryWith(page, text).waitFor();
      else {
        assert.equal(left, text, `${ms} ms`);
        await writing(page).press("Enter");
      }
    }
    await allArrive(page, host);
  });

  await step("what is typed in one tab stays there while another tab types and sends", async () => {
    await typeDurably("à garder");
    const other = await openTab();
    await isTyped(other, "à garder");
    await writing(other).fill("d’à côté");
    const witness = await openTab();
    await isTyped(witness, "d’à côté");
    await witness.close();
    await isTyped(page, "à garder");
    await writing(other).press("Enter");
    await isTyped(other, "");
    await entryWith(page, "d’à côté").waitFor();
    await isTyped(page, "à garder");
    // It is the draft again, for whoever comes.
    const next = await openTab();
    await isTyped(next, "à garder");
    await next.close();
    await other.close();
    await writing(page).press("Enter");
    await isTyped(page, "");
    await allArrive(page, host);
  });

  await step("two tabs write at once, and the one that holds the device is closed meanwhile", async () => {
    const other = await openTab();
    const writeMany = async (tab: Page, who: string, count: number) => {
      for (let number = 1; number <= count; number++) {
        await write(tab, `${who} ${number}`);
      }
    };
    await Promise.all([writeMany(page, "premier", 4), writeMany(other, "second", 4)]);
    for (const tab of [page, other]) await allArrive(tab, host);
    assert.deepEqual(await shown(other), await shown(page));
    const before = (await shown(page)).length;
    const both = (await shown(page)).slice(-8).map(({ text }) => text);
    for (const who of ["premier", "second"]) {
      assert.deepEqual(
        both.filter((text) => text.startsWith(who)),
        [1, 2, 3, 4].map((number) => `${who} ${number}`),
      );
    }
    await Promise.all([writeMany(other, "resté", 5), page.close()]);
    page = other;
    await allArrive(page, host);
    assert.deepEqual(
      (await shown(page)).slice(before).map(({ text }) => text),
      [1, 2, 3, 4, 5].map((number) => `resté ${number}`),
    );
  });

  await step("a full queue, then a relay that takes a few at a time", async () => {
    await host[Symbol.asyncDispose]();
    await world.relayDown();
    await world.relayUp({ limits: { queue: 3 } });
    for (const number of [1, 2, 3, 4, 5]) await write(page, `file ${number}`);
    await banner(page).getByText("La file de Robot est pleine au relais : vos messages attendent ici.")
      .waitFor();
    await stand(page, ["relay", "relay", "relay", "here", "here"]);
    assert.equal(heldAtRelay(world), 3);
    host = await world.host();
    // It begins when it is first asked for something.
    await host.tool("get_status");
    await allArrive(page, host);
    await banner(page).getByText("La file de Robot").waitFor({ state: "hidden" });
    await world.relayDown();
    await world.relayUp({ limits: { endpointRate: { burst: 2, perSecond: 2 } } });
    for (const number of [1, 2, 3]) await write(page, `débit ${number}`);
    await allArrive(page, host);
    await world.relayDown();
    await world.relayUp();
  });

  await step("a clock that is an hour fast", async () => {
    await page.close();
    page = await openTab((tab) =>
      tab.addInitScript(() => {
        const now = Date.now.bind(Date);
        Date.now = () => now() + 3_600_000;
      })
    );
    await banner(page).getByText("les heures affichées sont fausses").waitFor();
    await lookAt(page, "pacerelle-horloge");
    await write(page, "dans une heure");
    await allArrive(page, host);
    await page.close();
    page = await openTab();
    await write(page, "à l’heure");
    await allArrive(page, host);
    await banner(page).getByText("les heures affichées sont fausses").waitFor({ state: "hidden" });
  });

  await step("a new version is offered, and taken without losing what is typed", async () => {
    const root = `${world.folder}/web`;
    await nextVersion(root);
    await world.relayDown();
    await world.relayUp({ pagesRoot: root });
    await page.reload();
    const offer = banner(page).getByText("Une nouvelle version est prête.");
    await offer.waitFor();
    const field = writing(page);
    await field.fill("tapé avant");
    assert.equal(await page.locator("html[data-next]").count(), 0, "nothing changes by itself");
    // A disk that still writes down what was typed a moment ago when the new version takes over.
    await page.evaluate(() => {
      const late = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", () => setTimeout(resolve, 1_000))
      );
      const { encrypt } = SubtleCrypto.prototype;
      SubtleCrypto.prototype.encrypt = async function (...given) {
        await late;
        return await encrypt.apply(this, given);
      };
    });
    await field.press("End");
    await field.pressSequentially(", et à l’instant");
    await banner(page).getByRole("button", { name: "Recharger" }).click();
    await page.locator("html[data-next]").waitFor({ state: "attached" });
    await isTyped(page, "tapé avant, et à l’instant");
    assert.equal(await offer.count(), 0);
    await field.press("Enter");
    await allArrive(page, host);
  });

  await step(
    "a session that ended keeps what is typed; the person signs in again and it leaves",
    async () => {
      const field = writing(page);
      await field.fill("en train d’écrire");
      await world.relayDown();
      endSessions(world);
      await world.relayUp();
      await banner(page).getByText("Le relais ne reconnaît plus cet appareil.").waitFor();
      await field.press("End");
      await field.pressSequentially(" encore");
      await banner(page).getByRole("button", { name: "Se connecter de nouveau" }).click();
      await page.getByLabel("Adresse e-mail").fill("ada@exemple.fr");
      await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
      await page.locator("button[type=submit]").click();
      await page.waitForFunction(() =>
        document.querySelector("textarea")?.value === "en train d’écrire encore"
      );
      await field.press("Enter");
      await allArrive(page, host);
    },
  );

  await step("a key that is gone from the browser is told; the way on leads in again", async () => {
    await page.evaluate(async () => {
      const open = indexedDB.open("pacerelle");
      const database = await new Promise<IDBDatabase>((resolve) =>
        open.onsuccess = () => resolve(open.result)
      );
      const clearing = database.transaction("keys", "readwrite");
      clearing.objectStore("keys").clear();
      await new Promise((resolve) => clearing.oncomplete = resolve);
      database.close();
    });
    await page.reload();
    await page.getByText("leur clé a disparu de ce navigateur").waitFor();
    await lookAt(page, "pacerelle-stockage");
    await page.getByRole("button", { name: "Effacer cet appareil" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Effacer cet appareil" }).click();
    await page.getByRole("heading", { name: "Se connecter" }).waitFor();
    await logIn(page, "ada@exemple.fr", "Ordinateur");
  });

  await step("everything is cleared under the app", async () => {
    const session = await context.newCDPSession(page);
    await session.send("Storage.clearDataForOrigin", { origin: world.url, storageTypes: "indexeddb" });
    await page.getByText("Le navigateur a fermé la base de données de l’application.").waitFor();
    await page.getByRole("button", { name: "Réessayer" }).click();
    await page.getByText("Le navigateur a effacé ce que cet appareil gardait, ses clés comprises.").waitFor();
    await page.evaluate(() => Object.assign(globalThis, { stays: true }));
    await session.send("Storage.clearDataForOrigin", { origin: world.url, storageTypes: "all" });
    await page.waitForFunction(() => navigator.serviceWorker.controller === null);
    // The worker is gone too, which is no new version.
    assert.equal(await page.evaluate(() => Reflect.get(globalThis, "stays")), true);
    await page.goto(world.url);
    // Nothing tells any more that there was a device.
    await page.getByRole("heading", { name: "Se connecter" }).waitFor();
  });
});

/** Ends every session, as the relay does with those that nobody used for long. */
function endSessions(world: AppWorld): void {
  const database = new DatabaseSync(world.database);
  try {
    assert.ok(database.prepare("delete from session").run().changes > 0);
  } finally {
    database.close();
  }
}

/** The pages as a newer build would have them, told apart by an attribute of the shell. */
async function nextVersion(root: string): Promise<void> {
  const build = (await Deno.readTextFile("dist/web/current")).trim();
  const from = `dist/web/${build}/pacerelle`;
  const to = `${root}/next/pacerelle`;
  const copy = async (below: string) => {
    await Deno.mkdir(to + below, { recursive: true });
    for await (const { name, isDirectory } of Deno.readDir(from + below)) {
      if (isDirectory) await copy(`${below}/${name}`);
      else await Deno.copyFile(`${from}${below}/${name}`, `${to}${below}/${name}`);
    }
  };
  await copy("");
  const change = async (file: string, before: RegExp, after: string) => {
    const text = await Deno.readTextFile(`${to}/${file}`);
    assert.match(text, before);
    await Deno.writeTextFile(`${to}/${file}`, text.replace(before, after));
  };
  await change("index.html", /<html /, "<html data-next ");
  await change("service_worker.js", /(?<=version\\*":\\*")\w+/, "next");
  await Deno.writeTextFile(`${root}/current`, "next");
}

/**
 * What goes wrong around the app, as a person sees it: relay and network away, tabs closed and doubled, storage cleared, a
 * clock that is wrong. Nothing is lost or doubled, and what is shown is so.
 * @covers pacerelle-web.app.offline, pacerelle-web.app.tabs, pacerelle-web.app.drafts
 * @covers pacerelle-web.app.storage, pacerelle-web.app.clock
 * @module
 */
import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import { lookAt } from "../harness/picture.ts";
import { AppWorld, connectAgent, entryWith, type Host, inOrder, logIn, say, signUp } from "./app_world.ts";

// deno-lint-ignore no-explicit-any -- answers are read as they come
type Any = any;

Deno.test("what goes wrong around the app", async (t) => {
  const step = inOrder(t);
  await using world = await AppWorld.open();
  const person = await world.device({
    // A network that is gone is told by whoever asks for something.
    expectedErrors: [
      /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to fetch|Failed to update a ServiceWorker/,
    ],
  });
  const { context } = person as { readonly context: BrowserContext };
  let page: Page = person.page;
  let host: Host;
  let address = "";

  /** Waits for a text at the host, and holds that it came once. */
  async function comesOnce(text: string): Promise<void> {
    const message = await host.request((one: Any) => one.text === text);
    await host.tool("mark_processed", { messageId: message.id });
    const { entries = [] } = await host.tool("get_history", { limit: 200 });
    assert.equal(entries.filter((one: Any) => one.text === text).length, 1, `${text}: once`);
  }
  async function openAgain(): Promise<void> {
    page = await context.newPage();
    await page.goto(address);
    await page.getByRole("main", { name: "Conversation avec Robot" }).waitFor();
  }

  await step("a conversation begins", async () => {
    await signUp(page, "ada@exemple.fr", "Ordinateur");
    host = await connectAgent(world, page, "Robot");
    address = page.url();
    await say(page, "Bonjour");
    await comesOnce("Bonjour");
    await entryWith(page, "Bonjour").getByText("Traité").waitFor();
  });

  await step("the relay goes: told, kept here; it comes back: sent by itself, once", async () => {
    await world.relayDown();
    await say(page, "Pendant la panne");
    const entry = entryWith(page, "Pendant la panne");
    await entry.getByText(/En attente sur cet appareil|Parti, sera vérifié/).waitFor();
    await page.getByText("1 message attend de partir.").waitFor();
    await lookAt(page, "pacerelle-hors-ligne");
    await world.relayUp();
    await comesOnce("Pendant la panne");
    await entry.getByText("Traité").waitFor();
    await page.getByText("1 message attend de partir.").waitFor({ state: "detached" });
  });

  await step(
    "a message is on its way when the relay dies: its state stays true, and it comes once",
    async () => {
      const sending = say(page, "Au moment de la coupure");
      await world.relayDown();
      await sending;
      await entryWith(page, "Au moment de la coupure").waitFor();
      await world.relayUp();
      await comesOnce("Au moment de la coupure");
      await entryWith(page, "Au moment de la coupure").getByText("Traité").waitFor();
    },
  );

  await step("without a network the page opens, shows and keeps; with one again it sends", async () => {
    await page.evaluate(async () => void await navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.reload();
    await entryWith(page, "Pendant la panne").waitFor();
    await page.getByText("Hors ligne.").waitFor();
    await say(page, "Écrit dans le train");
    await entryWith(page, "Écrit dans le train").getByText("En attente sur cet appareil").waitFor();
    await page.reload();
    await entryWith(page, "Écrit dans le train").getByText("En attente sur cet appareil").waitFor();
    await context.setOffline(false);
    await comesOnce("Écrit dans le train");
    await entryWith(page, "Écrit dans le train").getByText("Traité").waitFor();
  });

  await step("what was typed and not sent is there after the tab is gone", async () => {
    const field = page.getByRole("textbox", { name: /^Message à/ });
    await field.fill("À moitié écr");
    // Kept shortly after the last key.
    await page.waitForTimeout(800);
    await page.close({ runBeforeUnload: false });
    await openAgain();
    assert.equal(await page.getByRole("textbox", { name: /^Message à/ }).inputValue(), "À moitié écr");
    await page.getByRole("link", { name: "Agents" }).click();
    await page.getByRole("link", { name: "Conversations" }).click();
    await page.locator(".row").getByText("Brouillon").waitFor();
    await page.locator(".row").click();
    await say(page, "Fini d’écrire");
    await comesOnce("Fini d’écrire");
    await page.reload();
    await entryWith(page, "Fini d’écrire").waitFor();
    assert.equal(await page.getByRole("textbox", { name: /^Message à/ }).inputValue(), "");
  });

  await step("a tab closed as it sends: sent once, or still a draft; never both, never neither", async () => {
    for (let round = 0; round < 3; round++) {
      const text = `Onglet fermé ${round}`;
      const field = page.getByRole("textbox", { name: /^Message à/ });
      await field.fill(text);
      await page.waitForTimeout(600);
      await Promise.all([
        field.press("Enter").catch(() => {}),
        page.waitForTimeout(4 * round).then(() => page.close()),
      ]);
      await openAgain();
      const draft = await page.getByRole("textbox", { name: /^Message à/ }).inputValue();
      const shown = await entryWith(page, text).count();
      assert.deepEqual([draft === text, shown].toString(), draft === text ? "true,0" : "false,1", text);
      if (draft === text) await say(page, text);
      await comesOnce(text);
    }
  });

  await step(
    "two tabs: both write and show the same; the one that held is closed, the other goes on",
    async () => {
      const other = await context.newPage();
      await other.goto(address);
      await other.getByRole("main", { name: "Conversation avec Robot" }).waitFor();
      await Promise.all([say(page, "Du premier onglet"), say(other, "Du second onglet")]);
      for (const text of ["Du premier onglet", "Du second onglet"]) {
        await comesOnce(text);
        for (const tab of [page, other]) {
          await entryWith(tab, text).getByText("Traité").waitFor();
          assert.equal(await entryWith(tab, text).count(), 1);
        }
      }
      await Promise.all([say(other, "Pendant la fermeture"), page.close()]);
      page = other;
      await comesOnce("Pendant la fermeture");
      await entryWith(page, "Pendant la fermeture").getByText("Traité").waitFor();
    },
  );

  await step("storage that is cleared is told as that; nothing begins over it by itself", async () => {
    const session = await context.newCDPSession(page);
    await session.send("Storage.clearDataForOrigin", { origin: world.url, storageTypes: "indexeddb" });
    await page.reload();
    await page.getByRole("heading", { name: "Cet appareil n’est plus lisible ici" }).waitFor();
    await lookAt(page, "pacerelle-stockage");
    await page.getByRole("button", { name: "Réessayer" }).click();
    await page.getByRole("heading", { name: "Cet appareil n’est plus lisible ici" }).waitFor();
    await page.getByRole("button", { name: "Effacer cet appareil" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Effacer cet appareil" }).click();
    await page.getByRole("heading", { name: "Se connecter" }).waitFor();
    await lookAt(page, "pacerelle-connexion");
    await logIn(page, "ada@exemple.fr", "Ordinateur bis");
  });

  await step("a clock that is wrong is told, and the message goes all the same", async () => {
    const late = await world.browser.person({ expectedErrors: [/WebSocket/] });
    await late.context.addInitScript(() => {
      const { now } = Date;
      Date.now = () => now() - 3 * 3_600_000;
    });
    await late.page.goto(world.url);
    await signUp(late.page, "bob@exemple.fr", "En retard");
    await late.page.getByText("diffèrent de plus de dix minutes").waitFor();
    await lookAt(late.page, "pacerelle-horloge");
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
    await say(page, "sans réponse");
    const entry = entryWith(page, "sans réponse");
    await entry.getByText("Parti, sera vérifié").waitFor();
    await banner(page).getByText("1 message attend de partir.").waitFor();
    await host.request((message) => message.text === "sans réponse");
    assert.equal(await entry.getByText("Parti, sera vérifié").count(), 1, "nobody has told the page more");
    isCut = isLost = false;
    await banner(page).getByRole("button", { name: "Réessayer" }).click();
    await allArrive(page, host);
  });

  await step("the network goes and comes back", async () => {
    await context.setOffline(true);
    await say(page, "sans réseau");
    await banner(page).getByText("Hors ligne.").waitFor({ timeout: RECOVERY_MS });
    assert.equal((await shown(page)).at(-1)?.state, "here");
    assert.ok(!(await atAgent(host)).includes("sans réseau"));
    await context.setOffline(false);
    await allArrive(page, host);
  });

  await step(
    "the app opens without a relay; what is written then outlives its tab, and leaves later",
    async () => {
      await world.relayDown();
      await page.reload();
      await entryWith(page, "sans réseau").getByText("Reçu par l’agent").waitFor();
      await say(page, "hors ligne");
      await entryWith(page, "hors ligne").getByText("En attente sur cet appareil").waitFor();
      await page.getByRole("textbox", { name: "Message à Robot" }).fill("encore à");
      await page.close();
      page = await openTab();
      await entryWith(page, "hors ligne").getByText("En attente sur cet appareil").waitFor();
      const field = page.getByRole("textbox", { name: "Message à Robot" });
      await page.waitForFunction(() => document.querySelector("textarea")?.value === "encore à");
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
    for (const ms of [0, 4, 15, 60, 250]) {
      const text = `fermé après ${ms} ms`;
      await say(page, text);
      await new Promise((resolve) => setTimeout(resolve, ms));
      await page.close();
      page = await openTab();
      await page.locator(".entry").first().waitFor();
      const typed = await page.getByRole("textbox", { name: "Message à Robot" }).inputValue();
      const sent = await entryWith(page, text).count();
      assert.deepEqual([typed, sent], sent === 0 ? [text, 0] : ["", 1], `${ms} ms`);
      await page.getByRole("textbox", { name: "Message à Robot" }).fill("");
    }
    await allArrive(page, host);
  });

  await step("two tabs write at once, and the one that holds the device is closed meanwhile", async () => {
    const other = await openTab();
    const write = async (tab: Page, who: string, count: number) => {
      for (let number = 1; number <= count; number++) await say(tab, `${who} ${number}`);
    };
    await Promise.all([write(page, "premier", 4), write(other, "second", 4)]);
    await allArrive(page, host);
    assert.deepEqual(await shown(other), await shown(page));
    const before = (await shown(page)).length;
    await Promise.all([write(other, "resté", 5), page.close()]);
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
    for (const number of [1, 2, 3, 4, 5]) await say(page, `file ${number}`);
    await banner(page).getByText("La file de Robot est pleine au relais : vos messages attendent ici.")
      .waitFor({
        timeout: RECOVERY_MS,
      });
    const states = () => shown(page).then((all) => all.slice(-5).map(({ state }) => state));
    assert.deepEqual(await states(), ["relay", "relay", "relay", "here", "here"]);
    assert.equal(heldAtRelay(world), 3);
    host = await world.host();
    await allArrive(page, host);
    await banner(page).getByText("La file de Robot").waitFor({ state: "hidden" });
    await world.relayDown();
    await world.relayUp({ limits: { endpointRate: { burst: 2, perSecond: 2 } } });
    for (const number of [1, 2, 3, 4, 5]) await say(page, `débit ${number}`);
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
    await say(page, "dans une heure");
    await allArrive(page, host);
    await page.close();
    page = await openTab();
    await say(page, "à l’heure");
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
    const field = page.getByRole("textbox", { name: "Message à Robot" });
    await field.fill("tapé avant");
    assert.equal(await page.locator("html[data-next]").count(), 0, "nothing changes by itself");
    await banner(page).getByRole("button", { name: "Recharger" }).click();
    await page.locator("html[data-next]").waitFor({ state: "attached" });
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "tapé avant");
    assert.equal(await offer.count(), 0);
    await field.press("Enter");
    await allArrive(page, host);
  });

  await step(
    "a session that ended keeps what is typed; the person signs in again and it leaves",
    async () => {
      const field = page.getByRole("textbox", { name: "Message à Robot" });
      await field.fill("en train d’écrire");
      await world.relayDown();
      endSessions(world);
      await world.relayUp();
      await banner(page).getByText("Le relais ne reconnaît plus cet appareil.").waitFor({
        timeout: RECOVERY_MS,
      });
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
    await session.send("Storage.clearDataForOrigin", { origin: world.url, storageTypes: "all" });
    await page.reload();
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

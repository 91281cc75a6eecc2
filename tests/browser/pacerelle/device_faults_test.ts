/**
 * The app while what it stands on changes: a clock that is wrong, a newer version, a session that ended, a key that is gone,
 * storage that is cleared. What was typed stays, and what was written is at the agent exactly once and in order.
 * @covers pacerelle-web.proof.clock, pacerelle-web.proof.update, pacerelle-web.proof.session, pacerelle-web.proof.cleared
 * @covers pacerelle-web.app.storage, pacerelle-web.app.clock
 * @module
 */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { lookAt } from "../harness/picture.ts";
import { type AppWorld, inOrder, logIn, PASSWORD } from "./app_world.ts";
import { allArrive, banner, beginTalk, isTyped, write, writing } from "./faults_world.ts";

Deno.test("the app while what it stands on changes", async (t) => {
  const step = inOrder(t);
  await using talk = await beginTalk();
  const { world, context, openTab, host } = talk;
  let { page } = talk;

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

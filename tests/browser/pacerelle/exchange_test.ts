/**
 * Sign-up, an agent connected by what the page shows for pasting, and an exchange both ways, each state shown as it is.
 * @covers pacerelle-web.app.exchange, pacerelle-web.app.follows, pacerelle-web.app.nowhere, pacerelle-web.app.carry-over, pacerelle-web.app.heard
 * @module
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { until } from "../../until.ts";
import { lookAt } from "../harness/picture.ts";
import {
  AppWorld,
  blockText,
  entryWith,
  goTo,
  type Host,
  inOrder,
  PASSWORD,
  say,
  settingsOf,
  signUp,
} from "./app_world.ts";

Deno.test("from sign-up to an answer", async (t) => {
  const step = inOrder(t);
  await using world = await AppWorld.open();
  const { page } = await world.device({
    permissions: ["clipboard-read", "clipboard-write"],
    expectedErrors: [/Creating a TrustedTypePolicy named 'autre'/],
  });
  let host: Host;

  await step("an account is made; what is missing is named", async () => {
    await page.getByRole("button", { name: "Créer un compte" }).click();
    await page.getByLabel("Nom de cet appareil").fill("");
    await page.locator("button[type=submit]").click();
    for (const fault of ["Donnez une adresse", "au moins 12 caractères", "Donnez un nom"]) {
      await page.getByRole("alert").first().getByText(fault).waitFor();
    }
    await lookAt(page, "pacerelle-inscription");
    await page.getByLabel("Adresse e-mail").fill("ada@exemple.fr");
    await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Nom de cet appareil").fill("Téléphone d’Ada");
    await page.locator("button[type=submit]").click();
    await page.getByRole("navigation", { name: "Navigation" }).waitFor();
    await page.getByText("Aucune conversation").waitFor();
    await lookAt(page, "pacerelle-conversations-vide");
  });

  await step("an agent is connected by what is shown once", async () => {
    await goTo(page, "Agents");
    await lookAt(page, "pacerelle-agents-vide");
    await page.getByRole("button", { name: "Connecter un agent" }).click();
    await page.getByRole("button", { name: "Créer l’agent" }).click();
    await page.getByRole("alert").first().getByText("Donnez un nom à l’agent.").first().waitFor();
    await page.getByLabel("Nom de l’agent").fill("Robot");
    await page.getByRole("button", { name: "Créer l’agent" }).click();
    const shown = page.getByRole("dialog", { name: "« Robot » est créé" });
    await shown.getByText("En attente de « Robot »…").waitFor();
    await lookAt(page, "pacerelle-agent-cree");
    const settings = settingsOf(await blockText(shown, "claude_desktop_config.json"));
    assert.equal(settings.PACERELLE_AGENT_ID, (await blockText(shown, "Identifiant")).trim());
    assert.equal(settings.PACERELLE_AGENT_TOKEN, (await blockText(shown, "Jeton")).trim());
    await page.keyboard.press("Escape");
    assert.equal(await shown.isVisible(), true, "what is shown once is not closed by a key");
    await page.goBack();
    await page.goForward();
    await shown.waitFor();
    host = await world.host(settings);
    await host.tool("get_status");
    await shown.getByText("« Robot » est connecté.").waitFor();
    await lookAt(page, "pacerelle-agent-connecte");
    await shown.getByRole("button", { name: "Lui écrire" }).click();
    await page.getByText("Écrivez à « Robot ».").waitFor();
    await lookAt(page, "pacerelle-conversation-vide");
  });

  await step("a message goes, is received, handled and answered; each state is true", async () => {
    await say(page, "Bonjour !\nDeuxième ligne");
    const request = await host.request((message) => message.text === "Bonjour !\nDeuxième ligne");
    await entryWith(page, "Bonjour !").getByText("Reçu par l’agent").waitFor();
    await host.tool("send_message", { sourceMessageId: request.id, text: "Bonjour **Ada**." });
    await entryWith(page, "Bonjour Ada.").waitFor();
    assert.equal(await entryWith(page, "Bonjour Ada.").locator("strong").innerText(), "Ada");
    // Who hears the page is told too, in words without signs.
    const said = page.getByRole("log", { name: "Ce qui arrive" });
    await said.getByText("Robot : Bonjour Ada.", { exact: true }).waitFor({ state: "attached" });
    await host.tool("mark_processed", { messageId: request.id });
    await entryWith(page, "Bonjour !").getByText("Traité").waitFor();
    // It was before the person's eyes: the agent is told so, and of nothing that was not.
    const stateOf = async (text: string) =>
      (await host.tool("get_history", { limit: 200 })).entries
        .find((entry: { readonly text?: string }) => entry.text === text)?.state;
    await until(
      async () => await stateOf("Bonjour **Ada**.") === "read",
      "the agent is told of what was read",
    );
    await lookAt(page, "pacerelle-conversation");
  });

  await step("a long conversation opens at its end, and older messages come as one goes up", async () => {
    await say(page, "Raconte-moi tout.");
    const { id } = await host.request((message) => message.text === "Raconte-moi tout.");
    for (let number = 1; number <= 130; number++) {
      await host.tool("send_message", { sourceMessageId: id, text: `Ligne ${number}\n\n- une\n- deux` });
    }
    await entryWith(page, "Ligne 130").waitFor();
    await page.reload();
    await entryWith(page, "Ligne 130").waitFor();
    assert.ok(await page.locator(".entry").count() < 40, "what is out of sight is not in the page");
    const list = page.locator(".thread-list");
    await list.hover();
    await until(async () => {
      await page.mouse.wheel(0, -1_500);
      return await entryWith(page, "Bonjour !").count() > 0;
    }, "its beginning");
    await entryWith(page, "Bonjour !").waitFor();
    await page.getByRole("button", { name: "Aux derniers messages" }).click();
    await entryWith(page, "Ligne 130").waitFor();
  });

  await step("what a search found comes into view, wherever it is in a long conversation", async () => {
    await goTo(page, "Conversations");
    for (const text of ["Ligne 81", "Ligne 3", "Ligne 120", "Raconte-moi tout.", "Ligne 60"]) {
      await page.getByRole("searchbox").fill(text);
      await page.locator(".hits a", { has: page.locator("mark", { hasText: text }) }).last().click();
      // And it stays: a list that is pulled back to its end passes by whatever lies on its way.
      await page.waitForFunction((text) => {
        const found = document.querySelector<HTMLElement>(".entry-found");
        const list = document.querySelector<HTMLElement>(".thread-list");
        if (list === null || !found?.innerText.includes(text)) return false;
        const [own, room] = [found.getBoundingClientRect(), list.getBoundingClientRect()];
        const isInView = own.top >= room.top && own.bottom <= room.bottom;
        const frames = isInView ? Number(list.dataset["frames"] ?? 0) + 1 : 0;
        list.dataset["frames"] = String(frames % 60);
        return frames === 60;
      }, text);
    }
    await page.getByRole("button", { name: "Effacer la recherche" }).click();
  });

  await step("what is sent while files are still being sealed follows, once", async () => {
    const field = page.getByRole("textbox", { name: /^Message à/ });
    await page.locator(".composer input[type=file]").setInputFiles([1, 2, 3, 4].map((at) => ({
      name: `grand-${at}.bin`,
      mimeType: "application/octet-stream",
      buffer: Buffer.alloc(70_000, at),
    })));
    await page.locator(".picked-file").nth(3).waitFor();
    // A disk that takes its time.
    await page.evaluate(() => {
      const { arrayBuffer } = Blob.prototype;
      const gate = new Promise((open) => Object.assign(globalThis, { openGate: open }));
      Blob.prototype.arrayBuffer = async function () {
        await gate;
        return await arrayBuffer.call(this);
      };
    });
    await field.fill("Avec quatre fichiers");
    await field.press("Enter");
    await page.getByText("Chiffrement du fichier").waitFor();
    // The same again is a slip; what was added is another message.
    await field.press("Enter");
    assert.equal(await page.getByText("La suite partira").count(), 0);
    await field.press("End");
    await field.pressSequentially(" et la suite");
    await field.press("Enter");
    await page.getByText("La suite partira juste après.").waitFor();
    await page.evaluate(() => Reflect.get(globalThis, "openGate")());
    await entryWith(page, "et la suite").waitFor();
    await page.waitForFunction(() => document.querySelector("textarea")?.value === "");
    const sent = page.locator(".entry-mine");
    assert.equal(await sent.filter({ hasText: "Avec quatre fichiers" }).count(), 1);
    assert.equal((await sent.last().locator(".bubble").innerText()).trim(), "et la suite");
    assert.equal(await page.locator(".picked-file").count(), 0);
  });

  await step("an address that leads nowhere says so, and leads home", async () => {
    for (const path of ["/nulle-part", "/ailleurs/page.html"]) {
      const response = await fetch(world.url + path, { headers: { accept: "text/html" } });
      assert.match(await response.text(), /id="app"/);
      await page.goto(world.url + path);
      await page.getByRole("heading", { name: "Rien à cette adresse" }).waitFor();
    }
    await lookAt(page, "pacerelle-nulle-part");
    await page.getByRole("link", { name: "Aller aux conversations" }).click();
    await page.getByRole("heading", { name: "Conversations" }).waitFor();
    const script = await fetch(`${world.url}/assets/absent.js`, { headers: { accept: "*/*" } });
    assert.equal(script.status, 404);
    assert.doesNotMatch(await script.text(), /id="app"/, "what a page loads gets no page");
  });

  await step(
    "a phone that makes an agent says how its configuration gets to the host's computer",
    async () => {
      const { page: phone } = await world.device({ width: "phone" });
      await phone.addInitScript(() => {
        const shared: unknown[] = [];
        Object.assign(globalThis, { shared, refuseShare: false });
        Object.defineProperty(navigator, "share", {
          configurable: true,
          value: (data: unknown) => {
            if (Reflect.get(globalThis, "refuseShare")) {
              return Promise.reject(new DOMException("changed their mind", "AbortError"));
            }
            shared.push(data);
            return Promise.resolve();
          },
        });
      });
      await phone.reload();
      await signUp(phone, "eve@exemple.fr", "Téléphone d’Ève");
      await goTo(phone, "Agents");
      await phone.getByRole("button", { name: "Connecter un agent" }).click();
      await phone.getByLabel("Nom de l’agent").fill("Mobile");
      await phone.getByRole("button", { name: "Créer l’agent" }).click();
      const shown = phone.getByRole("dialog", { name: "« Mobile » est créé" });
      const summary = shown.getByText("Votre hôte est sur un autre appareil ?");
      await summary.waitFor();
      const share = shown.getByRole("button", { name: "Partager claude_desktop_config.json…" });
      // A narrow window with a mouse has it folded.
      if (!await share.isVisible()) await summary.click();
      await shown.getByText("donnez un nouveau jeton à « Mobile »").waitFor();
      await shown.getByText("qui le lit peut prendre la place de l’agent").waitFor();
      await share.scrollIntoViewIfNeeded();
      await lookAt(phone, "pacerelle-agent-partager");
      await phone.evaluate(() => Object.assign(globalThis, { refuseShare: true }));
      await share.click();
      await phone.evaluate(() => Object.assign(globalThis, { refuseShare: false }));
      await share.click();
      await shown.getByText("Remis à l’application que vous avez choisie.").waitFor();
      const texts = await phone.evaluate((): { text: string }[] => Reflect.get(globalThis, "shared"));
      assert.equal(texts.length, 1);
      assert.deepEqual(
        settingsOf(texts[0]!.text),
        settingsOf(await blockText(shown, "claude_desktop_config.json")),
      );
      // It has gone where the person wanted it: nothing stands in the way of closing.
      await shown.getByRole("button", { name: "J’ai collé la configuration" }).click();
      await shown.waitFor({ state: "detached" });
    },
  );

  await step("the page may ask for the camera for itself, and runs no code but its own", async () => {
    const headers = (await page.goto(world.url))?.headers() ?? {};
    assert.match(headers["permissions-policy"] ?? "", /camera=\(self\)/);
    assert.match(headers["content-security-policy"] ?? "", /script-src 'self';.*trusted-types pacerelle/);
    const made = await page.evaluate(() => {
      try {
        // What an attacker would try.
        Reflect.get(globalThis, "trustedTypes").createPolicy("autre", {});
        return "made";
      } catch (error) {
        return (error as Error).name;
      }
    });
    assert.equal(made, "TypeError");
  });
});

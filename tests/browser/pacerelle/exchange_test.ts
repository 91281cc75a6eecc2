/**
 * Sign-up, an agent connected by what the page shows for pasting, and an exchange both ways, each state shown as it is.
 * @covers pacerelle-web.app.exchange
 * @module
 */
import assert from "node:assert/strict";
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
} from "./app_world.ts";

Deno.test("from sign-up to an answer", async (t) => {
  const step = inOrder(t);
  await using world = await AppWorld.open();
  const { page } = await world.device({ permissions: ["clipboard-read", "clipboard-write"] });
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
    host = await world.host(settings);
    await host.tool("get_status");
    await shown.getByText("« Robot » est connecté.").waitFor({ timeout: 30_000 });
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
    await host.tool("mark_processed", { messageId: request.id });
    await entryWith(page, "Bonjour !").getByText("Traité").waitFor();
    await lookAt(page, "pacerelle-conversation");
  });
});

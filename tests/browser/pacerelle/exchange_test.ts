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
    // It was before the person's eyes: the agent is told so, and of nothing that was not.
    const stateOf = async (text: string) =>
      (await host.tool("get_history", { limit: 200 })).entries
        .find((entry: { readonly text?: string }) => entry.text === text)?.state;
    for (let tries = 0; tries < 50 && await stateOf("Bonjour **Ada**.") !== "read"; tries++) {
      await page.waitForTimeout(100);
    }
    assert.equal(await stateOf("Bonjour **Ada**."), "read");
    await lookAt(page, "pacerelle-conversation");
  });

  await step("a long conversation opens at its end, and older messages come as one goes up", async () => {
    await say(page, "Raconte-moi tout.");
    const { id } = await host.request((message) => message.text === "Raconte-moi tout.");
    for (let number = 1; number <= 130; number++) {
      await host.tool("send_message", { sourceMessageId: id, text: `Ligne ${number}\n\n- une\n- deux` });
    }
    await entryWith(page, "Ligne 130").waitFor({ timeout: 30_000 });
    await page.reload();
    await entryWith(page, "Ligne 130").waitFor();
    assert.ok(await page.locator(".entry").count() < 40, "what is out of sight is not in the page");
    const list = page.locator(".thread-list");
    await list.hover();
    for (let turn = 0; turn < 200 && await entryWith(page, "Bonjour !").count() === 0; turn++) {
      await page.mouse.wheel(0, -1_500);
      await page.waitForTimeout(30);
    }
    await entryWith(page, "Bonjour !").waitFor();
    await page.getByRole("button", { name: "Aux derniers messages" }).click();
    await entryWith(page, "Ligne 130").waitFor();
  });

  await step("the page may ask for the camera for itself, and runs no code but its own", async () => {
    const headers = (await page.goto(world.url))?.headers() ?? {};
    assert.match(headers["permissions-policy"] ?? "", /camera=\(self\)/);
    assert.match(headers["content-security-policy"] ?? "", /script-src 'self';.*trusted-types pacerelle/);
    const made = await page.evaluate(() => {
      try {
        // deno-lint-ignore no-explicit-any -- what an attacker would try
        (globalThis as any).trustedTypes.createPolicy("autre", {});
        return "made";
      } catch (error) {
        return (error as Error).name;
      }
    });
    assert.equal(made, "TypeError");
  });
});

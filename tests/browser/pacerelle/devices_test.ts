/**
 * Devices as people let them in: by six digits, by the code, by the recovery key; what each sees; one that was removed and is
 * blind from then on; an account that is left and entered again.
 * @covers pacerelle-web.app.devices, pacerelle-web.app.recovery, pacerelle-web.app.removed
 * @module
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import decodeQr from "qr/decode.js";
import { until } from "../../until.ts";
import type { Person } from "../harness/browser.ts";
import { lookAt } from "../harness/picture.ts";
import {
  AppWorld,
  blockText,
  connectAgent,
  entryWith,
  goTo,
  type Host,
  inOrder,
  logIn,
  say,
  signUp,
} from "./app_world.ts";

const EMAIL = "ada@exemple.fr";

/** What a camera reads: the picture's dark squares, each of some pixels, and the light around them. */
async function scanQr(page: Page): Promise<string> {
  const picture = page.locator("svg.qr");
  const size = Number((await picture.getAttribute("viewBox"))?.split(" ")[2]);
  const squares = await picture.locator("path").getAttribute("d") ?? "";
  const scale = 6;
  const width = size * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of squares.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < scale; row++) {
      for (let column = 0; column < scale; column++) {
        const at = ((Number(y) * scale + row) * width + Number(x) * scale + column) * 4;
        data.fill(0, at, at + 3);
      }
    }
  }
  return decodeQr({ width, height: width, data });
}

async function openConversation(page: Page): Promise<void> {
  await goTo(page, "Conversations");
  await page.locator(".row", { hasText: "Robot" }).click();
  await page.getByRole("main", { name: "Conversation avec Robot" }).waitFor();
}

Deno.test("several devices of one account", async (t) => {
  const step = inOrder(t);
  await using world = await AppWorld.open();
  const first = (await world.device()).page;
  let second: Page;
  let third: Page;
  let host: Host;
  let recoveryKey = "";

  await step("the first device has a conversation", async () => {
    await signUp(first, EMAIL, "Ordinateur");
    host = await connectAgent(world, first, "Robot");
    await say(first, "Avant le second appareil");
    const request = await host.request((message) => message.text === "Avant le second appareil");
    await host.tool("send_message", { sourceMessageId: request.id, text: "Bien reçu." });
    await entryWith(first, "Bien reçu.").waitFor();
  });

  await step("a second one is let in by six digits that are compared; wrong ones let nobody in", async () => {
    second = (await world.device({ width: "phone" })).page;
    await logIn(second, EMAIL, "Téléphone");
    await lookAt(second, "pacerelle-attente-code");
    await second.getByRole("tab", { name: "Six chiffres" }).click();
    await second.getByRole("button", { name: "Demander six chiffres" }).click();
    await lookAt(second, "pacerelle-attente-chiffres");
    await goTo(first, "Appareils");
    await first.getByText("Demande à entrer. Il propose six chiffres.").waitFor();
    await lookAt(first, "pacerelle-appareils-demande");
    await first.getByRole("button", { name: "Approuver…" }).click();
    const approving = first.getByRole("dialog", { name: "Approuver un appareil" });
    const digitsOn = async (page: Page) => (await page.locator(".digits").innerText()).replaceAll(/\D/g, "");
    await approving.getByRole("button", { name: "Comparer avec « Téléphone »" }).click();
    await second.locator(".digits").waitFor();
    const digits = await digitsOn(second);
    assert.match(digits, /^\d{6}$/);
    await lookAt(second, "pacerelle-attente-comparer");
    await lookAt(first, "pacerelle-appareils-chiffres");
    const wrong = String((Number(digits) + 1) % 1_000_000).padStart(6, "0");
    await approving.getByLabel("Six chiffres affichés sur « Téléphone »").fill(wrong);
    await approving.getByRole("button", { name: "Faire entrer" }).click();
    await approving.getByRole("alert").getByText("rien n’a été approuvé").first().waitFor();
    assert.equal(await second.getByRole("navigation", { name: "Navigation" }).count(), 0);
    // Anew, on both.
    await second.getByRole("button", { name: "Annuler" }).click();
    await second.getByRole("button", { name: "Demander six chiffres" }).click();
    await approving.getByRole("button", { name: "Comparer avec « Téléphone »" }).click();
    await second.locator(".digits").waitFor();
    await approving.getByLabel("Six chiffres affichés sur « Téléphone »").fill(await digitsOn(second));
    await approving.getByRole("button", { name: "Faire entrer" }).click();
    // Only now: that the other device has taken them is what tells this one whose account it enters.
    await approving.getByText("« Téléphone » est approuvé").waitFor();
    await second.getByRole("button", { name: "L’autre appareil les a acceptés" }).click();
    await approving.getByText("vos messages lui sont envoyés").waitFor();
    await lookAt(first, "pacerelle-appareils-entre");
    await approving.getByRole("button", { name: "Fermer" }).last().click();
    await second.getByRole("navigation", { name: "Navigation" }).waitFor();
  });

  await step("what was said before is there, and both see what comes", async () => {
    await openConversation(second);
    await entryWith(second, "Bien reçu.").waitFor();
    assert.deepEqual(
      await second.locator(".banner-warning, .banner-danger").allInnerTexts(),
      [],
      "an agent that speaks to a new device before the old one does is no stranger",
    );
    await openConversation(first);
    await say(second, "Depuis le téléphone");
    await entryWith(first, "Depuis le téléphone").getByText("Écrit sur un autre appareil").waitFor();
    const request = await host.request((message) => message.text === "Depuis le téléphone");
    await host.tool("send_widget", {
      sourceMessageId: request.id,
      widget: { format: "widget.standard", version: 1, kind: "confirm", title: "On y va ?" },
    });
    for (const page of [first, second]) await page.locator(".widget", { hasText: "On y va ?" }).waitFor();
    await first.locator(".widget").getByRole("button", { name: "Oui" }).click();
    await second.locator(".widget").getByText("Répondu sur un autre appareil").waitFor();
    assert.equal(await second.locator(".widget").getByRole("button").count(), 0, "closed elsewhere");
    await lookAt(second, "pacerelle-question-ailleurs");
    const answer = await host.request((message) => message.widgetResponse !== undefined);
    assert.equal(answer.widgetResponse.value, true);
  });

  await step("a third one is let in by its code", async () => {
    third = (await world.device()).page;
    await logIn(third, EMAIL, "Tablette");
    const code = await blockText(third, "Code de cet appareil");
    assert.equal(await scanQr(third), code, "the picture says what the text says");
    // An open conversation has a phone's whole screen.
    await second.getByRole("link", { name: "Toutes les conversations" }).click();
    await goTo(second, "Appareils");
    await second.getByText("Demande à entrer").waitFor();
    await second.getByRole("button", { name: "Approuver un appareil" }).click();
    const approving = second.getByRole("dialog", { name: "Approuver un appareil" });
    await lookAt(second, "pacerelle-appareils-approuver");
    await approving.getByRole("tab", { name: "Taper le code" }).click();
    await approving.getByLabel("Code du nouvel appareil").fill("pas un code");
    await approving.getByRole("button", { name: "Faire entrer" }).click();
    await approving.getByRole("alert").first().getByText("Ce code ne convient à aucun appareil").waitFor();
    await first.getByRole("link", { name: /1 appareil en attente/ }).waitFor();
    await approving.getByLabel("Code du nouvel appareil").fill(code);
    await approving.getByRole("button", { name: "Faire entrer" }).click();
    await approving.getByText("« Tablette » est approuvé, et").waitFor();
    await approving.getByRole("button", { name: "Fermer" }).last().click();
    await third.getByRole("navigation", { name: "Navigation" }).waitFor();
    // Another device let it in: nobody waits any more, here either.
    await first.getByRole("link", { name: /en attente/ }).waitFor({ state: "detached" });
    await lookAt(second, "pacerelle-appareils");
  });

  await step("the first one is removed: told so there, and blind from then on", async () => {
    await second.getByRole("button", { name: "Retirer Ordinateur" }).click();
    const sure = second.getByRole("dialog", { name: "Retirer « Ordinateur » ?" });
    await lookAt(second, "pacerelle-appareils-retirer");
    await sure.getByRole("button", { name: "Retirer", exact: true }).click();
    await sure.waitFor({ state: "detached" });
    await first.getByText("Cet appareil a été retiré du compte.").waitFor();
    await lookAt(first, "pacerelle-appareil-retire");
    assert.equal(await first.getByRole("textbox", { name: /^Message à/ }).count(), 0);
    await openConversation(second);
    await say(second, "Entre nous");
    const request = await host.request((message) => message.text === "Entre nous");
    await host.tool("send_message", { sourceMessageId: request.id, text: "Rien que pour vous." });
    await entryWith(second, "Rien que pour vous.").waitFor();
    await openConversation(third);
    await entryWith(third, "Rien que pour vous.").waitFor();
    assert.equal(await entryWith(first, "Rien que pour vous.").count(), 0);
    // What it had it still shows.
    await entryWith(first, "Bien reçu.").waitFor();
  });

  await step("the removed one can ask to come in again, as a new device that waits", async () => {
    await first.getByRole("button", { name: "Se connecter de nouveau" }).click();
    assert.equal(await first.getByLabel("Adresse e-mail").inputValue(), EMAIL);
    await logIn(first, EMAIL, "Ordinateur, encore");
    assert.equal(await first.getByText("Bien reçu.").count(), 0);
    await first.getByRole("button", { name: "Se déconnecter" }).click();
    await first.getByRole("dialog").getByRole("button", { name: "Se déconnecter" }).click();
    await first.getByRole("heading", { name: "Se connecter" }).waitFor();
    // It waits no more, and nobody is asked about it.
    await goTo(third, "Appareils");
    await until(async () => {
      const cards = await third.locator(".card").allInnerTexts();
      return cards.length === 2 && !cards.some((card) => card.includes("Demande à entrer"));
    }, "two devices, and nobody who asks");
  });

  await step("a recovery key is shown once, and must be said to be kept", async () => {
    await goTo(third, "Réglages");
    await third.getByText("n’a pas de clé de secours").waitFor();
    await lookAt(third, "pacerelle-reglages");
    await third.getByRole("button", { name: "Créer une clé de secours" }).click();
    const shown = third.getByRole("dialog", { name: "Votre clé de secours" });
    recoveryKey = (await blockText(shown, "Clé de secours")).trim();
    await lookAt(third, "pacerelle-cle-de-secours");
    assert.equal(await shown.getByRole("button", { name: "Terminé" }).isDisabled(), true);
    const [file] = await Promise.all([
      third.waitForEvent("download"),
      shown.getByRole("button", { name: "Enregistrer en fichier" }).click(),
    ]);
    assert.ok((await Deno.readTextFile(await file.path())).includes(recoveryKey));
    await shown.getByRole("checkbox", { name: "Je l’ai gardée en lieu sûr" }).check();
    await shown.getByRole("button", { name: "Terminé" }).click();
    await shown.waitFor({ state: "detached" });
    await third.getByText("Ce compte a une clé de secours.").waitFor();
    assert.equal(await third.getByText(recoveryKey).count(), 0, "it is not shown again");
  });

  await step("logging out tells what is erased", async () => {
    for (const page of [second, third]) {
      if (page === second) await second.getByRole("link", { name: "Toutes les conversations" }).click();
      await goTo(page, "Réglages");
      await page.getByRole("button", { name: "Se déconnecter" }).click();
      const sure = page.getByRole("dialog", { name: "Se déconnecter de cet appareil ?" });
      await sure.getByText("Sont effacés d’ici").waitFor();
      if (page === third) {
        await sure.getByText("C’est le dernier appareil du compte").waitFor();
        await lookAt(third, "pacerelle-deconnexion");
      }
      await sure.getByRole("button", { name: "Effacer et se déconnecter" }).click();
      await page.getByRole("heading", { name: "Se connecter" }).waitFor();
    }
  });

  await step("with no device left, the recovery key lets one in, and it hears the agent", async () => {
    const { page }: Person = await world.device();
    await logIn(page, EMAIL, "Nouveau");
    await page.getByRole("tab", { name: "Clé de secours" }).click();
    await page.getByRole("textbox", { name: "Clé de secours" }).fill(
      `${recoveryKey.slice(0, -1)}${recoveryKey.endsWith("a") ? "b" : "a"}`,
    );
    await page.getByRole("button", { name: "Entrer avec la clé" }).click();
    await page.getByRole("alert").first().getByText("n’est pas celle de ce compte").waitFor();
    await lookAt(page, "pacerelle-attente-cle");
    await page.getByRole("textbox", { name: "Clé de secours" }).fill(recoveryKey);
    await page.getByRole("button", { name: "Entrer avec la clé" }).click();
    await page.getByRole("navigation", { name: "Navigation" }).waitFor();
    await goTo(page, "Agents");
    // Its name was on the devices that are gone: a new token gives it one here.
    await page.getByText("Agent sans nom").waitFor();
    await lookAt(page, "pacerelle-agents-sans-nom");
  });
});

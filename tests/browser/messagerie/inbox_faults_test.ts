/**
 * What fails says so, says why, and can be tried again as it was: every kind of action once while nothing reaches the server.
 * @covers messagerie-web.inbox.page-faults
 * @module
 */
import assert from "node:assert/strict";
import type { Page, Route } from "playwright-core";
import { lookAt } from "../harness/picture.ts";
import { inOrder } from "./desk_pages.ts";
import { openInboxWorld } from "./inbox_world.ts";

const API = "**/api/inbox/**";
const field = (page: Page) => page.locator(".composer-field");
const failed = (page: Page) => page.locator(".toast.notice-danger");

/** Nothing that is written reaches the server until this is called. */
async function cut(page: Page): Promise<() => Promise<void>> {
  const abort = (route: Route) => route.request().method() === "GET" ? route.fallback() : route.abort();
  await page.route(API, abort);
  return () => page.unroute(API, abort);
}

Deno.test("what fails says why, and can be tried again as it was", async (t) => {
  await using world = await openInboxWorld({
    conversations: 120,
    messages: 600,
    env: { MESSAGERIE_SMTP_URL: "smtp://127.0.0.1:9", MESSAGERIE_MAIL_FROM: "aide@exemple.fr" },
  });
  const step = inOrder(t);
  const { page } = await world.advisor("claire", { expectedErrors: [/ERR_|Failed to fetch|NetworkError/] });
  const chat = await world.visitor("Bonjour", { name: "Lou Visiteur" });
  await page.goto(`${world.url}/conversations/${chat}`);
  await field(page).waitFor();

  /** Does something without a network, is told why it failed, and tries again with one. */
  async function goesAgain(act: () => Promise<void>, done: string | RegExp): Promise<void> {
    const mend = await cut(page);
    await act();
    await failed(page).getByText("Le serveur ne répond pas : vérifiez la connexion.").waitFor();
    await mend();
    await failed(page).getByRole("button", { name: "Réessayer" }).click();
    await failed(page).waitFor({ state: "detached" });
    await page.locator(".event-line, .details-tags .tag-chip").filter({ hasText: done }).first().waitFor();
  }

  await step("what is done to a conversation is told, and done at the second try", async () => {
    await page.locator(".thread-list").focus();
    await goesAgain(() => page.keyboard.press("m"), "s’est assigné la conversation");
    await goesAgain(async () => {
      await page.keyboard.press("t");
      await page.keyboard.type("Tapée une fois");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
    }, "Tapée une fois");
    // The date that the field shows is the date that is meant.
    await goesAgain(async () => {
      await page.getByRole("button", { name: "Mettre en attente" }).click();
      await page.getByRole("button", { name: "Appliquer" }).click();
    }, "en attente");
    await goesAgain(async () => {
      await page.getByRole("button", { name: "Résoudre", exact: true }).click();
    }, "comme résolue");
  });

  await step("what takes long says that it is under way, and cannot be begun twice", async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => go = resolve);
    const wait = async (route: Route) => {
      await held;
      await route.continue();
    };
    let asked = 0;
    page.on("request", (request) => asked += Number(request.url().endsWith("/reopen")));
    await page.route("**/reopen", wait);
    const button = page.getByRole("button", { name: "Rouvrir" });
    await button.click();
    await page.locator(".toast").getByText("Rouvrir : en cours…").waitFor();
    assert.equal(await button.getAttribute("aria-busy"), "true");
    await button.click({ force: true });
    go();
    await page.getByRole("button", { name: "Résoudre", exact: true }).waitFor();
    await page.locator(".toast").getByText("en cours").waitFor({ state: "detached" });
    assert.equal(asked, 1);
    await page.unroute("**/reopen", wait);
  });

  await step("what failed and what waits look right", async () => {
    const mend = await cut(page);
    await page.locator(".thread-list").focus();
    await page.keyboard.press("u");
    await failed(page).waitFor();
    await field(page).fill("Parti sans réseau");
    await page.keyboard.press("Control+Enter");
    await page.locator(".delivery-waiting").waitFor();
    await lookAt(page, "inbox-fautes");
    await failed(page).getByRole("button", { name: "Fermer" }).click();
    // Before the mending: once it may, it goes by itself within seconds, and there is nothing to press.
    const again = page.waitForRequest("**/replies");
    await page.locator(".message-outgoing").getByRole("button", { name: "Réessayer" }).click();
    await again;
    await mend();
    await page.locator(".message-advisor:not(.message-outgoing)").filter({ hasText: "Parti sans réseau" })
      .waitFor();
  });

  await step("a message that was not deleted is there, and the question with why", async () => {
    const mend = await cut(page);
    const message = page.locator(".message").filter({ hasText: "Bonjour" });
    await message.hover();
    await message.getByRole("button", { name: "Actions sur le message" }).click();
    await page.getByRole("menuitem", { name: "Supprimer pour tous" }).click();
    const question = page.getByRole("dialog");
    await question.getByRole("button", { name: "Supprimer" }).click();
    await question.getByText("Le serveur ne répond pas").waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await message.waitFor();
    await mend();
  });

  await step("a first message that did not leave stays in its window as it was typed", async () => {
    const mend = await cut(page);
    await page.locator(".thread-list").focus();
    await page.keyboard.press("c");
    const start = page.getByRole("dialog", { name: "Écrire en premier" });
    await start.getByLabel("Adresse e-mail").fill("nina@exemple.fr");
    await start.getByLabel("Message").fill("Votre commande est prête.");
    await start.getByRole("button", { name: "Envoyer" }).click();
    await start.getByRole("alert").getByText("Le serveur ne répond pas", { exact: false }).waitFor();
    assert.equal(await start.getByLabel("Message").inputValue(), "Votre commande est prête.");
    await mend();
    await start.getByRole("button", { name: "Envoyer" }).click();
    await start.waitFor({ state: "detached" });
    await page.locator(".message-advisor").filter({ hasText: "Votre commande est prête." }).waitFor();
  });

  await step("a switch that was not kept goes back, and says why", async () => {
    const mend = await cut(page);
    await page.getByRole("button", { name: /^Notifications/ }).click();
    const sound = page.getByLabel("Son à chaque assignation");
    await sound.click();
    await failed(page).getByText("Le serveur ne répond pas").waitFor();
    assert.equal(await sound.isChecked(), false);
    await page.keyboard.press("Escape");
    await failed(page).getByRole("button", { name: "Fermer" }).click();
    await mend();
  });

  await step("a search, a thread and a list that do not come are asked for again", async () => {
    const abort = (route: Route) => route.abort();
    await page.route("**/search?**", abort);
    await page.getByRole("searchbox").fill("commande");
    const alert = page.locator(".list-pane [role=alert]");
    await alert.getByText("Le serveur ne répond pas").waitFor();
    await page.unroute("**/search?**", abort);
    await alert.getByRole("button", { name: "Réessayer" }).click();
    await page.locator(".found").first().waitFor();
    await page.goto(world.url);
    await page.locator(".row").first().waitFor();

    await page.route("**/conversations?*before=*", abort);
    await page.goto(`${world.url}/?tab=resolved`);
    await page.locator(".row").first().waitFor();
    const list = page.locator(".list-box .virtual-list");
    // Painted between two: otherwise nobody has scrolled.
    const scrollTo = (top: number) =>
      list.evaluate(async (box, at) => {
        box.scrollTop = at * box.scrollHeight;
        for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
      }, top);
    await scrollTo(1);
    await alert.getByText("Le reste n’a pas pu être chargé.").waitFor();
    const again = page.waitForEvent(
      "requestfailed",
      (request) => /conversations\?.*before=/.test(request.url()),
    );
    await alert.getByRole("button", { name: "Réessayer" }).click();
    await again;
    // The page knows of it as well: until then it would not ask once more.
    await alert.locator("button:not([aria-busy])").waitFor();
    await page.unroute("**/conversations?*before=*", abort);
    // By itself as well, for whoever scrolls on.
    await scrollTo(0);
    await scrollTo(1);
    await alert.waitFor({ state: "detached" });
  });

  await step("a form that was not saved keeps what was typed, and asks before that is lost", async () => {
    await page.goto(`${world.url}/admin/reponses`);
    const mend = await cut(page);
    await page.getByRole("button", { name: "Nouvelle réponse type" }).click();
    const form = page.getByRole("dialog", { name: "Nouvelle réponse type" });
    await form.getByLabel("Titre").fill("Retour de colis");
    await form.getByLabel("Raccourci").fill("retour");
    await form.getByLabel("Texte").fill("Un texte long à retaper.");
    await form.getByRole("button", { name: "Créer" }).click();
    await form.getByRole("alert").getByText("Le serveur ne répond pas", { exact: false }).waitFor();
    await form.getByLabel("Texte").focus();
    await page.keyboard.press("Escape");
    const question = page.getByRole("dialog", { name: "Fermer sans enregistrer ?" });
    await question.getByRole("button", { name: "Annuler" }).click();
    await question.waitFor({ state: "detached" });
    // Back where the person was.
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "TEXTAREA");
    assert.equal(await form.getByLabel("Texte").inputValue(), "Un texte long à retaper.");
    await mend();
    await form.getByRole("button", { name: "Créer" }).click();
    await form.waitFor({ state: "detached" });
    await page.locator(".data-table").getByText("Retour de colis").waitFor();
    // Nothing typed, nothing asked; what is left on purpose is left.
    await page.getByRole("button", { name: "Nouvelle réponse type" }).click();
    await form.waitFor();
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Nouvelle réponse type" }).click();
    await form.getByLabel("Titre").fill("Pour rien");
    await form.getByRole("button", { name: "Annuler" }).click();
    await question.getByRole("button", { name: "Fermer sans enregistrer" }).click();
    await form.waitFor({ state: "detached" });
    // The focus is on what opened it.
    await page.waitForFunction(() => document.activeElement?.textContent === "Nouvelle réponse type");
  });

  await step("the focus stays near what went away", async () => {
    const focused = () => page.evaluate(() => document.activeElement?.className ?? "");
    const isAt = (name: string) =>
      page.waitForFunction((wanted) => document.activeElement?.classList.contains(wanted) ?? false, name);
    await page.goto(`${world.url}/conversations/${chat}`);
    await field(page).waitFor();
    // A tag that is taken off by its own button.
    await page.getByRole("button", { name: "Retirer l’étiquette Tapée une fois" }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".details-tags .tag-chip").waitFor({ state: "detached" });
    await isAt("details-body");
    // What was told and is closed: what failed, since that alone waits for it.
    const mend = await cut(page);
    await page.keyboard.press("m");
    await failed(page).getByRole("button", { name: "Fermer" }).focus();
    await page.keyboard.press("Enter");
    await failed(page).waitFor({ state: "detached" });
    await isAt("frame-main");
    await mend();
    // Windows give it back to where it was.
    await page.locator(".thread-list").focus();
    const windows = { "?": "Raccourcis clavier", "Control+k": "Commandes", "c": "Écrire en premier" };
    for (const [key, name] of Object.entries(windows)) {
      await page.keyboard.press(key);
      const dialog = page.getByRole("dialog", { name });
      await dialog.waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      assert.match(await focused(), /thread-list/, name);
    }
    // The conversation that is closed gives it to its line.
    await page.keyboard.press("Escape");
    await isAt("row");
  });
});

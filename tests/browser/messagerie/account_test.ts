/**
 * Signing in, first steps, invitations, a lost password, one's own account: in a browser, against the real server.
 * @covers messagerie-web.pages.set-up
 * @covers messagerie-web.pages.link-secret
 * @covers messagerie-web.pages.sign-in
 * @covers messagerie-web.pages.invitation
 * @covers messagerie-web.pages.own-account
 * @covers messagerie-web.pages.forms
 * @module
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../until.ts";
import { lookAt } from "../harness/picture.ts";
import { blockText, inOrder, openDeskPages, PASSWORD, setUp, signIn } from "./desk_pages.ts";

const NEW_PASSWORD = "violon brume escalier";

/** What a page asked for: its addresses, and what it told of where it came from. */
function watchRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.url()} ${request.headers()["referer"] ?? ""}`));
  return asked;
}

Deno.test("accounts, as people meet them", async (t) => {
  const step = inOrder(t);
  await using desk = await openDeskPages();
  const { url } = desk;
  const { page } = await desk.person();
  const asked = watchRequests(page);

  await step("the set-up link makes the first supervisor; its secret is in no address", async () => {
    const secret = desk.setUpLink.split("#")[1] ?? "";
    await page.goto(`${url}/connexion`);
    await page.getByText(/n’a pas encore de superviseur/).waitFor();
    await page.goto(desk.setUpLink);
    await page.getByLabel("Nom", { exact: true }).waitFor();
    await page.waitForURL((at) => at.hash === "");
    await lookAt(page, "premiers-pas");

    await page.getByLabel("Identifiant").fill("deux mots");
    await page.getByLabel("Mot de passe", { exact: true }).fill("trop court");
    await page.getByText("Encore 2 caractères.").waitFor();
    await page.getByRole("button", { name: "Créer le compte" }).click();
    const summary = page.getByRole("alert").first();
    await summary.and(page.locator(":focus")).waitFor();
    await lookAt(page, "premiers-pas-fautes");
    await summary.getByRole("button", { name: /Identifiant/ }).click();
    await page.locator("input[name=login]:focus").waitFor();
    assert.equal(await page.getByLabel("Identifiant").inputValue(), "deux mots", "what was typed stays");

    await page.getByRole("button", { name: "Afficher le mot de passe" }).click();
    assert.equal(await page.getByLabel("Mot de passe", { exact: true }).getAttribute("type"), "text");
    assert.equal(
      await page.getByLabel("Mot de passe", { exact: true }).getAttribute("autocomplete"),
      "new-password",
    );

    // Too easily guessed: the server alone knows. The form says so at the field, and the link opens still.
    await page.getByLabel("Nom", { exact: true }).fill("Claire Dubois");
    await page.getByLabel("Identifiant").fill("claire@exemple.fr");
    await page.getByLabel("Mot de passe", { exact: true }).fill("motdepasse123456");
    await page.getByRole("button", { name: "Créer le compte" }).click();
    await page.getByText(/serait deviné vite/).first().waitFor();

    await setUp(page, desk.setUpLink);
    assert.deepEqual(asked.filter((line) => line.includes(secret)), []);
    // A desk without a conversation tells where they come from.
    await page.getByText("Aucune conversation ouverte").first().waitFor();
    assert.equal(
      await page.getByRole("link", { name: "Mettre la bulle sur un site" }).getAttribute("href"),
      "/admin/sites",
    );
  });

  await step("the same link opens nothing the second time, and says what to do", async () => {
    const other = await desk.person();
    await other.page.goto(desk.setUpLink);
    await other.page.getByRole("heading", { name: "Ce lien ne sert plus" }).waitFor();
    await other.page.getByRole("alert").getByText(/imprime un nouveau/).waitFor();
    await lookAt(other.page, "lien-mort");
    await other.page.goto(`${url}/premiers-pas`);
    await other.page.getByText(/ne porte plus le lien/).waitFor();
    await other.context.close();
  });

  await step("a wrong password is told in words, and after some the wait is counted down", async () => {
    const other = await desk.person();
    await other.page.goto(`${url}/admin/api`);
    await other.page.waitForURL(/\/connexion\?vers=/);
    await lookAt(other.page, "connexion");
    await other.page.getByRole("button", { name: "Mot de passe oublié ?" }).click();
    await other.page.getByText(/n’envoie pas d’e-mail/).waitFor();
    await other.page.getByRole("button", { name: "Retour à la connexion" }).click();
    const button = other.page.getByRole("button", { name: "Se connecter" });
    await other.page.getByLabel("Identifiant").fill("claire@exemple.fr");
    let retryAfter: string | null = null;
    for (let tries = 0; tries < 10 && retryAfter === null; tries++) {
      await other.page.getByLabel("Mot de passe", { exact: true }).fill(`nuage carafe ${tries}`);
      const [answer] = await Promise.all([
        other.page.waitForResponse((response) => response.request().method() === "POST"),
        button.click(),
      ]);
      retryAfter = await answer.headerValue("retry-after");
      // The page has taken the answer: until then it takes no other press.
      await other.page.locator("button[type=submit]:not([aria-busy])").waitFor();
      if (retryAfter === null) {
        await other.page.getByText("Identifiant ou mot de passe incorrect.").waitFor();
      }
    }
    assert.ok(Number(retryAfter) >= 1);
    // The server's first wait is over within seconds: how the page counts is seen with longer ones.
    const timer = other.page.getByRole("timer");
    await timer.waitFor({ state: "detached" });
    let wait = 60;
    await other.page.route("**/api/inbox/session", (route) =>
      route.fulfill({
        status: 429,
        json: { code: "TOO_MANY_ATTEMPTS", message: "Trop d’essais.", details: { retryAfter: wait } },
      }));
    const mustWait = async () => {
      await other.page.getByLabel("Mot de passe", { exact: true }).fill("nuage carafe");
      await button.click();
      await timer.waitFor();
    };
    await mustWait();
    assert.equal(await button.isDisabled(), true);
    assert.equal(await other.page.getByLabel("Identifiant").inputValue(), "claire@exemple.fr");
    const left = async () => Number(/dans (\d+) seconde/.exec(await timer.innerText())?.[1]);
    const first = await left();
    await until(async () => await left() < first, "a second less");
    // A long one stands still for the picture.
    wait = 840;
    await other.page.reload();
    await other.page.getByLabel("Identifiant").fill("claire@exemple.fr");
    await mustWait();
    await timer.getByText("Nouvel essai possible dans 14 minutes.").waitFor();
    await lookAt(other.page, "connexion-attente");
    await other.page.unrouteAll();
    await other.page.reload();
    await other.page.getByLabel("Identifiant").fill("claire@exemple.fr");
    await other.page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
    await button.click();
    await other.page.waitForURL(`${url}/admin/api`);
    await other.context.close();
  });

  let invitation = "";
  await step("a supervisor invites a second person, and hands the link over", async () => {
    await page.goto(`${url}/admin/agents`);
    await page.getByRole("button", { name: "Inviter" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Identifiant").fill("leo");
    await dialog.getByLabel("Nom").fill("Léo Petit");
    await dialog.getByRole("button", { name: "Inviter" }).click();
    const sent = page.getByRole("dialog", { name: "Lien pour Léo Petit" });
    invitation = (await blockText(sent, "Lien")).trim();
    assert.match(invitation, /\/invitation#[0-9A-Za-z]{43}$/);
    await sent.getByText("Cette messagerie n’envoie pas d’e-mail").waitFor();
    await lookAt(page, "invitation-faite");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    assert.equal(await sent.isVisible(), true, "what is shown once is not dismissed by a key");
    await sent.getByRole("button", { name: "J’ai le lien" }).click();
    await page.getByText(/Invité, lien valable/).waitFor();
    await lookAt(page, "admin-agents");
  });

  const leo = await desk.person({ locale: "en-GB" });
  await step("the invitation lets them in; they are an advisor and see what is theirs", async () => {
    const asked = watchRequests(leo.page);
    await leo.page.goto(invitation);
    await leo.page.getByRole("heading", { name: "Welcome" }).waitFor();
    assert.equal(await leo.page.getByLabel("Your login").inputValue(), "leo");
    await lookAt(leo.page, "invitation");
    await leo.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await leo.page.getByRole("button", { name: "Join the team" }).click();
    await leo.page.waitForURL((at) => at.pathname === "/");
    assert.deepEqual(asked.filter((line) => line.includes(invitation.split("#")[1] ?? "")), []);
    await leo.page.goto(`${url}/admin/agents`);
    await leo.page.getByText("Only a supervisor can set this up.").waitFor();
    assert.deepEqual(
      await leo.page.getByRole("navigation", { name: "Administration pages" }).getByRole("link")
        .allInnerTexts(),
      ["API and MCP"],
    );
  });

  await step("one's own account: name, language, theme, password, sessions", async () => {
    const { page: own } = leo;
    await own.goto(`${url}/compte`);
    await own.getByLabel("Name", { exact: true }).fill("Léo Petit-Jean");
    await own.getByRole("button", { name: "Save" }).click();
    await own.getByText("Saved.").waitFor();
    await own.getByLabel("Language").selectOption("fr");
    await own.getByRole("heading", { name: "Mon compte" }).waitFor();
    await own.getByLabel("Thème").selectOption("dark");
    await own.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
    // One is kept after the other: with the last, all are.
    const isKept = own.waitForResponse((answer) =>
      answer.request().method() === "PATCH" && (answer.request().postData() ?? "").includes("true")
    );
    await own.getByRole("switch", { name: "Son" }).check();
    await isKept;

    // Another device of theirs finds the choices in the account.
    const phone = await desk.person({ locale: "en-GB", width: "phone" });
    await signIn(phone.page, url, "leo");
    await phone.page.goto(`${url}/compte`);
    await phone.page.getByRole("heading", { name: "Mon compte" }).waitFor();
    await phone.page.getByRole("switch", { name: "Son", checked: true }).waitFor();
    assert.equal(await phone.page.getByLabel("Nom", { exact: true }).inputValue(), "Léo Petit-Jean");
    await own.getByLabel("Thème").selectOption("auto");
    await own.reload();
    await own.getByRole("button", { name: /^Mettre fin à la session/ }).waitFor();
    await lookAt(own, "compte");

    await own.getByLabel("Mot de passe actuel").fill("ce n’est pas lui");
    await own.getByLabel("Nouveau mot de passe").fill(NEW_PASSWORD);
    await own.getByRole("button", { name: "Changer de mot de passe" }).click();
    await own.getByText("Ce n’est pas votre mot de passe actuel.").first().waitFor();
    await own.getByLabel("Mot de passe actuel").fill(PASSWORD);
    await own.getByRole("button", { name: "Changer de mot de passe" }).click();
    await own.getByText(/Mot de passe changé/).waitFor();

    // The phone's session has ended; what is typed there stays, and signing in again goes on with it.
    await phone.page.getByLabel("Nom", { exact: true }).fill("Léo Petit");
    await phone.page.getByRole("button", { name: "Enregistrer" }).click();
    const again = phone.page.getByRole("dialog", { name: "Votre session a pris fin" });
    await again.getByLabel("Mot de passe", { exact: true }).fill(NEW_PASSWORD);
    await again.getByRole("button", { name: "Se connecter" }).click();
    await again.waitFor({ state: "hidden" });
    assert.equal(await phone.page.getByLabel("Nom", { exact: true }).inputValue(), "Léo Petit");
    await phone.page.getByRole("button", { name: "Enregistrer" }).click();
    await phone.page.getByText("Enregistré.").waitFor();

    await own.reload();
    await own.getByRole("button", { name: /^Mettre fin à la session/ }).click();
    await own.getByRole("dialog").getByRole("button", { name: "Mettre fin", exact: true }).click();
    await own.getByText("Session terminée.").waitFor();
    await phone.page.reload();
    await phone.page.waitForURL(/\/connexion/);
    await phone.context.close();
  });

  await step("a supervisor makes a link for a lost password; it opens once", async () => {
    await page.goto(`${url}/admin/agents`);
    await page.getByRole("button", { name: /^Nouveau lien pour Léo/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Nouveau lien" }).click();
    const sent = page.getByRole("dialog", { name: /^Lien pour Léo/ });
    const link = (await blockText(sent, "Lien")).trim();
    await sent.getByRole("button", { name: "J’ai le lien" }).click();
    const lost = await desk.person();
    await lost.page.goto(link);
    await lost.page.getByRole("heading", { name: "Nouveau mot de passe" }).waitFor();
    await lookAt(lost.page, "nouveau-mot-de-passe");
    await lost.page.getByLabel("Nouveau mot de passe").fill(PASSWORD);
    await lost.page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
    await lost.page.getByText(/Connectez-vous avec lui/).waitFor();
    assert.equal(await lost.page.getByLabel("Identifiant").inputValue(), "leo");
    await lost.page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
    await lost.page.getByRole("button", { name: "Se connecter" }).click();
    await lost.page.waitForURL((at) => at.pathname === "/");
    await lost.page.goto(link);
    await lost.page.getByRole("heading", { name: "Ce lien ne sert plus" }).waitFor();
    await lost.context.close();
  });

  await step(
    "a deactivated person is out at their next request, and the last supervisor stays",
    async () => {
      await signIn(leo.page, url, "leo");
      await page.getByRole("button", { name: /^Désactiver Claire/ }).click();
      const refused = page.getByRole("dialog");
      await refused.getByRole("button", { name: "Désactiver" }).click();
      await refused.getByText("C’est le dernier superviseur actif").waitFor();
      await refused.getByRole("button", { name: "Annuler" }).click();
      await page.getByRole("button", { name: /^Désactiver Léo/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Désactiver" }).click();
      await page.getByText(/est désactivé\./).waitFor();
      await leo.page.goto(`${url}/compte`);
      await leo.page.waitForURL(/\/connexion/);
    },
  );
});

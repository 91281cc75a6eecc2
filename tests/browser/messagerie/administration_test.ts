/**
 * Inboxes, who serves them, canned replies, tags, sites, channels and the log: set in the pages, and felt where they count.
 * @covers messagerie-web.pages.team
 * @covers messagerie-web.pages.replies-and-tags
 * @covers messagerie-web.pages.sites
 * @covers messagerie-web.widget.file-room
 * @covers messagerie-web.pages.channels
 * @covers messagerie-web.pages.audit
 * @covers messagerie-web.pages.hostile
 * @module
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { runCli } from "../../server/messagerie/cli/run_cli.ts";
import { callOk } from "../../server/messagerie/served.ts";
import { until } from "../../until.ts";
import { lookAt } from "../harness/picture.ts";
import { blockText, inOrder, openDeskPages, PASSWORD, setUp } from "./desk_pages.ts";

/** A script, a tag that ends a script, a text that turns round, one long word, emoji. */
const HOSTILE = `<img src=x onerror="document.title='harm'"></script>\u202Efdp.\u202C${"é".repeat(60)}👩‍👩‍👧‍👦`;

/** A mail server on this machine that takes everything but what is for `refused@…`. */
async function openMailServer() {
  const received: { readonly to: string; readonly text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo({ address }, _session, done) {
      const error = Object.assign(new Error("no such mailbox"), { responseCode: 550 });
      done(address.startsWith("refused@") ? error : null);
    },
    async onData(stream, session, done) {
      let text = "";
      for await (const chunk of stream) text += new TextDecoder().decode(chunk);
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), text });
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Opens a page of the administration by its link. */
async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Pages d’administration" }).getByRole("link", { name }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

Deno.test("administration, from its pages to where it counts", async (t) => {
  const step = inOrder(t);
  await using mail = await openMailServer();
  await using desk = await openDeskPages({
    MESSAGERIE_SMTP_URL: mail.url,
    MESSAGERIE_MAIL_FROM: "Support <support@exemple.fr>",
    MESSAGERIE_SECRET_KEY: "a key for tests that nobody else has seen",
  });
  const { page } = await desk.person();
  await setUp(page, desk.setUpLink);
  await page.goto(`${desk.url}/admin`);
  const dialog = page.getByRole("dialog");
  const token = (await runCli(desk.databaseUrl, ["token", "create", "--label", "x", "--access", "write"])).out
    .trim();

  await step("inboxes: made, described, renamed; hostile names are text", async () => {
    await openSection(page, "Boîtes de réception");
    await page.getByText("Aucune boîte encore").waitFor();
    for (const [name, description] of [["Support", "Questions courantes"], [HOSTILE, HOSTILE]] as const) {
      await page.getByRole("button", { name: "Nouvelle boîte" }).click();
      await dialog.getByLabel("Nom").fill(name);
      await dialog.getByLabel("Description").fill(description);
      await dialog.getByRole("button", { name: "Créer" }).click();
      await dialog.waitFor({ state: "hidden" });
    }
    await page.getByRole("button", { name: "Modifier « Support »" }).click();
    await dialog.getByLabel("Nom").fill("   ");
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await dialog.getByText("Écrivez un nom.").first().waitFor();
    await dialog.getByLabel("Nom").fill("Ventes");
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await page.getByRole("rowheader", { name: "Ventes" }).waitFor();
    const inboxes = await callOk(desk.url, token, "list_inboxes");
    assert.deepEqual(inboxes.map(({ name }: { name: string }) => name), ["Ventes", HOSTILE]);
    assert.equal(await page.locator("main img").count(), 0);
    await lookAt(page, "admin-boites");
    assert.notEqual(await page.title(), "harm");
  });

  const leo = await desk.person();
  await step("who serves an inbox sees it, from the next request", async () => {
    await openSection(page, "Conseillers");
    await page.getByRole("button", { name: "Inviter" }).click();
    await dialog.getByLabel("Identifiant").fill("leo@exemple.fr");
    await dialog.getByLabel("Nom").fill("Léo Petit");
    await dialog.getByRole("checkbox", { name: "Ventes" }).check();
    await dialog.getByRole("button", { name: "Inviter" }).click();
    const sent = page.getByRole("dialog", { name: "Lien pour Léo Petit" });
    await sent.getByText("Il vient aussi d’être envoyé à leo@exemple.fr.").waitFor();
    const link = (await blockText(sent, "Lien")).trim();
    assert.equal(mail.received.at(-1)?.to, "leo@exemple.fr");
    await sent.getByRole("button", { name: "J’ai le lien" }).click();
    await leo.page.goto(link);
    await leo.page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
    await leo.page.getByRole("button", { name: "Rejoindre l’équipe" }).click();
    await leo.page.waitForURL((at) => at.pathname === "/");
    const reached = async () => {
      const answer = await leo.page.request.get(`${desk.url}/api/inbox/inboxes`);
      return (await answer.json()).data.map(({ name }: { name: string }) => name);
    };
    assert.deepEqual(await reached(), ["Ventes"]);

    await page.getByRole("button", { name: "Modifier Léo Petit" }).click();
    await dialog.getByRole("checkbox", { name: "Ventes" }).uncheck();
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await dialog.waitFor({ state: "hidden" });
    assert.deepEqual(await reached(), []);
  });

  await step("a site: its tag to paste, its origins, its look, its secret once", async () => {
    await openSection(page, "Sites");
    const room = await page.getByText("Fichiers des conversations").innerText();
    assert.match(room, /: 0\s+o sur 5,4\s+Go\.$/);
    await page.getByRole("button", { name: "Nouveau site" }).click();
    await dialog.getByLabel("Nom").fill("Boutique");
    await dialog.getByLabel("Origines permises").fill(
      "https://www.exemple.fr\nhttps://www.exemple.fr/contact",
    );
    await dialog.getByRole("button", { name: "Créer" }).click();
    await dialog.getByText(/Chaque ligne doit être une origine exacte/).first().waitFor();
    await dialog.getByLabel("Origines permises").fill("https://www.exemple.fr\nhttp://localhost:3000/");
    await dialog.getByRole("radio", { name: "Vert" }).check();
    await dialog.getByLabel("Accueil en français").fill("Bonjour, une question ?");
    await dialog.locator(".widget-preview").getByText("Bonjour, une question ?").waitFor();
    await lookAt(page, "admin-sites-nouveau");
    await dialog.getByRole("button", { name: "Créer" }).click();
    const card = page.getByRole("region", { name: "Boutique" });
    await card.getByText("http://localhost:3000", { exact: true }).waitFor();
    assert.match(
      await blockText(card, "À coller dans les pages"),
      new RegExp(`^<script async src="${desk.url}/widget\\.js" data-site="[0-9a-f]{24}"></script>$`),
    );
    await card.getByRole("button", { name: "Nouveau secret" }).click();
    await dialog.getByRole("button", { name: "Nouveau secret" }).click();
    const shown = page.getByRole("dialog", { name: "Secret d’identité" });
    const secret = (await blockText(shown, "Secret")).trim();
    assert.match(secret, /^[0-9A-Za-z]{43}$/);
    await lookAt(page, "admin-sites-secret");
    await shown.getByRole("button", { name: "J’ai copié le secret" }).click();
    await card.getByText(/^Secret créé le/).waitFor();
    assert.equal((await page.content()).includes(secret), false, "shown once");
    await lookAt(page, "admin-sites");
    await card.getByRole("button", { name: /^Retirer/ }).click();
    await dialog.getByRole("button", { name: "Retirer" }).click();
    await card.getByText("Aucun secret encore.").waitFor();
  });

  await step("a canned reply: its names to fill in, its shortcut, one of a kind", async () => {
    await openSection(page, "Réponses types et étiquettes");
    const make = async (title: string, shortcut: string, body: string) => {
      await page.getByRole("button", { name: "Nouvelle réponse type" }).click();
      await dialog.getByLabel("Titre").fill(title);
      await dialog.getByLabel("Raccourci").fill(shortcut);
      await dialog.getByLabel("Texte").fill(body);
    };
    await make("Accueil", "/bonjour", "Bonjour {{contact.nom}}, ");
    await dialog.getByRole("button", { name: "Créer" }).click();
    await dialog.getByText(/n’existent pas\s: contact\.nom/).first().waitFor();
    await dialog.getByLabel("Texte").fill("Bonjour ");
    await dialog.getByRole("button", { name: "Insérer : Nom du visiteur" }).click();
    assert.equal(await dialog.getByLabel("Texte").inputValue(), "Bonjour {{contact.name}}");
    await lookAt(page, "admin-reponses-nouvelle");
    await dialog.getByRole("button", { name: "Créer" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("/bonjour").waitFor();
    await make("Encore", "bonjour", "Bonjour");
    await dialog.getByRole("button", { name: "Créer" }).click();
    await dialog.getByText("Ce raccourci est déjà pris dans cette boîte.").first().waitFor();
    await dialog.getByRole("button", { name: "Annuler" }).click();
    // Something was typed: leaving it asks first.
    await page.getByRole("button", { name: "Fermer sans enregistrer" }).click();
    await lookAt(page, "admin-reponses");
    // An advisor gets it where they write.
    const answer = await leo.page.request.get(`${desk.url}/api/inbox/canned-replies`);
    assert.deepEqual(
      (await answer.json()).data.map((
        { shortcut, body }: { shortcut: string; body: string },
      ) => [shortcut, body]),
      [["bonjour", "Bonjour {{contact.name}}"]],
    );
  });

  await step("a tag's colour and name reach the conversations that have it", async () => {
    await page.getByRole("tab", { name: "Étiquettes" }).click();
    await page.waitForURL(/onglet=etiquettes/);
    await page.getByRole("button", { name: "Nouvelle étiquette" }).click();
    await dialog.getByLabel("Nom").fill("Sinistre");
    await dialog.getByRole("radio", { name: "Rouge" }).check();
    await lookAt(page, "admin-etiquettes-nouvelle");
    await dialog.getByRole("button", { name: "Créer" }).click();
    await dialog.waitFor({ state: "hidden" });
    const { id: conversation_id } = await callOk(desk.url, token, "start_conversation", {
      channel: "email",
      email: "lea@exemple.fr",
      text: "Bonjour",
    });
    const tagged = await callOk(desk.url, token, "add_tag", { conversation_id, label: "SINISTRE" });
    assert.deepEqual(tagged.tags, ["Sinistre"]);
    const tags = async () => {
      const answer = await page.request.get(`${desk.url}/api/inbox/conversations/${conversation_id}`);
      return (await answer.json()).data.tags;
    };
    assert.deepEqual(await tags(), [{ label: "Sinistre", color: "#dc2626" }]);
    await page.getByRole("button", { name: "Modifier « Sinistre »" }).click();
    await dialog.getByLabel("Nom").fill("Accident");
    await dialog.getByLabel("Autre couleur").fill("#123456");
    await dialog.getByRole("button", { name: "Enregistrer" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText("#123456").waitFor();
    assert.deepEqual(await tags(), [{ label: "Accident", color: "#123456" }]);
    await lookAt(page, "admin-etiquettes");
    await page.getByRole("button", { name: "Retirer « Accident »" }).click();
    await dialog.getByText("(1) la gardent, en gris").waitFor();
    await dialog.getByRole("button", { name: "Retirer" }).click();
    await page.getByText("Aucune étiquette déclarée encore.").waitFor();
    assert.deepEqual(await tags(), [{ label: "Accident", color: "#64748b" }]);
  });

  await step("a channel's test: what the mail server says is said", async () => {
    await openSection(page, "Canaux");
    const form = page.getByRole("form", { name: /E-mail/ });
    assert.equal(await form.getByLabel("Adresse e-mail").inputValue(), "claire@exemple.fr");
    await form.getByLabel("Adresse e-mail").fill("essai@exemple.fr");
    await form.getByRole("button", { name: "Envoyer un essai" }).click();
    await form.getByText(/Accepté par le serveur d’envoi/).waitFor();
    assert.ok(mail.received.some(({ to }) => to === "essai@exemple.fr"));
    await form.getByLabel("Adresse e-mail").fill("refused@exemple.fr");
    await form.getByRole("button", { name: "Envoyer un essai" }).click();
    await form.getByText(/Refusé\./).waitFor();
    await page.getByText("MESSAGERIE_TWILIO_FROM").waitFor();
    await lookAt(page, "admin-canaux");
  });

  await step(
    "a lost password: a link by e-mail, which opens once, and nobody learns who has an account",
    async () => {
      const lost = await desk.person({ locale: "en-GB", width: "phone" });
      const ask = async (login: string) => {
        await lost.page.goto(`${desk.url}/connexion`);
        await lost.page.getByRole("button", { name: "Forgotten password?" }).click();
        await lost.page.getByLabel("Login").fill(login);
        await lost.page.getByRole("button", { name: "Send the link" }).click();
        return await lost.page.getByText(/If that account exists/).innerText();
      };
      const before = mail.received.length;
      const told = await ask("nobody@exemple.fr");
      assert.equal(await ask("leo@exemple.fr"), told);
      await lookAt(lost.page, "mot-de-passe-oublie");
      await until(() => mail.received.length > before, "the e-mail");
      const { to, text } = mail.received.at(-1)!;
      assert.equal(to, "leo@exemple.fr");
      const link = /http:\S+#[0-9A-Za-z]{43}/.exec((await simpleParser(text)).text ?? "")?.[0];
      assert.ok(link);
      await lost.page.goto(link);
      await lost.page.getByLabel("New password").fill("violon brume escalier");
      await lost.page.getByRole("button", { name: "Save the password" }).click();
      await lost.page.getByText("Password saved. Sign in with it.").waitFor();
      // The session that was open elsewhere has ended.
      assert.equal((await leo.page.request.get(`${desk.url}/api/inbox/session`)).status(), 401);
      await lost.context.close();
    },
  );

  await step("an inbox that is in use is not deleted, and the page says why; an empty one is", async () => {
    await openSection(page, "Boîtes de réception");
    await page.getByRole("button", { name: /^Supprimer « <img/ }).click();
    await dialog.getByRole("button", { name: "Supprimer" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Supprimer « Ventes »" }).click();
    await dialog.getByRole("button", { name: "Supprimer" }).click();
    await dialog.getByText(/Elle sert encore à 1 conversation/).waitFor();
    await lookAt(page, "admin-boites-sert-encore");
    await dialog.getByRole("button", { name: "Annuler" }).click();
    await page.getByRole("rowheader", { name: "Ventes" }).waitFor();
  });

  await step("the log says who did what, the latest first", async () => {
    await openSection(page, "Journal");
    const first = page.getByRole("rowheader").first();
    assert.match(await first.innerText(), /Boîte supprimée\s+<img src=x/);
    await page.getByText("Premier superviseur créé").waitFor();
    await lookAt(page, "admin-journal");
  });

  await step("a server that does not answer: said, nothing lost, and it goes on", async () => {
    await openSection(page, "Boîtes de réception");
    await page.getByRole("button", { name: "Nouvelle boîte" }).click();
    await dialog.getByLabel("Nom").fill("Retours");
    await page.route("**/api/inbox/admin/inboxes", (route) => route.abort());
    await dialog.getByRole("button", { name: "Créer" }).click();
    await dialog.getByText(/Le serveur ne répond pas/).waitFor();
    assert.equal(await dialog.getByLabel("Nom").inputValue(), "Retours");
    await page.unrouteAll();
    await dialog.getByRole("button", { name: "Créer" }).click();
    await page.getByRole("rowheader", { name: "Retours" }).waitFor();
  });

  await step("pages that could not be loaded say so and load again", async () => {
    await page.route("**/api/inbox/admin/people", (route) => route.abort());
    await page.getByRole("link", { name: "Conseillers" }).click();
    await page.getByRole("alert").getByText(/Le serveur ne répond pas/).waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Réessayer" }).click();
    await page.getByRole("rowheader", { name: /Claire/ }).waitFor();
  });
});

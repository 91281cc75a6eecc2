/**
 * Questions of all six kinds, answered in the page under a real MCP client: what is wrong is said by field, what is answered
 * arrives as the contract has it, progress moves, a file is sealed and saved on the other side.
 * @covers pacerelle-web.app.questions, pacerelle-web.app.files, pacerelle-web.app.hostile-text, pacerelle-web.app.search
 * @module
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Locator } from "playwright-core";
import type { Any } from "../../any.ts";
import { lookAt } from "../harness/picture.ts";
import { AppWorld, connectAgent, entryWith, goTo, type Host, inOrder, say, signUp } from "./app_world.ts";

Deno.test("questions of every kind", async (t) => {
  const step = inOrder(t);
  await using world = await AppWorld.open();
  const { page } = await world.device();
  let host: Host;
  let source = "";

  /** Asks, and gives the card that the page shows. */
  async function ask(
    widget: Record<string, unknown>,
  ): Promise<{ readonly card: Locator; readonly id: string }> {
    const sent = await host.tool("send_widget", {
      sourceMessageId: source,
      widget: { format: "widget.standard", version: 1, ...widget },
    });
    assert.equal(sent.refused, undefined, JSON.stringify(sent));
    const card = page.locator(".widget", { hasText: String(widget.title) });
    await card.waitFor();
    return { card, id: sent.widgetId };
  }
  async function answerTo(id: string): Promise<Any> {
    const message = await host.request((one) => one.widgetResponse?.ref === id);
    await host.tool("mark_processed", { messageId: message.id });
    return message.widgetResponse;
  }

  await step("the conversation begins", async () => {
    await signUp(page, "ada@exemple.fr", "Ordinateur");
    host = await connectAgent(world, page, "Robot");
    await say(page, "Demande-moi ce qu’il te faut.");
    source = (await host.request((message) => message.text.startsWith("Demande-moi"))).id;
  });

  await step("confirm: its own labels; what is marked as risky is asked once more", async () => {
    const plain = await ask({ kind: "confirm", title: "Envoyer le brouillon ?" });
    await plain.card.getByRole("button", { name: "Non" }).click();
    assert.deepEqual(await answerTo(plain.id), { ref: plain.id, value: false, cancelled: false });
    await plain.card.getByText("Votre réponse").waitFor();
    // The focus stays with what was answered.
    await plain.card.and(page.locator(":focus")).waitFor();
    assert.equal(await plain.card.getByRole("button").count(), 0, "an answered question asks nothing");

    const risky = await ask({
      kind: "confirm",
      title: "Supprimer 214 fichiers ?",
      body: "Dans **~/archives**, pour toujours.",
      labels: { yes: "Supprimer", no: "Garder" },
      danger: true,
    });
    await lookAt(page, "pacerelle-question-risque");
    await risky.card.getByRole("button", { name: "Supprimer" }).click();
    const sure = page.getByRole("dialog", { name: "Supprimer 214 fichiers ?" });
    await sure.locator("strong", { hasText: "~/archives" }).waitFor();
    await lookAt(page, "pacerelle-question-risque-confirmer");
    await sure.getByRole("button", { name: "Annuler" }).click();
    await risky.card.getByRole("button", { name: "Supprimer" }).click();
    await sure.getByRole("button", { name: "Supprimer" }).click();
    assert.equal((await answerTo(risky.id)).value, true);
    await risky.card.getByText("Supprimer", { exact: true }).waitFor();
  });

  await step("choice: one, several within bounds, or none where none may be", async () => {
    const options = ["matin", "midi", "soir"].map((id) => ({
      id,
      label: `Le ${id}`,
      description: `Créneau du ${id}`,
    }));
    const one = await ask({ kind: "choice", title: "Quel créneau ?", options });
    await one.card.getByRole("button", { name: "Répondre", exact: true }).click();
    await one.card.getByRole("alert").getByText("Choisissez une réponse.").waitFor();
    await one.card.getByRole("radio", { name: "Le midi" }).check();
    // What is put right is not blamed any more.
    await one.card.getByRole("alert").waitFor({ state: "detached" });
    await lookAt(page, "pacerelle-question-choix");
    await one.card.getByRole("button", { name: "Répondre", exact: true }).click();
    assert.equal((await answerTo(one.id)).value, "midi");
    await one.card.locator(".widget-answer").getByText("Le midi").waitFor();

    const several = await ask({ kind: "choice", title: "Quels créneaux ?", options, min: 1, max: 2 });
    for (const name of ["Le matin", "Le midi", "Le soir"]) {
      await several.card.getByRole("checkbox", { name }).check();
    }
    await several.card.getByRole("button", { name: "Répondre", exact: true }).click();
    await several.card.getByRole("alert").getByText("De 1 à 2 choix.").waitFor();
    await several.card.getByRole("checkbox", { name: "Le midi" }).uncheck();
    await several.card.getByRole("button", { name: "Répondre", exact: true }).click();
    assert.deepEqual((await answerTo(several.id)).value, ["matin", "soir"]);

    const none = await ask({ kind: "choice", title: "Une préférence ?", options, min: 0 });
    await none.card.getByRole("radio", { name: "Aucun de ces choix" }).check();
    await none.card.getByRole("button", { name: "Répondre", exact: true }).click();
    assert.deepEqual(await answerTo(none.id), { ref: none.id, value: null, cancelled: false });
  });

  await step("form: every type of field; what is wrong is said at the field", async () => {
    const form = await ask({
      kind: "form",
      title: "Réserver une salle",
      submitLabel: "Réserver",
      fields: [
        { id: "nom", label: "Au nom de", type: "text", required: true, placeholder: "Prénom Nom" },
        { id: "motif", label: "Motif", type: "textarea" },
        { id: "places", label: "Places", type: "number", required: true },
        { id: "mail", label: "Courriel", type: "email" },
        { id: "plan", label: "Plan d’accès", type: "url" },
        { id: "jour", label: "Jour", type: "date", required: true },
        {
          id: "salle",
          label: "Salle",
          type: "select",
          options: [{ id: "bleue", label: "La bleue" }, { id: "verte", label: "La verte" }],
        },
        { id: "accord", label: "J’accepte le règlement", type: "checkbox", required: true },
      ],
    });
    const send = () => form.card.getByRole("button", { name: "Réserver" }).click();
    await send();
    await form.card.getByText("À cocher.").waitFor();
    assert.equal(await form.card.getByText("À remplir.").count(), 3, "all that is wrong is said at once");
    await page.locator("[name=nom]:focus").waitFor();
    await form.card.getByLabel("Au nom de").fill("Ada");
    await form.card.getByLabel("Places").fill("douze");
    await send();
    await form.card.getByText("Donnez un nombre.").waitFor();
    await form.card.getByLabel("Places").fill("12");
    await form.card.getByLabel("Courriel").fill("pas un courriel");
    await form.card.getByLabel("Jour").fill("2027-03-09");
    await send();
    await form.card.getByText("Donnez une adresse e-mail.").waitFor();
    await lookAt(page, "pacerelle-question-formulaire");
    await form.card.getByLabel("Courriel").fill("ada@exemple.fr");
    await form.card.getByLabel("Plan d’accès").fill("https://exemple.fr/plan");
    await form.card.getByLabel("Salle").selectOption("verte");
    await send();
    await form.card.getByText("À cocher.").waitFor();
    await form.card.getByRole("checkbox", { name: "J’accepte le règlement" }).check();
    await send();
    assert.deepEqual((await answerTo(form.id)).value, {
      nom: "Ada",
      places: 12,
      mail: "ada@exemple.fr",
      plan: "https://exemple.fr/plan",
      jour: "2027-03-09",
      salle: "verte",
      accord: true,
    });
    await form.card.getByText("Salle : La verte").waitFor();
  });

  await step("datetime: within its bounds; an instant carries its zone", async () => {
    const day = await ask({
      kind: "datetime",
      title: "Quel jour ?",
      mode: "date",
      min: "2027-01-10",
      max: "2027-01-20",
    });
    await day.card.getByLabel("Date").fill("2027-01-05");
    await day.card.getByRole("button", { name: "Répondre", exact: true }).click();
    await day.card.getByRole("alert").getByText("Pas avant").waitFor();
    await day.card.getByLabel("Date").fill("2027-01-12");
    await day.card.getByRole("button", { name: "Répondre", exact: true }).click();
    assert.equal((await answerTo(day.id)).value, "2027-01-12");

    const time = await ask({ kind: "datetime", title: "À quelle heure ?", mode: "time" });
    await time.card.getByLabel("Heure").fill("14:30");
    await time.card.getByRole("button", { name: "Répondre", exact: true }).click();
    assert.equal((await answerTo(time.id)).value, "14:30");

    const instant = await ask({ kind: "datetime", title: "Quand partir ?", mode: "datetime" });
    await instant.card.getByLabel("Date et heure").fill("2027-02-01T08:15");
    await lookAt(page, "pacerelle-question-date");
    await instant.card.getByRole("button", { name: "Répondre", exact: true }).click();
    const { value } = await answerTo(instant.id);
    assert.match(value, /^2027-02-01T08:15:00[+-]\d\d:\d\d$/);
  });

  await step("a person need not answer", async () => {
    const asked = await ask({ kind: "datetime", title: "Sans façon ?", mode: "time" });
    await asked.card.getByRole("button", { name: "Ne pas répondre" }).click();
    assert.deepEqual(await answerTo(asked.id), { ref: asked.id, value: null, cancelled: true });
    await asked.card.getByText("Sans réponse").waitFor();
  });

  await step("progress moves where it stands, and ends", async () => {
    const task = await ask({ kind: "progress", id: "import", title: "Import des contacts", value: null });
    await task.card.getByText("En cours…").waitFor();
    await ask({
      kind: "progress",
      id: "import",
      title: "Import des contacts",
      value: 42,
      label: "84 sur 200",
    });
    await task.card.getByText("42 %").waitFor();
    await lookAt(page, "pacerelle-avancement");
    await ask({ kind: "progress", id: "import", title: "Import des contacts", value: 100, done: true });
    await task.card.getByText("Terminé").waitFor();
    assert.equal(await page.locator(".widget", { hasText: "Import des contacts" }).count(), 1);
  });

  await step("file: its bounds are told and held before anything is sealed", async () => {
    const asked = await ask({
      kind: "file",
      title: "Le bulletin ?",
      accept: [".txt", "image/*"],
      maxBytes: 2_000,
    });
    await asked.card.getByText("Accepté : .txt, images.").waitFor();
    const pick = (name: string, content: string) =>
      asked.card.locator("input[type=file]").setInputFiles({
        name,
        mimeType: "text/plain",
        buffer: Buffer.from(content),
      });
    await pick("long.txt", "x".repeat(3_000));
    await asked.card.getByRole("alert").getByText("2 ko au plus").waitFor();
    await pick("bulletin.csv", "a;b\n");
    await asked.card.getByRole("button", { name: "Envoyer ce fichier" }).click();
    await asked.card.getByRole("alert").getByText("n’est pas accepté ici").waitFor();
    await pick("bulletin.txt", "Seize, mention bien.");
    await lookAt(page, "pacerelle-question-fichier");
    await asked.card.getByRole("button", { name: "Envoyer ce fichier" }).click();
    const { value } = await answerTo(asked.id);
    assert.deepEqual([value.name, value.mimeType, value.size], ["bulletin.txt", "text/plain", 20]);
    const { saved } = await host.tool("get_history", { limit: 1, saveAttachments: [value.id] });
    assert.equal(await Deno.readTextFile(saved[0].path), "Seize, mention bien.");
  });

  await step(
    "a message's files: refused ones are named, the others arrive; a picture comes back and is shown",
    async () => {
      const input = page.locator(".composer input[type=file]");
      await input.setInputFiles([
        { name: "outil.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") },
        { name: "note.md", mimeType: "text/markdown", buffer: Buffer.from("# Note") },
      ]);
      await page.getByRole("alert").getByText("outil.exe est un programme").waitFor();
      // The way back to the end covers nothing of what one writes with, however tall that is.
      await page.locator(".thread-list").hover();
      await page.mouse.wheel(0, -600);
      const toEnd = page.getByRole("button", { name: "Aux derniers messages" });
      await toEnd.waitFor();
      const [bottom, foot] = await page.evaluate(() =>
        [".to-end button", ".thread-foot"].map((part) =>
          document.querySelector(part)!.getBoundingClientRect()
        )
      );
      assert.ok(bottom!.bottom <= foot!.top, JSON.stringify([bottom, foot]));
      await toEnd.click();
      await toEnd.waitFor({ state: "detached" });
      await lookAt(page, "pacerelle-fichiers-choisis");
      await say(page, "Avec une note");
      const message = await host.request((one) => one.text === "Avec une note");
      assert.deepEqual(message.attachments.map(({ name }: Any) => name), ["note.md"]);
      const PIXEL =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
      await Deno.writeFile(`${world.folder}/files/carré.png`, Buffer.from(PIXEL, "base64"));
      await Deno.writeTextFile(
        `${world.folder}/files/page.svg`,
        "<svg xmlns='http://www.w3.org/2000/svg' onload='x()'/>",
      );
      const sent = await host.tool("send_message", {
        sourceMessageId: message.id,
        text: "Voici",
        attachments: [`${world.folder}/files/carré.png`, `${world.folder}/files/page.svg`],
      });
      assert.equal(sent.refused, undefined, JSON.stringify(sent));
      const entry = entryWith(page, "Voici");
      await entry.locator("img").waitFor();
      assert.match(await entry.locator("img").getAttribute("src") ?? "", /^blob:/);
      assert.equal(await entry.locator("img").count(), 1, "an SVG is a file, not a picture");
      await lookAt(page, "pacerelle-fichiers");
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        entry.getByRole("button", { name: "Enregistrer page.svg" }).click(),
      ]);
      assert.equal(download.suggestedFilename(), "page.svg");
      assert.match(await Deno.readTextFile(await download.path()), /onload/);
    },
  );

  await step("what an agent writes is harmless, whatever it writes", async () => {
    const hostile = [
      "<img src=x onerror=alert(1)> <b>gras</b>",
      "[banque](https://voleur.example/) [clic](javascript:alert(1)) https://exemple.fr/page",
      "![pixel](https://voleur.example/p.png)",
      "abc \u202E txt.exe \u2066 def 👩‍👩‍👧‍👦",
      "```sh\nrm -rf / # <script>alert(1)</script>\n```",
      `${">".repeat(2_000)} profond`,
    ].join("\n\n");
    await host.tool("send_message", { sourceMessageId: source, text: hostile });
    const entry = entryWith(page, "voleur.example");
    await entry.waitFor();
    assert.equal(await entry.locator("img, script, b").count(), 0);
    const links = await entry.locator("a").evaluateAll((all) =>
      all.map((link) => (link as HTMLAnchorElement).href)
    );
    assert.deepEqual(links, [
      "https://voleur.example/",
      "https://exemple.fr/page",
      "https://voleur.example/p.png",
    ]);
    assert.match(await entry.innerText(), /banque \(voleur\.example\)/);
    await lookAt(page, "pacerelle-texte-hostile");
  });

  await step("a search on the device finds what was said, folded, and leads there", async () => {
    await goTo(page, "Conversations");
    await page.getByRole("searchbox").fill("RESERVER");
    const hit = page.locator(".hits a").first();
    await hit.getByText("Réserver", { exact: false }).first().waitFor();
    await lookAt(page, "pacerelle-recherche");
    await hit.click();
    await page.locator(".entry-found").getByText("Réserver une salle").waitFor();
  });
});

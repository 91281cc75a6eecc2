/**
 * A visitor and their conversations in the widget, on a page of another origin, in a real browser, against the real server.
 * @covers messagerie-web.widget.talks
 * @covers messagerie-web.widget.kept
 * @covers messagerie-web.widget.recovers
 * @covers messagerie-web.widget.hostile
 * @covers messagerie-web.widget.attach
 * @covers messagerie-web.widget.people
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { until } from "../../until.ts";
import { openPanel, openWidgetWorld, TOLD, told, write } from "./widget_world.ts";

const world = await openWidgetWorld();

const bubbles = (page: Page) => page.locator(".bubble");

/** Waits until exactly so many are there. */
async function count(locator: Locator, wanted: number): Promise<void> {
  await locator.nth(wanted - 1).waitFor();
  assert.equal(await locator.count(), wanted);
}

Deno.test("a visitor talks to an agent: messages go, answers come live and rendered, the badge counts, seen is seen", async () => {
  const { page } = await world.visitor();
  const panel = await openPanel(page);
  await page.getByLabel("Votre message").and(page.locator(":focus")).waitFor();
  await write(page, "Où est mon colis ?");
  await panel.getByText("Où est mon colis ?").waitFor();
  const conversation_id = await world.conversationOf("Où est mon colis ?");
  await world.mcp("add_note", { conversation_id, text: "client pénible" });
  const text = "**En route** : [suivi](https://suivi.example/1)\n- lundi\n- mardi";
  await world.mcp("send_reply", { conversation_id, text });
  await panel.locator("strong", { hasText: "En route" }).waitFor();
  assert.equal(
    await panel.getByRole("link", { name: "suivi" }).getAttribute("href"),
    "https://suivi.example/1",
  );
  assert.deepEqual(await panel.locator(".bubble ul li").allInnerTexts(), ["lundi", "mardi"]);
  assert.equal(await page.getByText("client pénible").count(), 0);
  assert.equal(await page.getByText("Robot").count(), 0, "a program's label is the team's");

  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  const launcher = page.getByRole("button", { name: /messagerie/ });
  await launcher.and(page.locator(":focus")).waitFor();
  await world.mcp("send_reply", { conversation_id, text: "Encore une chose." });
  await page.getByRole("button", { name: "Ouvrir la messagerie (1 nouveau message)" }).click();
  await page.getByText("Encore une chose.").last().waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Fermer la messagerie" }).click();
  await page.getByRole("button", { name: "Ouvrir la messagerie", exact: true }).waitFor();
  await page.context().close();
});

Deno.test("a conversation, a draft and an open window outlive the page; another browser knows nothing of them", async () => {
  const { page } = await world.visitor();
  await openPanel(page);
  await write(page, "Je reviens");
  await page.locator(".time", { hasText: /\d\d:\d\d/ }).first().waitFor();
  await page.getByLabel("Votre message").fill("à moitié écr");
  await page.reload();
  await page.getByRole("dialog").waitFor();
  await page.getByText("Je reviens").waitFor();
  assert.equal(await page.getByLabel("Votre message").inputValue(), "à moitié écr");
  const other = (await world.visitor()).page;
  await openPanel(other);
  assert.equal(await other.getByText("Je reviens").count(), 0);
  // The list, and another conversation beside.
  await page.getByRole("button", { name: "Toutes les conversations" }).click();
  await page.getByRole("button", { name: "Nouvelle conversation" }).click();
  await write(page, "Autre sujet");
  await page.getByText("Autre sujet").waitFor();
  await page.locator(".time", { hasText: /\d\d:\d\d/ }).first().waitFor();
  await page.getByRole("button", { name: "Toutes les conversations" }).click();
  await count(page.locator(".item"), 2);
  await page.context().close();
  await other.context().close();
});

Deno.test("a lost network and a restarted server lose nothing and double nothing", async () => {
  const { page, context } = await world.visitor({
    expectedErrors: [/ERR_|net::|CORS/, /the desk does not answer/],
  });
  await openPanel(page);
  await write(page, "avant");
  const conversation_id = await world.conversationOf("avant");
  await context.setOffline(true);
  await write(page, "pendant un");
  await write(page, "pendant deux");
  await page.getByText("En attente du réseau…").first().waitFor();
  await context.setOffline(false);
  await page.getByText("En attente du réseau…").first().waitFor({ state: "detached" });
  await world.stop();
  await page.getByText("Connexion perdue").waitFor();
  await write(page, "pendant l’arrêt");
  await page.getByText("pendant l’arrêt").waitFor();
  // The page itself goes too, and comes back before the server does.
  await page.reload().catch(() => {});
  await world.start();
  await page.reload();
  await page.getByRole("dialog").waitFor();
  await page.getByText("pendant l’arrêt").waitFor();
  await until(async () => {
    const { messages } = await world.mcp("get_conversation", { conversation_id });
    return messages.at(-1).text === "pendant l’arrêt";
  }, "what was written meanwhile is sent");
  await world.mcp("send_reply", { conversation_id, text: "Je suis là." });
  await page.locator(".bubble", { hasText: "Je suis là." }).waitFor();
  const { messages } = await world.mcp("get_conversation", { conversation_id });
  assert.deepEqual(
    messages.map((one: { text?: string }) => one.text).filter(Boolean),
    ["avant", "pendant un", "pendant deux", "pendant l’arrêt", "Je suis là."],
  );
  await count(bubbles(page), 5);
  await context.close();
});

const HOSTILE = [
  "<img src=x onerror=alert(1)><script>alert(2)</script>",
  "[x](javascript:alert(3)) [y](data:text/html,<script>alert(4)</script>)",
  "\u202egnp.exe \u2066\u2067 مرحبا שלום",
  "😀".repeat(2_000),
  "x".repeat(3_000),
  "*".repeat(500) + "[".repeat(500),
];

Deno.test("hostile text from either side is text, and breaks nothing out of its place", async () => {
  const { page } = await world.visitor();
  page.on("dialog", () => assert.fail("a script ran"));
  const panel = await openPanel(page);
  await write(page, "hostile");
  const conversation_id = await world.conversationOf("hostile");
  for (const text of HOSTILE) {
    await page.getByLabel("Votre message").fill(text);
    await page.getByRole("button", { name: "Envoyer" }).click();
    await world.mcp("send_reply", { conversation_id, text });
  }
  await world.mcp("send_reply", { conversation_id, text: "fini" });
  await page.locator(".bubble", { hasText: "fini" }).waitFor();
  await count(bubbles(page), HOSTILE.length * 2 + 2);
  assert.equal(await panel.locator("img, script, iframe").count(), 0);
  assert.equal(await panel.locator("a").count(), 0);
  const tooWide = await panel.locator(".scroll").evaluate((box) => box.scrollWidth - box.clientWidth);
  assert.equal(tooWide, 0);
  await page.context().close();
});

Deno.test("files: chosen, pasted, refused in words, sent with their progress, saved again", async () => {
  const { page } = await world.visitor();
  const panel = await openPanel(page);
  const files = (names: readonly string[], content = "du texte") =>
    names.map((name) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) }));
  await page.locator("input[type=file]").setInputFiles(files(["reçu.txt", "notes.md"]));
  await panel.locator(".chip", { hasText: "reçu.txt" }).waitFor();
  await panel.getByRole("button", { name: "Retirer notes.md" }).click();
  await page.locator("input[type=file]").setInputFiles(files(["virus.txt"], "MZ\u0000\u0000"));
  await panel.getByText("virus.txt : ce type de fichier n’est pas accepté.").waitFor();
  await page.getByLabel("Votre message").evaluate((field) => {
    const data = new DataTransfer();
    data.items.add(new File(["collé"], "presse-papiers.txt", { type: "text/plain" }));
    field.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await panel.locator(".chip", { hasText: "presse-papiers.txt" }).waitFor();
  await panel.locator("progress").first().waitFor({ state: "detached" });
  await panel.getByRole("button", { name: "Envoyer" }).click();
  const saving = page.waitForEvent("download");
  await panel.getByRole("button", { name: /Télécharger reçu.txt/ }).click();
  const saved = await saving;
  assert.equal(saved.suggestedFilename(), "reçu.txt");
  assert.equal(await Deno.readTextFile((await saved.path())!), "du texte");
  await page.context().close();
});

Deno.test("an answer that is there before the live stream is told to the page, and once", async () => {
  using _ = world.shopPage({ head: TOLD });
  const { page, context } = await world.visitor();
  const live = Promise.withResolvers<void>();
  await context.route("**/live", async (route) => {
    await live.promise;
    await route.continue();
  });
  await openPanel(page);
  await write(page, "avant le direct");
  const conversation_id = await world.conversationOf("avant le direct");
  await world.mcp("send_reply", { conversation_id, text: "un" });
  live.resolve();
  await page.locator(".bubble", { hasText: "un" }).waitFor();
  await world.mcp("send_reply", { conversation_id, text: "deux" });
  await page.locator(".bubble", { hasText: "deux" }).waitFor();
  assert.deepEqual(await told(page, 2), ["un", "deux"]);
  await context.close();
});

Deno.test("an answer that is heard before the message counts as sent is shown and told, and once", async () => {
  using _ = world.shopPage({ head: TOLD });
  const { page, context } = await world.visitor();
  await openPanel(page);
  await write(page, "pour être connu");
  await world.mcp("send_reply", {
    conversation_id: await world.conversationOf("pour être connu"),
    text: "un",
  });
  await page.locator(".bubble", { hasText: "un" }).waitFor();
  await page.getByRole("button", { name: "Toutes les conversations" }).click();
  await page.getByRole("button", { name: "Nouvelle conversation" }).click();
  const answered = Promise.withResolvers<void>();
  await context.route("**/messages", async (route) => {
    const response = await route.fetch();
    await answered.promise;
    await route.fulfill({ response });
  });
  await write(page, "une réponse rapide ?");
  const conversation_id = await world.conversationOf("une réponse rapide ?");
  await world.mcp("send_reply", { conversation_id, text: "deux" });
  assert.deepEqual(await told(page, 2), ["un", "deux"]);
  answered.resolve();
  await page.locator(".bubble", { hasText: "deux" }).waitFor();
  await write(page, "et encore");
  await world.conversationOf("et encore");
  await world.mcp("send_reply", { conversation_id, text: "trois" });
  await page.locator(".bubble", { hasText: "trois" }).waitFor();
  assert.deepEqual(await told(page, 3), ["un", "deux", "trois"]);
  assert.deepEqual(
    await bubbles(page).evaluateAll((all) =>
      all.map((one) => one.textContent!.match(/rapide|deux|encore|trois/)![0])
    ),
    ["rapide", "deux", "encore", "trois"],
  );
  await context.close();
});

Deno.test("two pages that were open before anything was written are one visitor's, and so is the end of the visit", async () => {
  const { page, context } = await world.visitor();
  const other = await context.newPage();
  await other.goto(world.shop);
  await openPanel(other);
  await openPanel(page);
  await write(page, "de la première");
  const conversation_id = await world.conversationOf("de la première");
  await world.mcp("send_reply", { conversation_id, text: "à toutes les deux" });
  for (const one of [page, other]) await one.locator(".bubble", { hasText: "à toutes les deux" }).waitFor();
  await write(other, "de la seconde");
  await page.locator(".bubble", { hasText: "de la seconde" }).waitFor();
  assert.equal(await world.conversationOf("de la seconde"), conversation_id);
  await page.evaluate(() => globalThis.Messagerie["shutdown"]?.());
  await other.locator(".bubble", { hasText: "de la seconde" }).waitFor({ state: "detached" });
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
  await context.close();
});

Deno.test("the desk and the browser end without an error on any page's console", async () => {
  await world[Symbol.asyncDispose]();
});

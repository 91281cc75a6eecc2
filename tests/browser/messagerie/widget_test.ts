/**
 * The visitor's widget on a page of another origin, in a real browser, against the real server.
 * @covers messagerie-web.widget.talks
 * @covers messagerie-web.widget.kept
 * @covers messagerie-web.widget.recovers
 * @covers messagerie-web.widget.hostile
 * @covers messagerie-web.widget.accessible
 * @covers messagerie-web.widget.host-pages
 * @covers messagerie-web.widget.api
 * @covers messagerie-web.widget.attach
 * @covers messagerie-web.widget.people
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { until } from "../../until.ts";
import { lookAt } from "../harness/picture.ts";
import { openPanel, openWidgetWorld, type WidgetWorld, write } from "./widget_world.ts";

const world: WidgetWorld = await openWidgetWorld();

/** The conversation whose latest message this is, once the desk has it. */
async function conversationOf(text: string): Promise<string> {
  let id = "";
  await until(async () => {
    const list = await world.mcp("list_conversations", { status: "all", limit: 5 });
    id = list.find((one: { last_message: { text: string } }) => one.last_message.text === text)?.id ?? "";
    return id !== "";
  }, `a conversation of ${text}`);
  return id;
}

const bubbles = (page: Page) => page.locator(".bubble");

/** Waits until exactly so many are there. */
async function count(locator: Locator, wanted: number): Promise<void> {
  await locator.nth(wanted - 1).waitFor();
  assert.equal(await locator.count(), wanted);
}

/** A page that keeps what the widget tells it of answers. */
const TOLD = `<script>
  window.told = [];
  window.Messagerie = [["on", "message", (message) => told.push(message.text)]];
</script>`;

/** What the page was told, once that is so much. */
async function told(page: Page, length: number): Promise<readonly string[]> {
  await page.waitForFunction((length) => globalThis.told.length >= length, length);
  return await page.evaluate(() => globalThis.told);
}

Deno.test("a visitor talks to an agent: messages go, answers come live and rendered, the badge counts, seen is seen", async () => {
  const { page } = await world.visitor();
  const panel = await openPanel(page);
  await page.getByLabel("Votre message").and(page.locator(":focus")).waitFor();
  await write(page, "Où est mon colis ?");
  await panel.getByText("Où est mon colis ?").waitFor();
  const conversation_id = await conversationOf("Où est mon colis ?");
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
  const conversation_id = await conversationOf("avant");
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
  const conversation_id = await conversationOf("hostile");
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

Deno.test("the page's API: calls before it is there, events, a signed user, data, and the end of a visit", async () => {
  using _ = world.shopPage({
    head: `<script>
      window.told = [];
      window.Messagerie = [
        ["on", "ready", () => told.push("ready")],
        ["on", "open", () => told.push("open")],
        ["on", "message", (message) => told.push(message.text)],
        ["setContactData", { plan: "pro" }],
        ["setUser", ${JSON.stringify(world.sign({ sub: "u-1", name: "Ada L.", email: "ada@exemple.fr" }))}],
        ["open"],
      ];
    </script>`,
  });
  const { page, errors } = await world.visitor({ expectedErrors: [/Messagerie: setUser was refused/] });
  await page.getByRole("dialog").waitFor();
  await write(page, "de Ada");
  const conversation_id = await conversationOf("de Ada");
  const { contact } = await world.mcp("get_conversation", { conversation_id });
  assert.deepEqual([contact.name, contact.email, contact.identified], ["Ada L.", "ada@exemple.fr", true]);
  await world.mcp("send_reply", { conversation_id, text: "Bonjour Ada" });
  await page.locator(".bubble", { hasText: "Bonjour Ada" }).waitFor();
  assert.deepEqual((await told(page, 3)).toSorted(), ["Bonjour Ada", "open", "ready"]);
  const names = await page.evaluate(() => Object.keys(globalThis).filter((name) => /^_*messag/i.test(name)));
  assert.deepEqual(names, ["Messagerie"]);
  const call = (name: string, ...args: unknown[]) =>
    page.evaluate(([name, args]) => globalThis.Messagerie[name]?.(...args), [name, args] as const);
  const dataOf = async () => (await world.mcp("get_contact", { contact_id: contact.id })).contact.data;
  await until(async () => Object.keys(await dataOf()).length > 0, "what the page knows of them comes");
  assert.deepEqual(await dataOf(), { plan: "pro" });
  // Another person in the same browser sees nothing of the first, and a lie leaves nobody signed in.
  assert.equal(await call("setUser", world.sign({ sub: "u-2" })), true);
  await page.getByText("Bonjour Ada").first().waitFor({ state: "detached" });
  assert.equal(await call("setUser", world.sign({ sub: "u-1" }) + "x"), false);
  assert.deepEqual(errors, []);
  assert.equal(await call("setUser", world.sign({ sub: "u-1" })), true);
  await call("open");
  await page.getByRole("dialog").getByText("Bonjour Ada").waitFor();
  await call("shutdown");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
  await call("open");
  await page.getByRole("dialog").waitFor();
  assert.equal(await page.getByText("Bonjour Ada").count(), 0);
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
  const conversation_id = await conversationOf("avant le direct");
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
  await world.mcp("send_reply", { conversation_id: await conversationOf("pour être connu"), text: "un" });
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
  const conversation_id = await conversationOf("une réponse rapide ?");
  await world.mcp("send_reply", { conversation_id, text: "deux" });
  assert.deepEqual(await told(page, 2), ["un", "deux"]);
  answered.resolve();
  await page.locator(".bubble", { hasText: "deux" }).waitFor();
  await write(page, "et encore");
  await conversationOf("et encore");
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
  const conversation_id = await conversationOf("de la première");
  await world.mcp("send_reply", { conversation_id, text: "à toutes les deux" });
  for (const one of [page, other]) await one.locator(".bubble", { hasText: "à toutes les deux" }).waitFor();
  await write(other, "de la seconde");
  await page.locator(".bubble", { hasText: "de la seconde" }).waitFor();
  assert.equal(await conversationOf("de la seconde"), conversation_id);
  await page.evaluate(() => globalThis.Messagerie["shutdown"]?.());
  await other.locator(".bubble", { hasText: "de la seconde" }).waitFor({ state: "detached" });
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
  await context.close();
});

Deno.test("odd pages: a strict policy, styles for everything, right to left, large and small roots", async () => {
  const desk = world.desk().url;
  using _ = world.shopPage({
    lang: "ar",
    csp: `default-src 'none'; script-src ${desk}; connect-src ${desk}; style-src 'sha256-${await hash(
      ODD,
    )}'; img-src data:; require-trusted-types-for 'script'`,
    head: `<style>${ODD}</style>`,
  });
  // Where it stands is told once it does not move.
  const { page } = await world.visitor({ locale: "en-GB", reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Open the chat" }).click();
  const panel = page.getByRole("dialog");
  const box = (await panel.boundingBox())!;
  assert.deepEqual([box.width, Math.round(box.x + box.width)], [380, 1260], JSON.stringify(box));
  const looks = await panel.evaluate((one) => {
    const style = getComputedStyle(one);
    return [
      style.direction,
      style.fontSize,
      getComputedStyle(one.querySelector("h2")!).fontSize,
      style.fontStyle,
    ];
  });
  assert.deepEqual(looks, ["ltr", "15px", "17px", "normal"]);
  await page.getByLabel("Your message").fill("Hello from an odd page");
  await page.getByLabel("Your message").press("Enter");
  await conversationOf("Hello from an odd page");
  await page.context().close();
});

/** What some sites' style sheets say. */
const ODD = `html { font-size: 40px; direction: rtl }
  * { all: unset !important; font-style: italic !important; transform: rotate(1deg); display: inline !important }
  div { display: none !important; position: static !important; width: 10px !important }
  button { font-size: 3em !important }`;

async function hash(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString(
    "base64",
  );
}

Deno.test("an origin that is not on the list opens nothing, and its developer is told what to do", async () => {
  await world.change({ origins: ["https://ailleurs.example"] });
  try {
    const said: string[] = [];
    const { page } = await world.visitor({
      expectedErrors: [/Messagerie: the desk does not answer/, /CORS/],
    });
    page.on("console", (message) => said.push(message.text()));
    await page.reload();
    await until(() => said.some((text) => text.includes("Administration › Sites")), () => said);
    assert.ok(said.some((text) => text.includes(world.shop)));
    assert.equal(await page.getByRole("button").count(), 0);
    await page.context().close();
  } finally {
    await world.change({ origins: [world.shop] });
  }
});

Deno.test("it looks right and is accessible at both widths, in both themes", async () => {
  const { page } = await world.visitor();
  await page.getByRole("button", { name: /Ouvrir la messagerie/ }).waitFor();
  await lookAt(page, "widget-closed");
  await openPanel(page);
  await lookAt(page, "widget-new");
  await write(page, "Bonjour, ma commande 4512 n’est pas arrivée et je pars demain. Que puis-je faire ?");
  const conversation_id = await conversationOf(
    "Bonjour, ma commande 4512 n’est pas arrivée et je pars demain. Que puis-je faire ?",
  );
  await world.mcp("send_reply", {
    conversation_id,
    text:
      "Bonjour ! Deux choses :\n\n1. le colis est à **Lyon**\n2. il arrive [ce soir](https://suivi.example/4512)\n\nJe reste là.",
  });
  await page.locator("ol[start], .bubble ol").first().waitFor();
  await page.locator("input[type=file]").setInputFiles([{
    name: "facture-avec-un-nom-assez-long-pour-deborder.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7"),
  }]);
  await page.locator(".chip").waitFor();
  await page.locator("progress").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Envoyer" }).click();
  await page.locator("button.file").waitFor();
  await page.getByLabel("Votre message").fill("Merci, et\nencore une question");
  await lookAt(page, "widget-thread");
  await page.getByLabel("Votre message").fill("");
  await world.mcp("resolve_conversation", { conversation_id });
  await page.getByText("La conversation est terminée").waitFor();
  await lookAt(page, "widget-resolved");
  await page.getByRole("button", { name: "Toutes les conversations" }).click();
  await lookAt(page, "widget-list");
  await page.context().close();
});

Deno.test("the key that follows a press is for what the press opened, or for what opened it", async () => {
  const { page } = await world.visitor();
  await page.getByRole("button", { name: /Ouvrir la messagerie/ }).waitFor();
  // No frame is painted between the press and the look.
  const focused = await page.evaluate(async () => {
    const root = [...document.querySelectorAll("body > div")].find((one) => one.shadowRoot)?.shadowRoot;
    const after = async (press: () => unknown) => {
      press();
      await Promise.resolve();
      return root?.activeElement?.className || root?.activeElement?.localName;
    };
    const field = await after(() => root?.querySelector<HTMLElement>(".launcher")?.click());
    return [field, await after(() => root?.querySelector<HTMLElement>(".head .icon:last-child")?.click())];
  });
  assert.deepEqual(focused, ["textarea", "launcher"]);
  await page.context().close();
});

Deno.test("on a phone the window covers the page and keeps the focus inside", async () => {
  const { page } = await world.visitor({ width: "phone", reducedMotion: "reduce" });
  const panel = await openPanel(page);
  assert.equal(await panel.getAttribute("aria-modal"), "true");
  assert.deepEqual(await panel.boundingBox(), { x: 0, y: 0, width: 390, height: 844 });
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press("Tab");
    const inside = await panel.evaluate((one) =>
      one.contains((one.getRootNode() as ShadowRoot).activeElement)
    );
    assert.ok(inside, `after ${n + 1} tabs`);
  }
  await page.context().close();
});

Deno.test("the desk and the browser end without an error on any page's console", async () => {
  await world[Symbol.asyncDispose]();
});

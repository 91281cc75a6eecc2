/**
 * The widget and the page that embeds it: what the page can ask of it, what pages do to it, how it looks and is used there.
 * @covers messagerie-web.widget.accessible
 * @covers messagerie-web.widget.host-pages
 * @covers messagerie-web.widget.api
 */
import assert from "node:assert/strict";
import { until } from "../../until.ts";
import { lookAt } from "../harness/picture.ts";
import { openPanel, openWidgetWorld, told, write } from "./widget_world.ts";

const world = await openWidgetWorld();

Deno.test("the page's API: calls before it is there, events, a signed user, data, and the end of a visit", async () => {
  using _ = world.shopPage({
    head: `<script>
      window.widgetTold = [];
      window.Messagerie = [
        ["on", "ready", () => widgetTold.push("ready")],
        ["on", "open", () => widgetTold.push("open")],
        ["on", "message", (message) => widgetTold.push(message.text)],
        ["setContactData", { plan: "pro" }],
        ["setUser", ${JSON.stringify(world.sign({ sub: "u-1", name: "Ada L.", email: "ada@exemple.fr" }))}],
        ["open"],
      ];
    </script>`,
  });
  const { page, errors } = await world.visitor({ expectedErrors: [/Messagerie: setUser was refused/] });
  await page.getByRole("dialog").waitFor();
  await write(page, "de Ada");
  const conversation_id = await world.conversationOf("de Ada");
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
  await world.conversationOf("Hello from an odd page");
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
  const conversation_id = await world.conversationOf(
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

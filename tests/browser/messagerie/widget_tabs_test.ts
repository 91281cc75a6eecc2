/**
 * A visitor with more pages of the shop than a browser has connections to a server.
 * @covers messagerie-web.widget.tabs
 */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { until } from "../../until.ts";
import { openPanel, openWidgetWorld, write } from "./widget_world.ts";

declare global {
  /** Put there by the test. */
  var lookAt: (isLookedAt: boolean) => void;
}

/** Over HTTP/1.1 a browser has six. */
const PAGES = 8;

/** Chromium without a window shows all of its pages: the page in front says so to the others. */
const IN_FRONT = `{
  let isHidden = true;
  Object.defineProperty(Document.prototype, "visibilityState", { get: () => isHidden ? "hidden" : "visible" });
  globalThis.lookAt = (isLookedAt) => {
    isHidden = !isLookedAt;
    document.dispatchEvent(new Event("visibilitychange"));
  };
}`;

const lookAt = (page: Page, isLookedAt: boolean) =>
  page.evaluate((isLookedAt) => globalThis.lookAt(isLookedAt), isLookedAt);

Deno.test("with eight pages open a visitor writes on each and is answered there; the shop hears of answers while nobody looks", async () => {
  await using world = await openWidgetWorld();
  const { page: first, context } = await world.browser.person();
  await context.addInitScript(IN_FRONT);
  await first.goto(world.shop);
  await lookAt(first, true);
  await openPanel(first);
  await write(first, "page 1");
  await first.locator(".time", { hasText: /\d\d:\d\d/ }).first().waitFor();
  const [{ id: conversation_id }] = await world.mcp("list_conversations", { status: "all", limit: 1 });

  const pages = [first];
  while (pages.length < PAGES) {
    await lookAt(pages.at(-1) as Page, false);
    const page = await context.newPage();
    await page.goto(world.shop);
    pages.push(page);
    await lookAt(page, true);
    await page.getByRole("dialog").waitFor();
    const text = `page ${pages.length}`;
    await write(page, text);
    // Sent, and not on its way.
    await page.locator(".line", { hasText: text }).locator("time.time").waitFor();
    await world.mcp("send_reply", { conversation_id, text: `réponse ${pages.length}` });
    await page.locator(".bubble", { hasText: `réponse ${pages.length}` }).waitFor();
  }

  // Nobody looks at any of them: one hears, whichever.
  for (const page of pages) {
    await page.evaluate(() => {
      globalThis.widgetTold = [];
      globalThis.Messagerie["on"]?.(
        "message",
        (message: { text: string }) => globalThis.widgetTold.push(message.text),
      );
    });
    await lookAt(page, false);
  }
  await world.mcp("send_reply", { conversation_id, text: "Et pour finir" });
  const heard = () => Promise.all(pages.map((page) => page.evaluate(() => globalThis.widgetTold)));
  await until(async () => (await heard()).flat().includes("Et pour finir"), "a page hears");
  // Whoever looks again sees it.
  await lookAt(first, true);
  await first.locator(".bubble", { hasText: "Et pour finir" }).waitFor();
  assert.equal(await first.locator(".bubble", { hasText: "Et pour finir" }).count(), 1);
});

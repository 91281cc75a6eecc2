/**
 * What is open stays as it stands while what is around it changes: the window, the look, the language, the connection. Nothing is
 * made anew, so that no focus, no text and no place is lost; and the next key is for what the last one opened.
 * @covers messagerie-web.inbox.page-steady
 * @module
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { until } from "../../until.ts";
import { WIDTHS } from "../harness/browser.ts";
import { resize } from "../harness/resize.ts";
import { inOrder } from "./desk_pages.ts";
import { openInboxWorld } from "./inbox_world.ts";

/** The parts of an open thread, and of the list beside it. */
const THREAD = [".rail", ".thread-head h2", ".thread-list", ".composer-field"];
const LIST = [".list-pane", ".list-box .virtual-list", "[type=search]"];

/** Takes hold of what stands there; gives what holds that all of it still does. */
async function hold(page: Page, selectors: readonly string[]): Promise<(when: string) => Promise<void>> {
  const held = await page.evaluateHandle((all) => all.map((one) => document.querySelector(one)), selectors);
  return async (when) =>
    assert.deepEqual(
      await held.evaluate((all) => all.map((one) => one?.isConnected)),
      selectors.map(() => true),
      when,
    );
}

/** What is in the middle of the thread, and where. */
function reading(page: Page) {
  return page.locator(".thread-list").evaluate((box) => {
    const { top, height } = box.getBoundingClientRect();
    const row = [...box.querySelectorAll(".virtual-list-row")].find((one) =>
      one.getBoundingClientRect().bottom > top + height / 2
    );
    return { text: row?.textContent, top: Math.round((row?.getBoundingClientRect().top ?? NaN) - top) };
  });
}

/** Waits until nothing moves any more. */
async function comesToRest(list: Locator): Promise<void> {
  await list.evaluate(async (box) => {
    for (let [still, last] = [0, box.scrollTop]; still < 10; last = box.scrollTop) {
      await new Promise(requestAnimationFrame);
      still = box.scrollTop === last ? still + 1 : 0;
    }
  });
}

Deno.test("what is open stays as it stands", async (t) => {
  await using world = await openInboxWorld();
  const step = inOrder(t);
  const { page } = await world.advisor("claire", { expectedErrors: [/ERR_|Failed to fetch|NetworkError/] });
  const chat = await world.visitor("Bonjour", { name: "Lou Visiteur" });
  for (let n = 0; n < 60; n++) await world.visitorWrites(chat, `message ${n} ${"mot ".repeat(n % 9)}`);
  await page.goto(`${world.url}/conversations/${chat}`);
  const field = page.locator(".composer-field");
  const thread = page.locator(".thread-list");
  const below = () => thread.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  const text = "Un début de réponse";

  await step("line by line, the arrow keys leave the end of a thread", async () => {
    await page.locator(".message").filter({ hasText: "message 59" }).waitFor();
    await until(async () => await below() <= 1, "the end of the thread");
    await thread.focus();
    // Each step is one of its own, begun at rest.
    await until(async () => {
      await page.keyboard.press("ArrowUp");
      await comesToRest(thread);
      return await below() > 100;
    }, "away from the end");
    await page.keyboard.press("PageUp");
    await page.getByRole("button", { name: "Derniers messages" }).waitFor();
  });

  await step("at any width of the window", async () => {
    await field.fill(text);
    const holds = await hold(page, THREAD);
    for (const width of [1_280, 1_200, 1_100, 800, 740, 390, 320, 740, 800, 1_100, 1_200, 1_280]) {
      await resize(page, { width, height: 800 });
      await holds(`at ${width}`);
      await page.locator(".composer-field:focus").waitFor();
      assert.equal(await field.inputValue(), text);
    }
  });

  await step("in another look and another language", async () => {
    const holds = await hold(page, [...THREAD, ...LIST]);
    const before = await reading(page);
    await page.getByRole("button", { name: "Menu de Claire Dubois" }).click();
    await page.getByRole("menuitemradio", { name: "Sombre" }).click();
    await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await page.locator("html[lang=en]").waitFor();
    // Where it was pressed.
    await page.getByRole("menuitemradio", { name: "English" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Escape");
    await holds("in English");
    assert.equal(await field.inputValue(), text);
    assert.deepEqual(await reading(page), before);
    await page.keyboard.press("Enter");
    await page.getByRole("menuitemradio", { name: "Français" }).click();
    await page.locator("html[lang=fr]").waitFor();
    await page.keyboard.press("Escape");
  });

  await step("when the server went away and came back", async () => {
    await field.focus();
    const holds = await hold(page, [...THREAD, ...LIST]);
    const before = await reading(page);
    await world.stop();
    await page.locator(".live-lost").waitFor();
    await holds("without the server");
    await world.start();
    await page.locator(".live-lost").waitFor({ state: "detached" });
    // It is told again; and what was asked for again has come.
    await world.visitorWrites(chat, "Toujours là ?");
    await page.getByRole("button", { name: "Nouveau message" }).waitFor();
    await holds("with the server");
    await page.locator(".composer-field:focus").waitFor();
    assert.equal(await field.inputValue(), text);
    assert.deepEqual(await reading(page), before);
  });

  await step("what is typed after a canned reply goes on from its end", async () => {
    await world.cannedReply("merci", "Remerciement", "Merci beaucoup");
    await page.reload();
    await field.fill(" !");
    await field.press("Home");
    await page.keyboard.type("/mer");
    await page.getByRole("option", { name: /Remerciement/ }).waitFor();
    // No frame is painted between the key and the look.
    const caret = await field.evaluate(async (box) => {
      box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
      await Promise.resolve();
      const { value, selectionStart } = box as HTMLTextAreaElement;
      return [value, selectionStart];
    });
    assert.deepEqual(caret, ["Merci beaucoup !", "Merci beaucoup".length]);
  });

  await step("on a phone, who comes back to the list is where they were in it", async () => {
    await resize(page, WIDTHS.phone);
    await page.goto(`${world.url}/?tab=resolved`);
    await page.locator(".row").first().waitFor();
    const list = page.locator(".list-box .virtual-list");
    const top = () => list.evaluate((box) => box.scrollTop);
    await list.evaluate((box) => box.scrollTop = 900);
    const last = page.locator(".row").last();
    const id = await last.getAttribute("data-conversation");
    const line = page.locator(`.row[data-conversation="${id}"]`);
    await line.click();
    await page.getByRole("button", { name: "Retour à la liste" }).click();
    await line.waitFor();
    await until(async () => await top() > 300, "the place in the list");
    assert.ok(
      await line.evaluate((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        const box = row.closest(".virtual-list")!.getBoundingClientRect();
        return bottom > box.top && top < box.bottom;
      }),
    );
  });
});

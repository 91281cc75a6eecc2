/**
 * What opens over the pages stays inside the window and covers nothing that people write or send with, at both widths, with
 * names as long as they may be.
 * @covers messagerie-web.pages.fits
 * @module
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { WIDTHS } from "../harness/browser.ts";
import { openInboxWorld } from "./inbox_world.ts";

const LONG_WORD = "Donaudampfschifffahrtsgesellschaft".repeat(5);

/** What is wider inside than outside, below `root`; code to copy and the ways between pages scroll on purpose. */
async function tooWide(root: Locator): Promise<readonly string[]> {
  return await root.evaluate((node) =>
    [
      node,
      ...node.querySelectorAll<HTMLElement>(
        ":not(.tab-list, .admin-nav, pre, input, thead *, .visually-hidden)",
      ),
    ]
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .filter((one) => getComputedStyle(one).textOverflow !== "ellipsis")
      .map((one) => `${one.tagName}.${one.className} ${one.scrollWidth} > ${one.clientWidth}`)
  );
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  assert.ok(box, String(locator));
  return box;
}

async function atEach(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const size of Object.values(WIDTHS)) {
    await page.setViewportSize(size);
    await look(size.width);
  }
}

Deno.test("what opens over the pages fits and covers nothing that people need", async (t) => {
  await using world = await openInboxWorld({ conversations: 60 });
  const { page } = await world.advisor("claire");
  const chat = await world.visitor("Bonjour", { name: LONG_WORD.slice(0, 100), inbox: 3 });

  await t.step("menus stay inside the window", async () => {
    await atEach(page, async (width) => {
      for (const name of [/^Notifications/, /^Menu de/, /^Filtres/]) {
        await page.getByRole("button", { name }).click();
        const panel = await boxOf(page.locator(".popover-panel"));
        assert.ok(panel.x >= 0 && panel.x + panel.width <= width, `${name} at ${width}: ${panel.x}`);
        await page.keyboard.press("Escape");
      }
    });
  });

  await t.step(
    "a line of the list tells its inbox, its tags and its assignee in the room that it has",
    async () => {
      await world.mcp("add_tag", { conversation_id: chat, label: "Remboursement partiel" });
      await world.server().desk.store.write((tx) =>
        tx.updateTable("conversation").where("id", "=", chat).set({
          assignee_no: 1,
          priority: "urgent",
          status: "pending",
          snoozed_until: Date.now() + 9 * 86_400_000,
          waiting_since: Date.now() - 33 * 3_600_000,
        }).execute()
      );
      await page.reload();
      await atEach(page, async () => {
        await page.locator(`[data-conversation="${chat}"] .row-assignee`).waitFor();
        assert.deepEqual(await tooWide(page.locator(".list-pane")), []);
        for (const inbox of await page.locator(".row-inbox").all()) {
          assert.ok((await boxOf(inbox)).width >= 12, await inbox.innerText());
        }
      });
    },
  );

  await t.step("what was done is told without covering the field and its button", async () => {
    await page.goto(`${world.url}/conversations/${chat}`);
    await page.locator("textarea").waitFor();
    await page.keyboard.press("m");
    await page.locator(".toast").first().waitFor();
    await atEach(page, async (width) => {
      const { y, height } = await boxOf(page.locator(".toasts"));
      const composer = await boxOf(page.locator(".composer"));
      assert.ok(y + height <= composer.y, `at ${width}: ${y + height} > ${composer.y}`);
      const head = await boxOf(page.locator(".thread-head"));
      assert.ok(y >= head.y + head.height, `at ${width}: ${y} < ${head.y + head.height}`);
    });
  });

  await t.step("a token of the longest name is shown whole", async () => {
    await page.goto(`${world.url}/admin/api`);
    await page.getByRole("button", { name: "Nouveau jeton" }).click();
    await page.getByLabel("Libellé").fill(LONG_WORD);
    await page.getByRole("button", { name: "Créer", exact: true }).click();
    await page.getByRole("heading", { name: "Jeton créé" }).waitFor();
    await atEach(page, async (width) => {
      const dialog = page.getByRole("dialog");
      assert.deepEqual(await tooWide(dialog), [], `at ${width}`);
      const box = await boxOf(dialog);
      assert.ok(box.x >= 0 && box.x + box.width <= width);
    });
    await page.getByRole("button", { name: "J’ai copié le jeton" }).click();
    await page.getByText(LONG_WORD).first().waitFor();
    await atEach(
      page,
      async (width) => assert.deepEqual(await tooWide(page.locator("main")), [], `at ${width}`),
    );
  });
});

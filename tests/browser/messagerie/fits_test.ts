/**
 * What opens over the pages stays inside the window and covers nothing that people write or send with, at both widths, with
 * names as long as they may be.
 * @covers messagerie-web.pages.fits
 * @module
 */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { WIDTHS } from "../harness/browser.ts";
import { lookAt } from "../harness/picture.ts";
import { resize } from "../harness/resize.ts";
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
    await resize(page, size);
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
        // All at once: lines that are further down may go while others are looked at.
        const inboxes = await page.locator(".row-inbox").evaluateAll((all) =>
          all.map((one) => ({ name: one.textContent, width: one.getBoundingClientRect().width }))
        );
        assert.ok(inboxes.length > 0);
        assert.deepEqual(inboxes.filter(({ width }) => width < 12), []);
      });
    },
  );

  await t.step("what was done is told without covering the field and its button", async () => {
    await page.goto(`${world.url}/conversations/${chat}`);
    await page.locator("textarea").waitFor();
    // What failed stays until it is closed.
    await page.route("**/assignee", (route) => route.abort(), { times: 1 });
    await page.keyboard.press("m");
    const toast = page.locator(".toast.notice-danger");
    await toast.waitFor();
    await atEach(page, async (width) => {
      const toast = await boxOf(page.locator(".toasts"));
      for (const [name, of] of [["composer", ".composer"], ["head", ".thread-head"], ["rail", ".rail"]]) {
        const box = await boxOf(page.locator(of ?? ""));
        const isApart = toast.x + toast.width <= box.x || box.x + box.width <= toast.x ||
          toast.y + toast.height <= box.y || box.y + box.height <= toast.y;
        assert.ok(isApart, `${name} at ${width}`);
      }
    });
    await toast.getByRole("button", { name: "Fermer" }).click();
  });

  await t.step("a window that becomes narrow keeps the open thread as it stands", async () => {
    await page.setViewportSize(WIDTHS.desktop);
    await page.locator(".thread-details[aria-pressed=true]").waitFor();
    const field = page.locator("textarea");
    await field.fill("Un début");
    const name = await page.locator(".thread-head h2").elementHandle();
    await page.setViewportSize(WIDTHS.phone);
    await page.locator(".thread-details[aria-pressed=false]").waitFor();
    assert.ok(await name?.evaluate((node) => node.isConnected), "the thread was taken away and made anew");
    assert.ok(await field.evaluate((node) => node === document.activeElement), "the field lost the focus");
    await field.fill("");
  });

  await t.step("at every width the head shows whose it is and all that can be done", async () => {
    const head = page.locator(".thread-head");
    for (let width = 390; width <= 1_600; width += 35) {
      await resize(page, { width, height: 800 });
      const { name, buttons, outside } = await head.evaluate((node) => {
        const { left, right } = node.getBoundingClientRect();
        const boxes = [...node.querySelectorAll<HTMLElement>(".thread-actions button")]
          .map((one) => ({ text: one.innerText, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0);
        return {
          name: node.querySelector("h2")?.getBoundingClientRect().width ?? 0,
          buttons: boxes.length,
          outside: boxes.filter(({ box }) => box.left < left || box.right > right).map(({ text }) => text),
        };
      });
      assert.ok(name >= 140, `${name} px for the name at ${width}`);
      assert.ok(buttons > 0);
      assert.deepEqual(outside, [], `at ${width}`);
      assert.deepEqual(await tooWide(page.locator(".composer")), [], `at ${width}`);
    }
  });

  await t.step("where the system paints, what is chosen, unread and tagged is still told apart", async () => {
    const tagged = page.locator(".row .tag-dot").first();
    await tagged.waitFor();
    const color = (of: Locator) => of.evaluate((node) => getComputedStyle(node).backgroundColor);
    const before = await color(tagged);
    await page.emulateMedia({ forcedColors: "active" });
    await page.locator(".composer-field").focus();
    const line = (of: Locator) => of.evaluate((node) => getComputedStyle(node).outlineStyle);
    for (const chosen of [".tab-link[aria-current]", ".row-open", ".composer-mode[aria-pressed=true]"]) {
      assert.equal(await line(page.locator(chosen)), "solid", chosen);
    }
    assert.equal(await line(page.locator(".composer-mode[aria-pressed=false]")), "none");
    assert.equal(await color(tagged), before);
    const ground = await color(page.locator(".list-pane"));
    assert.notEqual(await color(page.locator(".row-dot").first()), ground);
    await page.emulateMedia({ forcedColors: "none" });
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

  await t.step("a wrong address says so, and leads back", async () => {
    for (const path of ["/nulle/part", "/admin/rien", "/conversations/1/2", "/compte/x"]) {
      const answer = await page.goto(world.url + path);
      await page.getByRole("heading", { name: "Il n’y a rien à cette adresse" }).waitFor();
      assert.equal(answer?.status(), path === "/nulle/part" ? 404 : 200);
      // In the frame: the rail is there.
      await page.getByRole("navigation", { name: "Navigation" }).waitFor();
      if (path === "/nulle/part") await lookAt(page, "adresse-fausse");
      await page.getByRole("link", { name: "Aller aux conversations" }).click();
      await page.locator(".row").first().waitFor();
    }
  });
});

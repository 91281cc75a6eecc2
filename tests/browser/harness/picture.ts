/**
 * Pictures of a page at both widths and in both themes, and the rules of accessibility in each.
 * @module
 */
import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { SCREENSHOTS, WIDTHS } from "./browser.ts";
import { resize } from "./resize.ts";

/** The rules that are held: WCAG 2.2 A and AA, and what axe calls best practice. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Fails with what axe finds on the page as it is. */
export async function assertAccessible(page: Page, where: string): Promise<void> {
  // By way of the debugger, since the page's own policy lets no other script in.
  await page.evaluate(axe.source);
  const found = await page.evaluate(async (tags) => {
    // In the page, the name is of what was put there.
    const { violations } = await axe.run(document, { runOnly: { type: "tag", values: tags } });
    return violations.map(({ id, help, nodes }) =>
      `${id}: ${help}\n${
        nodes.slice(0, 3).map((node) => `  ${node.html}\n  ${node.failureSummary}`).join("\n")
      }`
    );
  }, RULES);
  assert.deepEqual(found, [], `${where}: accessibility`);
}

/**
 * Takes pictures at both widths, light and dark, and holds axe's rules and the width in each: nothing may be wider than the
 * window.
 */
export async function lookAt(
  page: Page,
  name: string,
  only: readonly (keyof typeof WIDTHS)[] = ["desktop", "phone"],
): Promise<void> {
  await Deno.mkdir(SCREENSHOTS, { recursive: true });
  const before = page.viewportSize();
  let themes: readonly ("light" | "dark")[] = ["light", "dark"];
  for (const width of only) {
    await resize(page, WIDTHS[width]);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const where = `${name}-${width}-${colorScheme}`;
      await settle(page);
      await page.screenshot({ path: `${SCREENSHOTS}/${where}.png` });
      await assertAccessible(page, where);
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(tooWide <= 0, `${where}: ${tooWide} px wider than the window`);
    }
    // Never another width and another theme at once: see `settle`.
    themes = themes.toReversed();
  }
  await page.emulateMedia({ colorScheme: null });
  if (before !== null) await resize(page, before);
}

/**
 * Waits until the page is painted as it is now: Chromium may paint some texts in the other theme's colour until somebody
 * asks for their style, the more so right after another width, and the whole page a frame later.
 */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.querySelectorAll("*").forEach((node) => getComputedStyle(node).color);
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  });
}

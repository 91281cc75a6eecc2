/**
 * Another size of a page's window.
 * @module
 */
import type { Page } from "playwright-core";

/** Frames after which a page shows its new size: one tells media queries, the next what was measured in it. */
const FRAMES = 3;

/** Gives the window another size, and waits until the page has taken it: what is read at once may be of the size before. */
export async function resize(
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(async ([width, frames]) => {
    for (let seen = 0; seen < frames; seen += Number(innerWidth === width)) {
      await new Promise(requestAnimationFrame);
    }
  }, [size.width, FRAMES] as const);
}

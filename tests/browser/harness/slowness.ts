/**
 * A slow machine for the pages of a test, to find what holds on a quick one alone: `SLOW_CPU=8` makes a page's scripts, style
 * and layout eight times as slow; `SLOW_NET=400` delays every request by up to 400 ms, each by another, so that answers come
 * in another order than they were asked for.
 * @module
 */
import type { BrowserContext, Page } from "playwright-core";
import { systemEnv } from "../../../base/env.ts";

const setting = (name: string) => Number(Deno.env.get(name) ?? 0);

/** Slows what a context opens from here on, as the environment asks. */
export async function slowDown(context: BrowserContext): Promise<void> {
  const rate = setting("SLOW_CPU");
  const longest = setting("SLOW_NET");
  if (rate > 1) {
    const slow = async (page: Page) => {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate });
    };
    // A page may be closed before it is slowed.
    context.on("page", (page) => void slow(page).catch(() => {}));
  }
  if (longest > 0) {
    await context.route("**", async (route) => {
      await systemEnv.sleep(Math.random() * longest);
      // What a page that is gone asked for goes nowhere.
      await route.continue().catch(() => {});
    });
  }
}

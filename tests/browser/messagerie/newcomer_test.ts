/**
 * A newcomer at the demo: its links, opened as it prints them, show the visitor beside the advisor.
 * @covers messagerie.demo
 * @covers messagerie-web.inbox.visitor-writes
 * @module
 */
import assert from "node:assert/strict";
import { buildPages } from "../../../scripts/pages/build_pages.ts";
import { testFolder } from "../../server/messagerie/cli/run_cli.ts";
import { serveDemo } from "../../server/messagerie/cli/serve_demo.ts";
import { openBrowser } from "../harness/browser.ts";
import { lookAt } from "../harness/picture.ts";
import { setUp } from "./desk_pages.ts";

Deno.test("the demo's links open the desk and a site; what a visitor writes there is answered here", async () => {
  await buildPages({ out: "dist/web" });
  await using folder = await testFolder();
  await using demo = await serveDemo(folder.url);
  await using browser = await openBrowser();
  const claire = (await browser.person()).page;
  const lou = (await browser.person()).page;
  const [link = ""] = /http:\S+\/premiers-pas#\S+/.exec(demo.out) ?? [];
  const [, site = ""] = /bulle des visiteurs : (http:\S+)/.exec(demo.out) ?? [];
  await setUp(claire, link);

  await lou.goto(site);
  await lookAt(lou, "demo-site");
  await lou.getByRole("button").click();
  await lou.locator("textarea").fill("Bonjour, livrez-vous à Brest ?");
  await lou.keyboard.press("Enter");
  await claire.getByText("Bonjour, livrez-vous à Brest ?").first().click();
  await claire.locator(".message-visitor").waitFor();

  // Said as a visitor's, and over as soon as it is sent; a colleague's would ask for care.
  await lou.locator("textarea").pressSequentially("Et à Ouessant ?");
  const writing = claire.getByText(/Visiteur .+\(visiteur\) écrit…/);
  await writing.waitFor();
  assert.equal(await claire.locator(".presence-writing").count(), 0);
  const [bar, presence] = [claire.locator(".ai-bar"), claire.locator(".presence")];
  const [barBox, presenceBox] = [await bar.boundingBox(), await presence.boundingBox()];
  assert.ok(
    barBox && presenceBox && presenceBox.y + presenceBox.height <= barBox.y,
    "each has a place of its own",
  );
  await lou.keyboard.press("Enter");
  await writing.waitFor({ state: "detached" });

  // Its canned replies are there from the start.
  await claire.keyboard.press("r");
  await claire.keyboard.type("/delai");
  await claire.getByRole("option", { name: /Délai de livraison/ }).waitFor();
  await claire.keyboard.press("Enter");
  await claire.keyboard.press("Control+Enter");
  await lou.locator("strong", { hasText: "3 à 5 jours ouvrés" }).waitFor();
  await lou.getByRole("status").filter({ hasText: "La livraison prend 3 à 5 jours" }).waitFor({
    state: "attached",
  });
});

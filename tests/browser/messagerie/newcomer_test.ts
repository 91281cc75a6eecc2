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
  // What is there while it is said, read at once: it is said for some seconds.
  const seen = await (await claire.waitForFunction(() => {
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const [presence, bar] = [boxOf(".presence"), boxOf(".ai-bar")];
    const isSaid = /\(visiteur\) écrit…/.test(document.querySelector(".presence")?.textContent ?? "");
    return isSaid && presence && bar && {
      asAdvisor: document.querySelectorAll(".presence-writing").length,
      between: bar.top - presence.bottom,
    };
  })).jsonValue();
  assert.deepEqual(
    [seen && seen.asAdvisor, seen && seen.between >= 0],
    [0, true],
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

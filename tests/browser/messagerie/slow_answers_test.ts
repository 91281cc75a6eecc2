/**
 * Pages of the inbox whose answers take long, fail, or come in another order than they were asked for.
 * @covers messagerie-web.admin.fresh
 * @covers messagerie-web.inbox.page-faults
 * @module
 */
import assert from "node:assert/strict";
import type { Page, Route } from "playwright-core";
import { until } from "../../until.ts";
import { openInboxWorld, PASSWORD } from "./inbox_world.ts";

/** Whoever comes back to the page. */
const lookAgain = (page: Page) => page.evaluate(() => void dispatchEvent(new Event("focus")));

/** Has the page of the tokens ask for what it shows: the inboxes that it needs come last, and are answered. */
async function refreshed(page: Page): Promise<void> {
  const inboxes = page.waitForResponse(/\/api\/inbox\/inboxes$/);
  await lookAgain(page);
  await inboxes;
}

/** Holds back what the page asks at these addresses, from now on, until the test answers. */
async function hold(page: Page, address: RegExp): Promise<Route[]> {
  const held: Route[] = [];
  await page.route(address, (route) => void held.push(route));
  return held;
}

/** As many lines of the journal as one page of it has, the latest of which has this number. */
function journal(latest: number, oldest: number): string {
  const changes = Array.from({ length: latest - oldest + 1 }, (_, n) => ({
    no: latest - n,
    at: "2026-03-12T09:00:00.000Z",
    action: "tag.created",
    subject: `étiquette ${latest - n}`,
    detail: null,
    by: "Claire",
  }));
  return JSON.stringify({ data: { changes, more: oldest > 1 } });
}

Deno.test("pages of the inbox stand slow answers, and answers that come out of order", async (t) => {
  await using world = await openInboxWorld({ conversations: 10, messages: 40 });
  const { page, context } = await world.advisor("claire");

  await t.step(
    "a list is shown although it is asked for again before it has come, and then is asked for once more",
    async () => {
      const tokens = await hold(page, /\/admin\/tokens$/);
      await page.goto(`${world.url}/admin/api`);
      await until(() => tokens.length === 1, "asked for");
      for (let times = 0; times < 2; times++) {
        await refreshed(page);
      }
      await tokens[0]!.continue();
      await page.locator("tr").filter({ hasText: "Robot du service" }).waitFor();
      await until(() => tokens.length === 2, "asked for once more");
      await tokens[1]!.continue();
      await page.unroute(/\/admin\/tokens$/);
    },
  );

  await t.step("what is tried again is shown, whatever the page asks by itself meanwhile", async () => {
    await page.route(/\/admin\/tokens$/, (route) => route.abort());
    await page.goto(`${world.url}/admin/api`);
    const retry = page.getByRole("alert").getByRole("button", { name: "Réessayer" });
    await retry.waitFor();
    await page.unroute(/\/admin\/tokens$/);
    const tokens = await hold(page, /\/admin\/tokens$/);
    await retry.click();
    await until(() => tokens.length > 0, "asked for");
    await refreshed(page);
    await tokens[0]!.continue();
    await page.locator("tr").filter({ hasText: "Robot du service" }).waitFor();
    assert.equal(await page.getByRole("alert").count(), 0);
    await page.unroute(/\/admin\/tokens$/);
  });

  await t.step("a journal that goes further back keeps the lines that came meanwhile", async () => {
    const asked = await hold(page, /\/admin\/audit(\?|$)/);
    await page.goto(`${world.url}/admin/journal`);
    await until(() => asked.length === 1, "asked for");
    await asked[0]!.fulfill({ contentType: "application/json", body: journal(100, 51) });
    const line = (no: number) => page.getByText(`étiquette ${no}`, { exact: true });
    await line(51).waitFor();
    await lookAgain(page);
    await until(() => asked.length === 2, "asked for again");
    await page.getByRole("button", { name: "Voir plus ancien" }).click();
    await until(() => asked.length === 3, "asked for what is older");
    await asked[1]!.fulfill({ contentType: "application/json", body: journal(102, 53) });
    await line(102).waitFor();
    await asked[2]!.fulfill({ contentType: "application/json", body: journal(50, 1) });
    await line(1).waitFor();
    const shown = await page.locator(".data-table .row-subject").allTextContents();
    assert.deepEqual(shown, Array.from({ length: 102 }, (_, n) => `étiquette ${102 - n}`));
    await page.unroute(/\/admin\/audit(\?|$)/);
  });

  await t.step("a search that is tried again says that it searches", async () => {
    await page.route(/\/search\?/, (route) => route.abort());
    await page.goto(`${world.url}/?search=facture`);
    const results = page.locator(".list-pane");
    const retry = results.getByRole("alert").getByRole("button", { name: "Réessayer" });
    await retry.waitFor();
    await page.unroute(/\/search\?/);
    const searches = await hold(page, /\/search\?/);
    await retry.click();
    await until(() => searches.length > 0, "searched again");
    assert.deepEqual(await results.getByRole("alert").count(), 0);
    await results.getByText("Recherche…").waitFor();
    await searches.at(-1)!.continue();
    await results.locator(".search-results").waitFor();
    await page.unroute(/\/search\?/);
  });

  await t.step("a page that was left is asked for no more", async () => {
    await page.goto(`${world.url}/admin/api`);
    await page.locator("tr").filter({ hasText: "Robot du service" }).waitFor();
    let asked = 0;
    page.on("request", (request) => asked += /\/admin\/tokens$/.test(request.url()) ? 1 : 0);
    await page.evaluate(() => {
      dispatchEvent(new Event("focus"));
      document.querySelector<HTMLElement>('a[href="/admin/reponses"]')?.click();
    });
    await page.getByRole("button", { name: "Nouvelle réponse" }).waitFor();
    // The turn of this page comes after that of the one before it.
    const fresh = page.waitForRequest(/\/canned-replies$/);
    await lookAgain(page);
    await fresh;
    assert.equal(asked, 0);
  });

  await t.step("a form that was begun holds nobody at the page of somebody else", async () => {
    const questions: string[] = [];
    page.on("dialog", (question) => {
      questions.push(question.type());
      void question.dismiss();
    });
    await page.goto(`${world.url}/admin/reponses?onglet=etiquettes`);
    await page.getByRole("button", { name: "Nouvelle étiquette" }).click();
    await page.getByRole("dialog").getByLabel("Nom").fill("En cours de saisie");
    await context.clearCookies();
    const { status } = await page.evaluate(async (body) => {
      const answer = await fetch("/api/inbox/session", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      return { status: answer.status };
    }, JSON.stringify({ login: "awa", password: PASSWORD }));
    assert.ok(status < 300, String(status));
    await page.evaluate(() => {
      document.dispatchEvent(new Event("freeze"));
      document.dispatchEvent(new Event("resume"));
    });
    await page.waitForURL(`${world.url}/`);
    await page.locator(".desk").waitFor();
    assert.deepEqual(questions, []);
  });
});

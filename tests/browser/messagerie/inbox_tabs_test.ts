/**
 * Eight tabs of one browser on plain HTTP/1.1, where a browser has six connections to a server: one stream for all of them.
 * @covers messagerie-web.inbox.page-one-stream
 * @module
 */
import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import { until } from "../../until.ts";
import { inOrder } from "./desk_pages.ts";
import { line, openInboxWorld, PASSWORD } from "./inbox_world.ts";

const TABS = 8;

/** The tabs that hold a live stream, as asked: one alone, once a tab that gave it up has hung up. */
function streamOf(context: BrowserContext): () => Promise<Page> {
  const holders = new Set<Page>();
  const isLive = (url: string) => url.endsWith("/api/inbox/live");
  context.on("request", (request) => isLive(request.url()) && holders.add(request.frame().page()));
  const ended = (request: { url(): string; frame(): { page(): Page } }) =>
    isLive(request.url()) && holders.delete(request.frame().page());
  context.on("requestfinished", ended);
  context.on("requestfailed", ended);
  return async () => {
    const holding = () => [...holders].filter((page) => !page.isClosed());
    await until(() => holding().length === 1, () => holding().length);
    return holding()[0]!;
  };
}

async function openTabs(context: BrowserContext, url: string): Promise<Page[]> {
  const tabs: Page[] = [];
  for (let n = 0; n < TABS; n++) {
    const page = await context.newPage();
    tabs.push(page);
    await page.goto(url);
    await page.locator(".row").first().waitFor();
  }
  return tabs;
}

Deno.test("eight tabs of the inbox over HTTP/1.1", async (t) => {
  await using world = await openInboxWorld();
  const step = inOrder(t);
  const expectedErrors = [/ERR_|Failed to fetch/];
  const { context, page } = await world.advisor("claire", { expectedErrors });
  await page.close();
  const stream = streamOf(context);
  let tabs: Page[] = [];
  const chat = await world.visitor("Premier message", { name: "Lou Visiteur" });
  /** What a visitor writes stands in the list of every tab. */
  const reachesAll = async (text: string) => {
    await world.visitorWrites(chat, text);
    await Promise.all(tabs.map((tab) => line(tab, chat).filter({ hasText: text }).waitFor()));
  };

  await step("all open, hear what happens, and hold one stream", async () => {
    tabs = await openTabs(context, world.url);
    await reachesAll("Entendu de tous");
    await stream();
    const protocol = await tabs[0]?.evaluate(() =>
      (performance.getEntriesByType("navigation")[0] as PerformanceResourceTiming).nextHopProtocol
    );
    assert.equal(protocol, "http/1.1");
  });

  await step("the one that reads is closed, and the others go on", async () => {
    const leader = await stream();
    tabs = tabs.filter((tab) => tab !== leader);
    await leader.close();
    await reachesAll("Entendu des autres");
    await stream();
  });

  await step("signed out at one, signed out at all; signed in again at one, all go on", async () => {
    const [first, second, ...rest] = tabs;
    assert.ok(first && second);
    await first.getByRole("button", { name: /^Menu de/ }).click();
    await first.getByRole("menuitem", { name: "Se déconnecter" }).click();
    await first.getByLabel("Identifiant").waitFor();
    const ended = (tab: Page) => tab.getByRole("dialog", { name: "Votre session a pris fin" });
    await Promise.all([second, ...rest].map((tab) => ended(tab).waitFor()));
    await ended(second).getByLabel("Mot de passe").fill(PASSWORD);
    await second.keyboard.press("Enter");
    await Promise.all([second, ...rest].map((tab) => ended(tab).waitFor({ state: "detached" })));
    await first.locator(".row").first().waitFor();
    await reachesAll("Entendu après la reconnexion");
    await stream();
  });

  await step("somebody else who signs in at the same tab sees their own inbox alone", async () => {
    const [tab] = tabs;
    assert.ok(tab);
    await tab.getByRole("button", { name: /^Menu de/ }).click();
    await tab.getByRole("menuitem", { name: "Se déconnecter" }).click();
    await tab.getByLabel("Identifiant").fill("hugo");
    await tab.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
    await tab.keyboard.press("Enter");
    await tab.getByRole("button", { name: /^Menu de Hugo/ }).waitFor();
    const own = await world.visitor("Pour Hugo", { inbox: 3 });
    await line(tab, own).waitFor();
    // Of an inbox that Hugo does not serve.
    assert.equal(await line(tab, chat).count(), 0);
  });
});

Deno.test("eight tabs of the inbox where the browser has no locks, as on plain http from another machine", async () => {
  await using world = await openInboxWorld();
  const { context, page } = await world.advisor("claire", { expectedErrors: [/ERR_|Failed to fetch/] });
  await page.close();
  await context.addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined }));
  const stream = streamOf(context);
  let tabs = await openTabs(context, world.url);
  const chat = await world.visitor("Sans verrou");
  await Promise.all(tabs.map((tab) => line(tab, chat).waitFor()));
  const leader = await stream();
  tabs = tabs.filter((tab) => tab !== leader);
  await leader.goto("about:blank");
  await world.visitorWrites(chat, "Toujours sans verrou");
  await Promise.all(tabs.map((tab) => line(tab, chat).filter({ hasText: "Toujours" }).waitFor()));
  await stream();
});

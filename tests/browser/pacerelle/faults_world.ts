/**
 * What the tests of faults share: a person's conversation with an agent in a browser, and what is at the agent of it.
 * @module
 */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { BrowserContext, Page } from "playwright-core";
import { until } from "../../until.ts";
import { AppWorld, connectAgent, type Host, say, signUp } from "./app_world.ts";

/** High enough for the whole thread to be in the page. */
const TALL = { width: 1280, height: 6_000 };

/** The relay's heartbeat: what a connection that fell silent is found out by. */
const HEARTBEAT_MS = 5_000;

/** What a message of the person's has come to once the agent has it. */
const ARRIVED: ReadonlySet<string> = new Set(["received", "processed"]);

/** An own message, as the page shows it. */
interface Shown {
  readonly text: string;
  /** Where it stands: `here`, `relay`, `received`… */
  readonly state: string;
}

/** An entry of the agent's history, as far as it is looked into. */
interface Told {
  readonly kind: string;
  readonly text: string;
}

/** A device with one conversation, which has begun. */
export interface Talk extends AsyncDisposable {
  readonly world: AppWorld;
  readonly context: BrowserContext;
  /** The first tab, at the conversation. */
  readonly page: Page;
  readonly host: Host;
  /** A further tab, at the conversation; `prepare` before it loads anything. */
  openTab(prepare?: (tab: Page) => Promise<unknown>): Promise<Page>;
}

/** Makes an account, connects an agent, and says a first word. */
export async function beginTalk(): Promise<Talk> {
  const world = await AppWorld.open({ heartbeatMs: HEARTBEAT_MS });
  try {
    const { context, page } = await world.device({
      viewport: TALL,
      expectedErrors: [
        /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|Failed to fetch|Failed to update a ServiceWorker/,
      ],
    });
    await signUp(page, "ada@exemple.fr", "Ordinateur");
    const host = await connectAgent(world, page, "Robot");
    await write(page, "Bonjour");
    await allArrive(page, host);
    const thread = page.url();
    return {
      world,
      context,
      page,
      host,
      async openTab(prepare) {
        const tab = await context.newPage();
        await prepare?.(tab);
        await tab.goto(thread);
        await writing(tab).waitFor();
        return tab;
      },
      [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    };
  } catch (error) {
    await world[Symbol.asyncDispose]();
    throw error;
  }
}

/** Own messages as the page shows them, oldest first. */
export async function shown(page: Page): Promise<readonly Shown[]> {
  return await page.locator(".entry-mine").evaluateAll((all) =>
    all.map((entry) => ({
      text: entry.querySelector<HTMLElement>(".bubble")?.innerText.trim() ?? "",
      state: /standing-(\w+)/.exec(entry.querySelector(".standing")?.className ?? "")?.[1] ?? "",
    }))
  );
}

/** Texts of the requests that the agent has, oldest first. */
export async function atAgent(host: Host): Promise<readonly string[]> {
  const { entries, hasMore } = await host.tool("get_history", { limit: 100 });
  assert.equal(hasMore, false);
  return entries.filter(({ kind }: Told) => kind === "request").map(({ text }: Told) => text);
}

/**
 * Waits until nothing is typed and every own message is shown as received, and the agent has each once, in the page's order.
 */
export async function allArrive(page: Page, host: Host): Promise<void> {
  let inPage: readonly Shown[] = [];
  let there: readonly string[] = [];
  await until(async () => {
    // What was typed is an entry once it is typed no more.
    if (await page.locator("textarea").inputValue() !== "") return false;
    inPage = await shown(page);
    if (inPage.length === 0 || !inPage.every(({ state }) => ARRIVED.has(state))) return false;
    there = await atAgent(host);
    return isDeepStrictEqual(there, inPage.map(({ text }) => text));
  }, () => ({ inPage, there }));
  assert.equal(new Set(there).size, there.length, `each once: ${there.join(", ")}`);
}

/** What is said above everything. */
export const banner = (page: Page) => page.getByRole("region", { name: "À savoir" });

/** Where one writes. */
export const writing = (page: Page) => page.getByRole("textbox", { name: "Message à Robot" });

/** Waits until a text stands where one writes. */
export async function isTyped(page: Page, text: string): Promise<void> {
  await page.waitForFunction((text) => document.querySelector("textarea")?.value === text, text);
}

/** Waits until the newest own messages stand so, oldest first. */
export async function stand(page: Page, states: readonly string[]): Promise<void> {
  let last: readonly string[] = [];
  await until(async () => {
    last = (await shown(page)).slice(-states.length).map(({ state }) => state);
    return isDeepStrictEqual(last, states);
  }, () => last);
}

/** Waits until the page knows that the relay is away: what is sent before may have left. */
export async function isOffline(page: Page): Promise<void> {
  await banner(page).getByText("Hors ligne.").waitFor();
}

/** Sends, and waits until the message is on the disk: the field is free then. */
export async function write(page: Page, text: string): Promise<void> {
  await say(page, text);
  await isTyped(page, "");
}

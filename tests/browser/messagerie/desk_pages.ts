/**
 * A desk as a browser meets it: the built pages on a real server in a process of its own, a browser, and people at it.
 */
import type { Locator, Page } from "playwright-core";
import { buildPages } from "../../../scripts/pages/build_pages.ts";
import { testFolder } from "../../server/messagerie/cli/run_cli.ts";
import { until } from "../../until.ts";
import { serve, type Served } from "../../server/messagerie/served.ts";
import { openBrowser, type Person, type PersonOptions, type TestBrowser } from "../harness/browser.ts";

/** A password that is long enough and that nobody's list begins with. */
export const PASSWORD = "tapis nuage carafe";

/** A served desk and a browser, for one test file. */
export interface DeskPages extends AsyncDisposable {
  readonly url: string;
  readonly databaseUrl: string;
  readonly server: Served;
  readonly browser: TestBrowser;
  /** The one-time link that the server printed, whole. */
  readonly setUpLink: string;
  /** Somebody with a browser of their own. */
  person(options?: PersonOptions): Promise<Person>;
}

/** Starts a desk without anybody; `env` as settings of the server. */
export async function openDeskPages(env: Readonly<Record<string, string>> = {}): Promise<DeskPages> {
  await buildPages({ out: "dist/web" });
  const folder = await testFolder();
  const server = await serve(folder.url, env);
  const browser = await openBrowser();
  // It is printed after the line that says where the server listens.
  const printed = () => /http:\S+\/premiers-pas#[0-9A-Za-z]{43}/.exec(server.out())?.[0];
  await until(() => printed() !== undefined, server.out);
  const setUpLink = printed() ?? "";
  return {
    url: server.url,
    databaseUrl: folder.url,
    server,
    browser,
    setUpLink,
    person: (options) => browser.person(options),
    async [Symbol.asyncDispose]() {
      // The server stops even where a page had errors, which the browser's end tells.
      try {
        await browser[Symbol.asyncDispose]();
      } finally {
        await server[Symbol.asyncDispose]();
        await folder[Symbol.asyncDispose]();
      }
    },
  };
}

/** Makes the first supervisor, Claire, by the page of the link; she is signed in at its end. */
export async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Nom", { exact: true }).fill("Claire Dubois");
  await page.getByLabel("Identifiant").fill("claire@exemple.fr");
  await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Créer le compte" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.getByRole("navigation", { name: "Navigation" }).waitFor();
}

/** Signs somebody in, whatever their language. */
export async function signIn(page: Page, url: string, login: string, password = PASSWORD): Promise<void> {
  await page.goto(`${url}/connexion`);
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill(password);
  await page.locator("button[type=submit]").click();
  await page.waitForURL((url) => url.pathname !== "/connexion");
}

/** The text in a block to copy. */
export async function blockText(within: Page | Locator, title: string): Promise<string> {
  return await within.getByRole("group", { name: title }).locator("pre").innerText();
}

/** Steps of which each builds on the ones before: the first that fails is the last that runs. */
export function inOrder(t: Deno.TestContext): (name: string, run: () => Promise<void>) => Promise<void> {
  return async (name, run) => {
    if (!await t.step(name, run)) throw new Error(`stopped after: ${name}`);
  };
}

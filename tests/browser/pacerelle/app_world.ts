/**
 * The app as people meet it: the built pages on a real relay, a browser whose contexts are devices, and the stdio server
 * under a real MCP client, started from what a page shows for pasting.
 */
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { Locator, Page } from "playwright-core";
import { systemEnv } from "../../../base/env.ts";
import { createLogger } from "../../../base/log.ts";
import { buildPages } from "../../../scripts/pages/build_pages.ts";
import { createAppPages } from "../../../server/relay/app_pages.ts";
import { DEFAULT_LIMITS, type RelayLimits } from "../../../server/relay/limits.ts";
import { type Relay, startRelay } from "../../../server/relay/start.ts";
import { Host } from "../../e2e/pacerelle/world.ts";
import { until } from "../../until.ts";
import { openBrowser, type Person, type PersonOptions, type TestBrowser } from "../harness/browser.ts";

export type { Host } from "../../e2e/pacerelle/world.ts";

/** A phrase that is long enough. */
export const PASSWORD = "tapis nuage carafe";

const ROOT = new URL("../../../", import.meta.url).pathname;
const RUN = ["run", "-A", "--no-check", "--quiet", "--config", `${ROOT}deno.json`, `${ROOT}main.ts`];

/** What is other about a relay than by default. */
export interface RelayChange {
  readonly limits?: Partial<RelayLimits>;
  readonly pagesRoot?: string;
}

/** A relay with the app, and a browser. */
export class AppWorld implements AsyncDisposable {
  readonly folder: string;
  readonly browser: TestBrowser;
  readonly #hosts: Host[] = [];
  #settings: Readonly<Record<string, string>> | undefined;
  #relay: Relay | undefined;
  #port = 0;

  readonly #limits: Partial<RelayLimits>;

  private constructor(folder: string, browser: TestBrowser, limits: Partial<RelayLimits>) {
    this.folder = folder;
    this.browser = browser;
    this.#limits = limits;
  }

  /** `limits` hold whenever the relay is started. */
  static async open(limits: Partial<RelayLimits> = {}): Promise<AppWorld> {
    await buildPages({ out: "dist/web" });
    const folder = await Deno.makeTempDir({ prefix: "app-" });
    const world = new AppWorld(folder, await openBrowser(), limits);
    await world.relayUp();
    return world;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The relay's database, for a test that compares what a page shows. */
  get database(): string {
    return `${this.folder}/relay.db`;
  }

  /** Starts the relay, at the address that it had before; with other limits, or another build of the pages. */
  async relayUp({ limits, pagesRoot }: RelayChange = {}): Promise<void> {
    const log = createLogger({ level: "error", env: systemEnv, write: () => {} });
    this.#relay = await startRelay({
      host: "127.0.0.1",
      port: this.#port,
      databaseUrl: `file:${this.database}`,
      publicUrl: "http://127.0.0.1",
      // A cheap hash; what it costs in earnest is not what these tests are about.
      limits: { ...DEFAULT_LIMITS, hashCost: 10, ...this.#limits, ...limits },
    }, { log, app: await createAppPages(pagesRoot) });
    this.#port = Number(new URL(this.#relay.address).port);
  }

  async relayDown(): Promise<void> {
    await this.#relay?.shutdown();
    this.#relay = undefined;
  }

  /** A device that has never been here; `at` where it finds the relay. */
  async device(
    { at = this.url, ...options }: PersonOptions & { readonly at?: string } = {},
  ): Promise<Person> {
    const person = await this.browser.person({
      ...options,
      // A page whose relay is away is told so by its socket.
      expectedErrors: [/WebSocket/, ...options.expectedErrors ?? []],
    });
    await person.page.goto(at);
    return person;
  }

  /** The stdio server with the settings that were pasted, or those of the last one, under a real client. */
  async host(settings = this.#settings, name = "atelier"): Promise<Host> {
    this.#settings = settings;
    const own = ["PATH", "HOME", "DENO_DIR", "TMPDIR"].flatMap((variable) => {
      const value = Deno.env.get(variable);
      return value === undefined ? [] : [[variable, value]];
    });
    const files = `${this.folder}/files`;
    await Deno.mkdir(files, { recursive: true });
    const transport = new StdioClientTransport({
      command: Deno.execPath(),
      args: RUN,
      cwd: this.folder,
      env: {
        ...Object.fromEntries(own),
        ...settings,
        PACERELLE_STORE_ROOT: `${this.folder}/mcp`,
        PACERELLE_FILES_DIR: files,
        PACERELLE_LOG: "error",
      },
      stderr: "ignore",
    });
    const client = new Client({ name, version: "1" });
    await client.connect(transport);
    const host = new Host(client, transport.pid ?? 0);
    this.#hosts.push(host);
    return host;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Each ends even where the one before fails: a page's errors are told by the browser's end.
    try {
      await this.browser[Symbol.asyncDispose]();
    } finally {
      for (const host of this.#hosts) await host[Symbol.asyncDispose]().catch(() => {});
      await this.relayDown();
      await Deno.remove(this.folder, { recursive: true });
    }
  }
}

/** Makes an account in the page; it is in at its end. */
export async function signUp(page: Page, email: string, device: string): Promise<void> {
  await page.getByRole("button", { name: "Créer un compte" }).click();
  await fillDoor(page, email, device);
  await page.locator("button[type=submit]").click();
  await page.getByRole("navigation", { name: "Navigation" }).waitFor();
}

/** Logs a new device in; it waits at its end. */
export async function logIn(page: Page, email: string, device: string): Promise<void> {
  await fillDoor(page, email, device);
  await page.locator("button[type=submit]").click();
  await page.getByRole("heading", { name: "Faites entrer cet appareil" }).waitFor();
}

async function fillDoor(page: Page, email: string, device: string): Promise<void> {
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Nom de cet appareil").fill(device);
}

/** The text in a block to copy. */
export async function blockText(within: Page | Locator, title: string): Promise<string> {
  return await within.getByRole("group", { name: title, exact: true }).locator("pre").innerText();
}

/** Goes to a place by its link. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name }).click();
}

/** The settings in a pasted `mcpServers` entry, which is as the contract has it. */
export function settingsOf(text: string): Readonly<Record<string, string>> {
  const { mcpServers } = JSON.parse(text);
  assert.deepEqual(Object.keys(mcpServers), ["pacerelle"]);
  const { command, args, env } = mcpServers.pacerelle;
  assert.deepEqual([command, args], ["npx", ["-y", "@pacerelle/mcp-server"]]);
  return env;
}

/** Makes an agent by the page, pastes what it shows into a host, and waits until the page says that it is connected. */
export async function connectAgent(world: AppWorld, page: Page, name: string): Promise<Host> {
  await goTo(page, "Agents");
  await page.getByRole("button", { name: "Connecter un agent" }).click();
  await page.getByLabel("Nom de l’agent").fill(name);
  await page.getByRole("button", { name: "Créer l’agent" }).click();
  const shown = page.getByRole("dialog", { name: `« ${name} » est créé` });
  const host = await world.host(settingsOf(await blockText(shown, "claude_desktop_config.json")));
  await host.tool("get_status");
  await shown.getByText(`« ${name} » est connecté.`).waitFor();
  await shown.getByRole("button", { name: "Lui écrire" }).click();
  await page.getByRole("main", { name: `Conversation avec ${name}` }).waitFor();
  return host;
}

/** Writes in the open conversation, and sends. */
export async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole("textbox", { name: /^Message à/ });
  // What another tab keeps may come into the empty field between the two halves of a fill, and the text after it.
  await until(async () => {
    await field.fill(text);
    return await field.inputValue() === text;
  }, text);
  await field.press("Enter");
}

/** An entry of the open conversation that holds a text. */
export function entryWith(page: Page, text: string): Locator {
  return page.locator(".entry", { hasText: text });
}

/** Steps that are of no use after one that failed. */
export function inOrder(t: Deno.TestContext): (name: string, run: () => Promise<void>) => Promise<void> {
  let isOver = false;
  return async (name, run) => {
    if (isOver) return;
    isOver = !await t.step(name, run);
  };
}

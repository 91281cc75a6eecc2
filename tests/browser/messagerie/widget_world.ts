/**
 * A shop's page on another origin that embeds the widget of a desk served in this process over the built pages.
 */
import { createHmac } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { systemEnv } from "../../../base/env.ts";
import { silentLogger } from "../../../base/log.ts";
import { buildPages } from "../../../scripts/pages/build_pages.ts";
import { type Server, startServer } from "../../../server/messagerie/serve.ts";
import { openSecretKey } from "../../../server/messagerie/secret_key_file.ts";
import { readSettings } from "../../../server/messagerie/settings.ts";
import { createIdentitySecret } from "../../../service/messagerie/sites/identity_secrets.ts";
import { changeSite, createSite, type SiteView } from "../../../service/messagerie/sites/manage_sites.ts";
import { addInbox } from "../../../service/messagerie/directory/places.ts";
import { addAgent } from "../../../service/messagerie/directory/agents.ts";
import { createToken } from "../../../service/messagerie/tokens/manage_tokens.ts";
import { testFolder } from "../../server/messagerie/cli/run_cli.ts";
import { until } from "../../until.ts";
import { callOk } from "../../server/messagerie/served.ts";
import { openBrowser, type Person, type PersonOptions, type TestBrowser } from "../harness/browser.ts";

declare global {
  /** What the widget gives the page. */
  var Messagerie: Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
  /** What a test's own page keeps of what the widget told it. */
  var widgetTold: string[];
}

/** What the shop's page is made of. */
export interface ShopPage {
  readonly head: string;
  readonly body: string;
  readonly csp?: string;
  readonly lang: string;
  readonly attributes: string;
}

/** A shop and its desk. */
export interface WidgetWorld extends AsyncDisposable {
  /** The shop's origin. */
  readonly shop: string;
  readonly desk: () => Server;
  readonly site: SiteView;
  readonly browser: TestBrowser;
  /** Makes the shop's page of other parts, from the next load until it is disposed of. */
  shopPage(parts: Partial<ShopPage>): Disposable;
  /** A person on the shop's page. */
  visitor(options?: PersonOptions): Promise<Person>;
  change(changes: Parameters<typeof changeSite>[3]): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Calls a tool over MCP. */
  // deno-lint-ignore no-explicit-any -- a test looks into whatever was answered
  mcp(tool: string, args?: Readonly<Record<string, unknown>>): Promise<any>;
  /** The conversation whose latest message this is, once the desk has it. */
  conversationOf(text: string): Promise<string>;
  /** What the shop's server would sign. */
  sign(claims: Readonly<Record<string, unknown>>): string;
}

/** Opens it. */
export async function openWidgetWorld(): Promise<WidgetWorld> {
  await buildPages({ out: "dist/web" });
  const folder = await testFolder();
  const setting = "k".repeat(32);
  const secretKey = await openSecretKey({ setting, databaseUrl: folder.url }, {
    env: systemEnv,
    log: silentLogger,
  });
  let port = "0";
  const start = () =>
    startServer(
      readSettings({
        environment: (name) =>
          ({ MESSAGERIE_DATABASE_URL: folder.url, MESSAGERIE_PORT: port, MESSAGERIE_SECRET_KEY: setting })[
            name
          ],
      }),
      { env: systemEnv, log: silentLogger },
    );
  let server = await start();
  port = new URL(server.url).port;
  const { url } = server;
  const state: { page: ShopPage; site?: SiteView } = {
    page: { head: "", body: "<h1>La boutique</h1><p>Bienvenue.</p>", lang: "fr", attributes: "" },
  };
  const shopServer = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    const { head, body, csp, lang, attributes } = state.page;
    const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Boutique</title>
      <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${head}</head>
      <body><main>${body}</main>
      <script async src="${url}/widget.js" data-site="${state.site?.key}" ${attributes}></script></body></html>`;
    return new Response(html, {
      headers: {
        "content-type": "text/html; charset=utf-8",
        ...(csp === undefined ? {} : { "content-security-policy": csp }),
      },
    });
  });
  const shop = `http://127.0.0.1:${shopServer.addr.port}`;
  const sites = () => ({ ...server.desk, secretKey });
  const site = await createSite(sites(), null, { name: "La boutique", origins: [shop] });
  state.site = site;
  await addInbox(server.desk, { name: "Accueil", description: "", site: site.id });
  await addAgent(server.desk, {
    login: "claire",
    name: "Claire Durand",
    role: "supervisor",
    inboxes: [],
    password: null,
  });
  const { token } = await createToken(server.desk, {
    label: "Robot",
    access: "write",
    surfaces: ["mcp"],
    inboxIds: null,
    expiresAt: null,
    createdBy: 1,
  });
  const browser = await openBrowser();
  const { secret } = await createIdentitySecret(sites(), null, site.id);
  const mcp: WidgetWorld["mcp"] = (tool, args = {}) => callOk(url, token, tool, args);
  return {
    shop,
    site,
    browser,
    desk: () => server,
    shopPage(parts) {
      const { page } = state;
      state.page = { ...page, ...parts };
      return { [Symbol.dispose]: () => void (state.page = page) };
    },
    async visitor(options) {
      const person = await browser.person(options);
      await person.page.goto(shop);
      return person;
    },
    change: async (changes) => void await changeSite(sites(), null, site.id, changes),
    stop: () => server.close(),
    async start() {
      server = await start();
    },
    mcp,
    async conversationOf(text) {
      let id = "";
      await until(async () => {
        const list = await mcp("list_conversations", { status: "all", limit: 5 });
        id = list.find((one: { last_message: { text: string } }) => one.last_message.text === text)?.id ?? "";
        return id !== "";
      }, `a conversation of ${text}`);
      return id;
    },
    sign(claims) {
      const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const head = `${encode({ alg: "HS256" })}.${
        encode({ exp: Math.floor(Date.now() / 1000) + 600, ...claims })
      }`;
      return `${head}.${createHmac("sha256", secret).update(head).digest("base64url")}`;
    },
    async [Symbol.asyncDispose]() {
      try {
        await browser[Symbol.asyncDispose]();
      } finally {
        await shopServer.shutdown();
        await server.close();
        await folder[Symbol.asyncDispose]();
      }
    },
  };
}

/** Opens the window by its button. */
export async function openPanel(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /Ouvrir la messagerie/ }).click();
  const panel = page.getByRole("dialog");
  await panel.waitFor();
  return panel;
}

/** Writes a message and sends it by Enter. */
export async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel("Votre message").fill(text);
  await page.getByLabel("Votre message").press("Enter");
}

/** In the head of the shop's page: it keeps what the widget tells it of answers. */
export const TOLD = `<script>
  window.widgetTold = [];
  window.Messagerie = [["on", "message", (message) => widgetTold.push(message.text)]];
</script>`;

/** What the page was told, once that is so much. */
export async function told(page: Page, length: number): Promise<readonly string[]> {
  await page.waitForFunction((length) => globalThis.widgetTold.length >= length, length);
  return await page.evaluate(() => globalThis.widgetTold);
}

/**
 * A desk in use, served in this process over the built pages, with people at browsers: Claire supervises; Awa serves the
 * first and third inbox, Hugo the fourth. One for each test file.
 */
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Page } from "playwright-core";
import { systemEnv } from "../../../base/env.ts";
import { createLogger } from "../../../base/log.ts";
import { buildPages } from "../../../scripts/pages/build_pages.ts";
import { type Server, startServer } from "../../../server/messagerie/serve.ts";
import { readSettings } from "../../../server/messagerie/settings.ts";
import { generateDemo } from "../../../service/messagerie/demo/generate.ts";
import { hashPassword } from "../../../service/messagerie/directory/password.ts";
import { createToken, type NewToken } from "../../../service/messagerie/tokens/manage_tokens.ts";
import { importDesk } from "../../../service/messagerie/transfer/import_desk.ts";
import { visitorStarts } from "../../../service/messagerie/visitor_starts.ts";
import { visitorWrites } from "../../../service/messagerie/visitor_writes.ts";
import { testFolder } from "../../server/messagerie/cli/run_cli.ts";
import { openBrowser, type Person, type PersonOptions, type TestBrowser } from "../harness/browser.ts";

/** Everybody's password. */
export const PASSWORD = "tapis nuage carafe";

/** Somebody of the demo. */
export type Login = "claire" | "karim" | "awa" | "etienne" | "zoe" | "hugo" | "ines";

/** How large the desk is. */
export interface WorldOptions {
  readonly conversations?: number;
  readonly messages?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** The desk, the browser, and what happens outside of it. */
export interface InboxWorld extends AsyncDisposable {
  readonly url: string;
  readonly databaseUrl: string;
  readonly browser: TestBrowser;
  readonly server: () => Server;
  /** Inbox ids, in their order. */
  readonly inboxIds: readonly string[];
  /** Stops the server; `start` begins it again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Somebody who is signed in, at this address. */
  advisor(login: Login, options?: PersonOptions & { readonly at?: string }): Promise<Person>;
  /** A visitor's first message, in one of the inboxes; gives the conversation's id. */
  visitor(
    text: string,
    options?: { readonly name?: string; readonly inbox?: number; readonly email?: string },
  ): Promise<string>;
  /** A canned reply for every inbox. */
  cannedReply(shortcut: string, title: string, body: string): Promise<void>;
  /** A visitor goes on. */
  visitorWrites(conversationId: string, text: string): Promise<void>;
  /** Calls a tool over MCP, with a token of its own. */
  // deno-lint-ignore no-explicit-any -- a test looks into whatever was answered
  mcp(tool: string, args?: Readonly<Record<string, unknown>>): Promise<any>;
}

/** Opens it. */
export async function openInboxWorld(options: WorldOptions = {}): Promise<InboxWorld> {
  const { conversations = 60, messages = 500, env = {} } = options;
  await buildPages({ out: "dist/web" });
  const folder = await testFolder();
  let port = "0";
  const failures: string[] = [];
  const log = createLogger({ level: "error", write: (line) => failures.push(line), env: systemEnv });
  const settings = (): Readonly<Record<string, string>> => ({
    MESSAGERIE_DATABASE_URL: folder.url,
    MESSAGERIE_PORT: port,
    ...env,
  });
  const start = () =>
    startServer(
      readSettings({
        environment: (variable) => settings()[variable],
      }),
      { env: systemEnv, log },
    );
  let server = await start();
  port = new URL(server.url).port;
  const { url } = server;
  await importDesk(server.desk, generateDemo({ conversations, messages, seed: 7, until: Date.now() }), {
    update: false,
  });
  const hash = await hashPassword(PASSWORD, systemEnv);
  await server.desk.store.write((tx) => tx.updateTable("agent").set({ password_hash: hash }).execute());
  const inboxes = await server.desk.store.read.selectFrom("inbox as i").innerJoin(
    "site as s",
    "s.no",
    "i.site_no",
  )
    .select(["i.id", "s.id as siteId"]).orderBy("i.no").execute();
  const wanted: NewToken = {
    label: "Robot du service",
    access: "write",
    surfaces: ["mcp"],
    inboxIds: null,
    expiresAt: null,
    createdBy: 1,
  };
  const { token } = await createToken(server.desk, wanted);
  const browser = await openBrowser();
  // Its service is there for as long as the server is: what visitors do goes the way of the widget's routes.
  const desk = () => ({ ...server.desk, wakeOutbound: () => {} });
  const contacts = new Map<string, string>();
  let client: Client | undefined;
  async function connect(): Promise<Client> {
    if (client === undefined) {
      client = new Client({ name: "robot", version: "1" });
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
          requestInit: { headers: { authorization: `Bearer ${token}` } },
        }),
      );
    }
    return client;
  }

  return {
    url,
    databaseUrl: folder.url,
    browser,
    server: () => server,
    inboxIds: inboxes.map(({ id }) => id),
    stop: () => server.close(),
    async start() {
      server = await start();
    },
    async advisor(login, { at = "/", ...personal } = {}) {
      const person = await browser.person(personal);
      await signIn(person.page, url, login);
      if (at !== "/") await person.page.goto(url + at);
      await person.page.locator(".desk").waitFor();
      return person;
    },
    async visitor(text, { name = "Lou Visiteur", inbox = 0, email } = {}) {
      const { conversationId, contactId } = await visitorStarts(desk(), { name, email }, {
        text,
        siteId: inboxes[inbox]?.siteId ?? "",
        inboxId: inboxes[inbox]?.id,
      });
      contacts.set(conversationId, contactId);
      return conversationId;
    },
    async cannedReply(shortcut, title, body) {
      const id = crypto.randomUUID();
      await server.desk.store.write((tx) =>
        tx.insertInto("canned_reply")
          .values({ id, inbox_no: null, shortcut, title, body, created_at: 0, updated_at: 0 }).execute()
      );
    },
    async visitorWrites(conversationId, text) {
      await visitorWrites(desk(), contacts.get(conversationId) ?? "", { conversationId, text });
    },
    async mcp(tool, args = {}) {
      const { content, isError } = await (await connect()).callTool({ name: tool, arguments: args });
      const [{ text }] = content as [{ text: string }];
      assert.notEqual(isError, true, text);
      return JSON.parse(text);
    },
    async [Symbol.asyncDispose]() {
      await client?.close();
      try {
        await browser[Symbol.asyncDispose]();
      } finally {
        await server.close();
        await folder[Symbol.asyncDispose]();
        assert.deepEqual(failures, [], "what the server logged as an error");
      }
    },
  };
}

/** Signs somebody in by the page. */
export async function signIn(page: Page, url: string, login: string): Promise<void> {
  await page.goto(`${url}/connexion`);
  await page.getByLabel(/^(Identifiant|Login)$/).fill(login);
  await page.getByLabel(/^(Mot de passe|Password)$/).fill(PASSWORD);
  await page.getByRole("button", { name: /^(Se connecter|Sign in)$/ }).click();
  await page.waitForURL((at) => at.pathname !== "/connexion");
}

/** The line of a conversation in the list. */
export function line(page: Page, conversationId: string) {
  return page.locator(`.row[data-conversation="${conversationId}"]`);
}

/** Holds that a text stands once on the page. */
export async function standsOnce(page: Page, selector: string, text: string): Promise<void> {
  await page.locator(selector).filter({ hasText: text }).first().waitFor();
  assert.equal(await page.locator(selector).filter({ hasText: text }).count(), 1, text);
}

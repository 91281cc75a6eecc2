/**
 * "Administration › API et MCP": a token made in the page works with real MCP clients as the page says to configure them,
 * and opens nothing at the next request after it was revoked there.
 * @covers messagerie-web.pages.token
 * @covers messagerie-web.pages.token-once
 * @covers messagerie-web.pages.token-revoked
 * @module
 */
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  Client as NextClient,
  StreamableHTTPClientTransport as NextTransport,
} from "@modelcontextprotocol/client";
import { until } from "../../until.ts";
import { lookAt } from "../harness/picture.ts";
import { blockText, inOrder, openDeskPages, setUp } from "./desk_pages.ts";

/** What an `mcpServers` entry for HTTP says. */
interface HttpServerEntry {
  readonly type?: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

function entryOf(text: string): HttpServerEntry {
  const { mcpServers } = JSON.parse(text) as { mcpServers: Record<string, HttpServerEntry> };
  assert.deepEqual(Object.keys(mcpServers), ["messagerie"]);
  return mcpServers["messagerie"]!;
}

/** A client of the SDK's first version, connected as an entry says. */
async function connect({ url, headers }: HttpServerEntry): Promise<Client> {
  const client = new Client({ name: "pasted", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

Deno.test("a token, from the page to an agent and back", async (t) => {
  const step = inOrder(t);
  await using desk = await openDeskPages();
  const { page, context } = await desk.person({ permissions: ["clipboard-read", "clipboard-write"] });
  await setUp(page, desk.setUpLink);
  // By links, so that going back stays on the page.
  await page.getByRole("link", { name: "Administration" }).click();
  await page.getByRole("link", { name: "Canaux" }).click();
  await page.getByRole("link", { name: "API et MCP" }).click();
  const created = page.getByRole("dialog", { name: "Jeton créé" });
  let token = "";
  let client: Client | undefined;

  await step("the form names what is missing, and keeps what was chosen", async () => {
    await page.getByText("Aucun jeton encore.").waitFor();
    await lookAt(page, "admin-api-vide");
    await page.getByRole("button", { name: "Nouveau jeton" }).click();
    const form = page.getByRole("dialog", { name: "Nouveau jeton" });
    assert.equal(await form.getByRole("checkbox", { name: "MCP" }).isChecked(), true);
    await form.getByRole("checkbox", { name: "MCP" }).uncheck();
    await form.getByRole("radio", { name: "Certaines boîtes" }).check();
    await form.getByLabel("Durée").selectOption("day");
    await form.getByRole("button", { name: "Créer" }).click();
    const summary = form.getByRole("alert").first();
    for (const fault of ["Donnez un nom", "au moins un accès", "au moins une boîte", "un jour à venir"]) {
      await summary.getByText(fault).waitFor();
    }
    await lookAt(page, "admin-api-nouveau");
    await form.getByLabel("Libellé").fill("Agent <b>de nuit</b> \u202Egnp");
    await form.getByRole("checkbox", { name: "MCP" }).check();
    await form.getByRole("checkbox", { name: "API REST" }).check();
    await form.getByRole("radio", { name: "Lecture et écriture" }).check();
    await form.getByRole("radio", { name: "Toutes les boîtes que vous atteignez" }).check();
    await form.getByLabel("Durée").selectOption("30");
    await form.getByRole("button", { name: "Créer" }).click();
    await created.waitFor();
  });

  await step("the window shows it once and is not closed by accident", async () => {
    token = (await created.getByRole("group", { name: /^Jeton/ }).first().locator("pre").innerText()).trim();
    assert.match(token, /^msg_[a-z0-9]{8}_[0-9A-Za-z]{43}$/);
    assert.equal(await created.locator("b").count(), 0, "a hostile label is text");
    await lookAt(page, "admin-api-jeton-cree");
    for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    assert.equal(await created.isVisible(), true);
    await created.getByRole("button", { name: "J’ai copié le jeton" }).click();
    await created.getByText("Fermer sans avoir copié ?").waitFor();
    await created.getByRole("button", { name: "Revenir au jeton" }).click();
    // Going back and forth again finds it.
    await page.goBack();
    await page.goForward();
    await created.getByText(token).first().waitFor();
  });

  await step("what is pasted from it works with real clients, read and write", async () => {
    await created.getByRole("tab", { name: "mcpServers" }).click();
    const entry = entryOf(await blockText(created, "Configuration mcpServers"));
    assert.equal(entry.url, `${desk.url}/mcp`);
    client = await connect(entry);
    const { tools } = await client.listTools();
    assert.equal(tools.length, 15);
    const whoami = await client.callTool({ name: "whoami", arguments: {} });
    const [block] = whoami.content as { text: string }[];
    assert.equal(JSON.parse(block!.text).access, "write");

    // The project's file names the variable; the window says what to give it.
    await created.getByRole("tab", { name: ".mcp.json" }).click();
    const file = entryOf(await blockText(created, "Dans .mcp.json"));
    const variable = /^export (\w+)="(\S+)"$/m.exec(await blockText(created, "D’abord, la variable"));
    assert.ok(variable);
    const headers = Object.fromEntries(
      Object.entries(file.headers).map(([name, value]) => [
        name,
        value.replace(`\${${variable[1]}}`, variable[2] ?? ""),
      ]),
    );
    const next = new NextClient({ name: "pasted", version: "2" });
    await next.connect(new NextTransport(new URL(file.url), { requestInit: { headers } }));
    assert.equal((await next.listTools()).tools.length, 15);
    await next.close();

    await created.getByRole("tab", { name: "Claude Code" }).first().click();
    const command = await blockText(created, "Dans un terminal");
    assert.ok(command.includes(`claude mcp add --transport http messagerie ${desk.url}/mcp`), command);
    assert.ok(command.includes(token));
    for (const name of ["Cursor", "VS Code", "Codex", "Gemini CLI", "mcp-remote"]) {
      await created.getByRole("tab", { name }).click();
      await created.getByRole("tabpanel").getByText(`${desk.url}/mcp`).first().waitFor();
    }
  });

  await step("the curl of the window runs as it is", async () => {
    await created.getByRole("tab", { name: "REST (curl)" }).click();
    const text = await blockText(created, "Un premier appel");
    const { success, stdout } = await new Deno.Command("sh", {
      args: ["-c", text.replaceAll("curl ", "curl --silent --fail ")],
    }).output();
    assert.ok(success);
    assert.equal(JSON.parse(new TextDecoder().decode(stdout)).data.prefix, token.slice(0, 12));
  });

  await step("copied, it closes; the list tells its state and its last use", async () => {
    await created.getByRole("group", { name: /^Jeton/ }).first().getByRole("button", { name: "Copier" })
      .click();
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await until(async () => await clipboard() === token, "the token in the clipboard");
    await created.getByRole("button", { name: "J’ai copié le jeton" }).click();
    await created.waitFor({ state: "hidden" });
    assert.equal((await page.content()).includes(token), false, "shown once");
    await page.reload();
    const row = page.getByRole("row").filter({ hasText: token.slice(0, 12) });
    await row.getByText("Lecture et écriture").waitFor();
    await row.getByText("maintenant").or(row.getByText(/il y a/)).first().waitFor();
    await lookAt(page, "admin-api");
  });

  await step("revoked in the page, it is refused at the very next request", async () => {
    assert.ok(client);
    await client.callTool({ name: "whoami", arguments: {} });
    await page.getByRole("button", { name: /^Révoquer/ }).click();
    const question = page.getByRole("dialog", { name: /^Révoquer/ });
    await question.getByText("dès sa prochaine requête").waitFor();
    await lookAt(page, "admin-api-revoquer");
    await question.getByRole("button", { name: "Révoquer" }).click();
    await page.getByText(/est révoqué\./).waitFor();
    await assert.rejects(client.callTool({ name: "whoami", arguments: {} }), /TOKEN_REVOKED|401/);
    await client.close().catch(() => {});
    await page.getByText("1 jeton qui ne sert plus").click();
    await page.getByText("Révoqué", { exact: true }).waitFor();
    await lookAt(page, "admin-api-revoque");
  });
  await context.close();
});

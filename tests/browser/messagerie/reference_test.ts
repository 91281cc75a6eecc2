/**
 * The API reference in the app: every tool and route of the running server, found by a search, with samples that run.
 * @covers messagerie-web.pages.reference
 * @covers messagerie-web.pages.reference-samples
 * @module
 */
import assert from "node:assert/strict";
import { ROUTES } from "../../../server/messagerie/rest/routes.ts";
import { CATALOGUE } from "../../../tools/messagerie/catalogue.ts";
import { SAMPLE_ID } from "../../../tools/messagerie/samples/sample_desk.ts";
import { runCli } from "../../server/messagerie/cli/run_cli.ts";
import { furnish } from "../../server/messagerie/furnished.ts";
import { until } from "../../until.ts";
import { lookAt } from "../harness/picture.ts";
import { blockText, inOrder, openDeskPages, setUp, signIn } from "./desk_pages.ts";

Deno.test("the API reference in the app", async (t) => {
  const step = inOrder(t);
  await using desk = await openDeskPages({
    MESSAGERIE_SMTP_URL: "smtp://127.0.0.1:9",
    MESSAGERIE_MAIL_FROM: "a@b.fr",
  });
  const { page } = await desk.person();
  await setUp(page, desk.setUpLink);
  await page.getByRole("link", { name: "Référence de l’API" }).click();
  await page.getByRole("heading", { name: "Outils MCP" }).waitFor();

  await step("it has every tool and every route, and no other", async () => {
    const names = await page.locator("article h3 code").allInnerTexts();
    assert.deepEqual(names, [
      ...CATALOGUE.map(({ name }) => name),
      ...ROUTES.map(({ path }) => path),
      "/openapi.json",
    ]);
    assert.equal(CATALOGUE.length, 15);
    const tool = page.getByRole("article", { name: /^send_reply/ });
    await tool.getByText("Écriture").waitFor();
    await tool.getByText("Part au visiteur").waitFor();
    await tool.getByRole("rowheader", { name: "conversation_id" }).waitFor();
    await tool.getByText("De 1 à 10000 caractères.").or(tool.getByText(/10\s?000 caractères/)).first()
      .waitFor();
    await lookAt(page, "reference");
  });

  await step("whoever reads English is told that the definitions are French", async () => {
    const told = page.getByText(/titles, descriptions and refusals are in French/);
    assert.equal(await told.count(), 0);
    const english = await desk.person({ locale: "en-GB" });
    await signIn(english.page, desk.url, "claire@exemple.fr");
    await english.page.goto(`${desk.url}/reference`);
    await english.page.getByText(/titles, descriptions and refusals are in French/).waitFor();
    assert.equal(await english.page.getByText("Dit qui vous êtes").first().getAttribute("lang"), "fr");
    await english.context.close();
  });

  await step("a search leaves what has every word, accents aside", async () => {
    await page.getByLabel("Chercher un outil, une route, un champ").fill("etiquette");
    await page.getByRole("article", { name: /^add_tag/ }).waitFor();
    await page.getByRole("article", { name: /^whoami/ }).waitFor({ state: "detached" });
    await page.getByText(/^\d+ résultats$/).waitFor();
    await lookAt(page, "reference-recherche", ["phone"]);
    await page.getByLabel("Chercher un outil, une route, un champ").fill("zzzz");
    await page.getByText("Rien ne correspond.").waitFor();
    await page.getByLabel("Chercher un outil, une route, un champ").fill("");
    await page.getByRole("article", { name: /^whoami/ }).waitFor();
  });

  await step("its contents lead to an entry, which the address then names", async () => {
    await page.getByRole("navigation", { name: "Sommaire" }).getByRole("link", { name: "add_note" }).click();
    await page.waitForURL(/voir=add_note/);
    const topOf = () =>
      page.getByRole("article", { name: /^add_note/ }).evaluate((node) => node.getBoundingClientRect().top);
    let top = NaN;
    await until(async () => (top = await topOf()) >= 0 && top < 200, () => top);
    await page.reload();
    await page.waitForFunction(() => document.activeElement?.id === "ref-add_note");
  });

  await step("the document that it gives is the server's", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Télécharger le document OpenAPI" }).click(),
    ]);
    const path = await download.path();
    const document = JSON.parse(await Deno.readTextFile(path));
    assert.equal(document.openapi, "3.1.0");
    assert.equal(document.servers[0].url, `${desk.url}/api/v1`);
  });

  await step("every sample runs as it is copied, on a desk that has what it names", async () => {
    await furnish(desk.databaseUrl);
    const listed = await runCli(desk.databaseUrl, [
      "token",
      "create",
      "--label",
      "x",
      "--access",
      "write",
      "--surface",
      "rest",
      "--surface",
      "mcp",
    ]);
    const token = listed.out.trim();
    const api = async (path: string) =>
      (await (await fetch(`${desk.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } }))
        .json())
        .data;
    const [{ id: conversation }] = await api("/conversations?limit=1");
    const [{ id: contact }] = (await api("/contacts")).filter(({ email }: { email: string | null }) => email);
    const [{ id: advisor }] = (await api("/agents")).filter(({ role }: { role: string }) =>
      role === "supervisor"
    );
    const own: Readonly<Record<string, string>> = {
      [SAMPLE_ID.conversation]: conversation,
      [SAMPLE_ID.contact]: contact,
      [SAMPLE_ID.advisor]: advisor,
    };
    const here = (text: string) =>
      Object.entries(own).reduce((out, [sample, real]) => out.replaceAll(sample, real), text);
    const run = async (text: string) => {
      const { stdout } = await new Deno.Command("sh", {
        args: ["-c", here(text).replace("curl ", "curl --silent --write-out '\\n%{http_code}' ")],
        env: { MESSAGERIE_TOKEN: token },
      }).output();
      const lines = new TextDecoder().decode(stdout).trimEnd().split("\n");
      return { status: Number(lines.pop()), body: JSON.parse(lines.join("\n")) };
    };
    const wanted = CATALOGUE.length + ROUTES.length + 1;
    await page.getByRole("article").nth(wanted - 1).waitFor();
    const entries = await page.getByRole("article").all();
    assert.equal(entries.length, wanted);
    for (const entry of entries) {
      const name = await entry.locator("h3").innerText();
      await entry.getByRole("tab", { name: "curl" }).click();
      const { status, body } = await run(await blockText(entry, "curl"));
      assert.ok(status === 200 || status === 201, `${name}: ${status} ${JSON.stringify(body)}`);
      if ("jsonrpc" in body) {
        assert.equal(body.result?.isError ?? false, false, `${name}: ${JSON.stringify(body)}`);
        // What the page says that it answers has the fields of what it does.
        await entry.getByRole("tab", { name: "Réponse" }).click();
        const told = JSON.parse(await blockText(entry, "Texte du bloc rendu"));
        const [real] = [JSON.parse(body.result.content[0].text)].flat();
        const [sample] = [told].flat();
        if (real !== undefined) assert.deepEqual(Object.keys(sample).sort(), Object.keys(real).sort(), name);
      }
    }
  });
});

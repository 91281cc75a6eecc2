/**
 * `import`, `export` and `demo` as real processes.
 * @covers messagerie.import.streamed
 * @covers messagerie.import.all-or-nothing
 * @covers messagerie.demo
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { listSites } from "../../../../service/messagerie/sites/manage_sites.ts";
import { callOk } from "../served.ts";
import { onDesk } from "../furnished.ts";
import { serveDemo } from "./serve_demo.ts";
import { command, runCli, runJson, testFolder } from "./run_cli.ts";

const SITE = "00000000-0001-7000-8000-000000000001";
const CONTACT = "00000000-0004-7000-8000-000000000001";

Deno.test("demo fills a database, the same from the same seed; export and import take it elsewhere", async () => {
  await using one = await testFolder();
  await using two = await testFolder();
  const demo = ["demo", "--conversations", "25", "--messages", "150", "--date", "2026-01-31"];
  const counts = await runJson(one.url, [...demo, "--seed", "5"]);
  deepEqual([counts.conversations, counts.messages], [25, 150]);
  const again = await runCli(one.url, [...demo, "--seed", "6"]);
  equal(again.code, 1, "never into a desk that has conversations");
  match(again.error, /^[^\n]+--database-url[^\n]+\.\n$/);

  const path = `${one.path}/desk.json`;
  deepEqual(await runCli(one.url, ["export", path]), { code: 0, out: "", error: "" });
  deepEqual(await runJson(one.url, ["export", path]), { file: path });
  equal(((await Deno.stat(path)).mode ?? 0) & 0o077, 0, "people's words are their owner's to read");
  deepEqual(await runJson(two.url, ["import", path]), counts);
  const { out } = await runCli(two.url, ["export", "-"]);
  equal(out, await Deno.readTextFile(path));

  const refused = await runCli(two.url, ["import", path]);
  deepEqual([refused.code, refused.out], [1, ""]);
  match(refused.error, /^sites\[0\]\.id : [^\n]+\.\n$/);
  equal((await runCli(two.url, ["import", path, "--update"])).code, 0);
  equal((await runCli(two.url, ["export", "-"])).out, out);
  deepEqual([...Deno.readDirSync(one.path)].filter(({ name }) => name.endsWith(".part")), []);
});

Deno.test("a file that cannot be loaded is told in one sentence", async () => {
  await using folder = await testFolder();
  const wrong = { sites: [{ id: SITE, name: "x" }], contacts: [{ id: CONTACT, site: SITE, name: 3 }] };
  const ran = await runCli(folder.url, ["import", "-"], JSON.stringify(wrong));
  deepEqual([ran.code, ran.out, ran.error], [1, "", "contacts[0].name : Il faut un texte.\n"]);
  deepEqual(await runJson(folder.url, ["site", "list"]), [], "nothing was loaded");
  for (
    const args of [["import", `${folder.path}/none`], ["import", folder.path], ["export", folder.path], [
      "export",
      `${folder.path}/none/x`,
    ]]
  ) {
    const { code, error } = await runCli(folder.url, args);
    equal(code, 1, args.join(" "));
    match(error, /^[^\n]+\.\n$/);
  }
  equal((await runCli(folder.url, ["import"])).code, 2);
  equal((await runCli(folder.url, ["demo", "--conversations", "x"])).code, 2);
  equal((await runCli(folder.url, ["demo", "--conversations", "9", "--messages", "8"])).code, 2);
});

/** A desk file of about `megabytes`, made as it is read. */
function* bigFile(megabytes: number): Generator<string> {
  yield `{"sites":[{"id":"${SITE}","name":"Boutique"}],"contacts":[{"id":"${CONTACT}","site":"${SITE}","name":"Léa"}],"conversations":[`;
  // Mostly events: to make texts findable takes long, and is another matter.
  const detail = "x".repeat(900);
  const messages = Array.from({ length: 50 }, (_, n) => ({
    at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
    ...(n % 25 === 0
      ? { from: "visitor", text: `Où est ma commande ? ${n}` }
      : { from: "event", event: { type: "resolved", agent: detail } }),
  }));
  const tail = `"contact":"${CONTACT}","site":"${SITE}","status":"resolved","messages":${
    JSON.stringify(messages)
  }}`;
  const count = Math.ceil(megabytes * 1_000_000 / tail.length);
  for (let n = 0; n < count; n++) {
    const id = `00000000-0005-7000-8000-${String(n).padStart(12, "0")}`;
    yield `${n === 0 ? "" : ","}{"id":"${id}",${tail}`;
  }
  yield "]}";
}

Deno.test("files many times as large as memory pass", async () => {
  const megabytes = Deno.env.get("FAULTS") === "long" ? 1_000 : 40;
  const heap = 36;
  await using folder = await testFolder();
  const child = (await command(folder.url, ["import", "-", "--json"], { stdin: "piped", heap })).spawn();
  const answered = child.output();
  await ReadableStream.from(bigFile(megabytes)).pipeThrough(new TextEncoderStream()).pipeTo(child.stdin);
  const { code, stdout, stderr } = await answered;
  equal(code, 0, new TextDecoder().decode(stderr));
  const { messages } = JSON.parse(new TextDecoder().decode(stdout));
  equal(messages % 50, 0);

  const path = `${folder.path}/out.json`;
  const exported = await (await command(folder.url, ["export", path], { heap })).output();
  equal(exported.code, 0, new TextDecoder().decode(exported.stderr));
  ok((await Deno.stat(path)).size > megabytes * 1_000_000);
  equal(
    await onDesk(
      folder.url,
      async ({ store }) =>
        (await store.read.selectFrom("message").select((eb) => eb.fn.countAll<number>().as("n"))
          .executeTakeFirstOrThrow()).n,
    ),
    messages,
  );
});

Deno.test("demo --serve serves the desk with a token that is ready to paste", async () => {
  await using folder = await testFolder();
  {
    await using demo = await serveDemo(folder.url);
    const [, url = "", token = ""] =
      /écoute sur (http:\S+) ;[\s\S]*MESSAGERIE_TOKEN="(msg_\w+)"\nclaude mcp add --transport http messagerie \1\/mcp \\\n {2}--header "Authorization: Bearer \$MESSAGERIE_TOKEN"/
        .exec(demo.out) ?? [];
    equal((await callOk(url, token, "list_conversations", { status: "all" })).length, 5);
    const { mcpServers } = JSON.parse(/^── mcpServers.*\n\n([\s\S]*?^\})/m.exec(demo.out)?.[1] ?? "");
    deepEqual(mcpServers.messagerie, {
      type: "http",
      url: `${url}/mcp`,
      headers: { Authorization: `Bearer ${token}` },
    });
  }
  deepEqual((await runJson(folder.url, ["token", "list"])).map(({ active }: { active: boolean }) => active), [
    false,
  ], "the token lived as long as the server");
});

Deno.test("demo --serve tells how to come in by a browser, also later, and serves a site with the widget", async () => {
  await using folder = await testFolder();
  const origins = () =>
    onDesk(
      folder.url,
      async (desk) => (await listSites({ ...desk, secretKey: null })).map((site) => site.origins),
    );
  {
    await using demo = await serveDemo(folder.url);
    const [, url] = /^Bureau des conseillers : (http:\S+)$/m.exec(demo.out) ?? [];
    ok(demo.out.includes(`Premiers pas : ouvrez ${url}/premiers-pas#`), demo.out);
    const [, site = ""] = /bulle des visiteurs : (http:\S+)$/m.exec(demo.out) ?? [];
    const page = await fetch(site, { headers: { "accept-language": "en-GB" } });
    equal(
      page.headers.get("content-security-policy"),
      `default-src 'none'; style-src 'self'; script-src ${url}; connect-src ${url}; base-uri 'none'`,
    );
    const html = await page.text();
    match(html, /<html lang="en">/);
    const [, script = "", key = ""] = /<script async src="(\S+)" data-site="(\w+)">/.exec(html) ?? [];
    equal(script, `${url}/widget.js`);
    const config = (origin: string) => fetch(`${url}/api/widget/${key}/config`, { headers: { origin } });
    const taken = await config(site);
    deepEqual([taken.status, taken.headers.get("access-control-allow-origin")], [200, site]);
    await taken.body?.cancel();
    const refused = await config("http://127.0.0.1:1");
    equal(refused.status, 403);
    await refused.body?.cancel();
    equal((await origins()).flat().includes(site), true);
  }
  deepEqual(await origins(), [[], []], "its origin lived as long as the server");

  const added = await runCli(
    folder.url,
    ["agent", "add", "--login", "lea", "--role", "supervisor", "--password-stdin"],
    "tapis nuage carafe\n",
  );
  equal(added.code, 0, added.error);
  await using again = await serveDemo(folder.url);
  match(again.out, /^Identifiant : lea ; mot de passe oublié : http:\S+\/nouveau-mot-de-passe#\w{43} /m);
});

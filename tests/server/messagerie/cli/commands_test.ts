/**
 * The command line on a real database, a process per command.
 * @covers messagerie.tokens.cli
 * @covers messagerie.cli.directory
 * @covers messagerie.cli.fresh-database
 * @covers messagerie.cli.json
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { systemEnv } from "../../../../base/env.ts";
import { silentLogger } from "../../../../base/log.ts";
import { verifyPassword } from "../../../../service/messagerie/directory/password.ts";
import { authenticate } from "../../../../service/messagerie/tokens/authenticate.ts";
import { openStore } from "../../../../server/messagerie/open_store.ts";
import { openDeskStore } from "../../../../store/messagerie/open.ts";
import { runCli, runJson, testFolder } from "./run_cli.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The code that a token is refused with, or "ok". */
async function outcome(url: string, token: string): Promise<string> {
  const store = await openDeskStore({ url, env: systemEnv });
  try {
    await authenticate({ store, env: systemEnv, log: silentLogger }, `Bearer ${token}`, "mcp");
    return "ok";
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await new Promise((resolve) => setTimeout(resolve, 10));
    await store.close();
  }
}

Deno.test("token create, list, revoke", async () => {
  await using folder = await testFolder();
  const { url } = folder;

  const refused = await runCli(url, ["token", "create", "--label", "Robot", "--access", "read", "--json"]);
  deepEqual([refused.code, refused.out], [1, ""]);
  match(refused.error, /^[^\n]*agent add[^\n]*\n$/, "without a supervisor: one sentence, and what to type");

  await runJson(url, ["agent", "add", "sophie", "--role", "supervisor"]);
  const inbox = await runJson(url, ["inbox", "add", "Support"]);
  const made = await runJson(url, [
    ...["token", "create", "--label", "Robot", "--access", "write", "--surface", "mcp"],
    ...["--inbox", inbox.id, "--expires-at", "2090-01-01T00:00:00Z"],
  ]);
  deepEqual(Object.keys(made), [
    ...["id", "label", "prefix", "token", "access", "surfaces", "inboxIds", "expiresAt"],
  ]);
  match(made.id, UUID);
  match(made.token, /^msg_[a-z0-9]{8}_[0-9A-Za-z]{43}$/);
  equal(made.prefix, made.token.slice(0, 12));
  deepEqual(
    [made.label, made.access, made.surfaces, made.inboxIds, made.expiresAt],
    ["Robot", "write", ["mcp"], [inbox.id], "2090-01-01T00:00:00.000Z"],
  );
  equal(await outcome(url, made.token), "ok");

  const [listed] = await runJson(url, ["token", "list"]);
  deepEqual([listed.prefix, listed.createdBy, listed.revokedAt, listed.active], [
    made.prefix,
    "sophie",
    null,
    true,
  ]);
  ok(listed.lastUsedAt !== null);
  ok(!JSON.stringify(listed).includes(made.token.slice(13)), "the secret is shown once");

  equal((await runCli(url, ["token", "revoke", made.prefix])).code, 0);
  equal(await outcome(url, made.token), "TOKEN_REVOKED");
  const unknown = await runCli(url, ["token", "revoke", "msg_zzzzzzzz"]);
  deepEqual([unknown.code, unknown.out], [1, ""]);
  match(unknown.error, /^[^\n]+\.\n$/);

  const plain = await runCli(url, ["token", "create", "--label", "x", "--access", "read"]);
  match(plain.out, /^msg_[a-z0-9]{8}_[0-9A-Za-z]{43}\n$/, "only the token, so that a shell can take it");
});

Deno.test("token create --by takes a login; deactivating them stops their tokens", async () => {
  await using folder = await testFolder();
  const { url } = folder;
  const inbox = await runJson(url, ["inbox", "add", "Support", "--description", "Les clients"]);
  const awa = await runJson(url, [
    "agent",
    "add",
    "--login",
    "awa",
    "--name",
    "Awa Diop",
    "--inbox",
    inbox.id,
  ]);
  deepEqual({ ...awa, id: "" }, {
    id: "",
    login: "awa",
    name: "Awa Diop",
    role: "agent",
    active: true,
    inboxes: [inbox.id],
  });
  const none = await runCli(url, ["token", "create", "--label", "x", "--access", "read"]);
  equal(none.code, 1, "an agent is no supervisor");
  const made = await runJson(url, [
    ...["token", "create", "--label", "x", "--access", "read", "--by", "AWA", "--expires-in-days", "1"],
  ]);
  const days = (Date.parse(made.expiresAt) - Date.now()) / 86_400_000;
  ok(days > 0.99 && days <= 1);
  equal(await outcome(url, made.token), "ok");
  deepEqual(await runJson(url, ["agent", "deactivate", "awa"]), { login: "awa", active: false });
  equal(await outcome(url, made.token), "TOKEN_INVALID");
  deepEqual((await runJson(url, ["agent", "list"])).map((agent: { active: boolean }) => agent.active), [
    false,
  ]);
  equal((await runCli(url, ["token", "create", "--label", "x", "--access", "read", "--by", "awa"])).code, 1);
  equal((await runCli(url, ["agent", "deactivate", "nobody"])).code, 1);
});

Deno.test("inbox and site add and list", async () => {
  await using folder = await testFolder();
  const { url } = folder;
  deepEqual(await runJson(url, ["inbox", "list"]), [], "on a database that does not exist yet");
  const site = await runJson(url, ["site", "add", "Boutique", "--country", "be"]);
  deepEqual({ ...site, id: "" }, { id: "", name: "Boutique", country: "BE" });
  const inbox = await runJson(url, ["inbox", "add", "--name", "Ventes", "--site", site.id]);
  await runJson(url, ["inbox", "add", "Support"]);
  deepEqual(inbox, { id: inbox.id, name: "Ventes", description: "", site: site.id });
  deepEqual(
    (await runJson(url, ["inbox", "list"])).map((entry: { name: string }) => entry.name),
    ["Ventes", "Support"],
  );
  deepEqual(await runJson(url, ["site", "list"]), [site]);
  for (
    const args of [["inbox", "add", " "], ["inbox", "add", "x", "--site", "y"], [
      "site",
      "add",
      "x",
      "--country",
      "FRA",
    ]]
  ) {
    const refused = await runCli(url, args);
    equal(refused.code, 1, args.join(" "));
    match(refused.error, /^[^\n]+\.\n$/);
  }
});

Deno.test("agent add reads a password from standard input and keeps only its hash", async () => {
  await using folder = await testFolder();
  const { url } = folder;
  const short = await runCli(url, ["agent", "add", "a", "--password-stdin"], "court\n");
  equal(short.code, 1);
  ok(!short.error.includes("court"));
  const added = await runCli(
    url,
    ["agent", "add", "b", "--password-stdin", "--json"],
    "un mot de passe é\nautre\n",
  );
  equal(added.code, 0, added.error);
  ok(!added.out.includes("mot de passe"));
  const twice = await runCli(url, ["agent", "add", "B"]);
  equal(twice.code, 1, "a login is taken, case aside");
  const store = await openDeskStore({ url, env: systemEnv });
  const row = await store.read.selectFrom("agent").select("password_hash").executeTakeFirstOrThrow();
  await store.close();
  equal(await verifyPassword("un mot de passe é", row.password_hash), true);
  equal(await verifyPassword("un mot de passe e\u0301", row.password_hash), true, "composed or not");
  equal(await verifyPassword("un mot de passe e", row.password_hash), false);
  equal(await verifyPassword("", null), false);
});

Deno.test("what cannot be understood is one sentence on standard error and exit 2", async () => {
  await using folder = await testFolder();
  for (
    const args of [
      ["token", "create", "--label", "x"],
      ["token", "create", "--access", "read"],
      ["token", "create", "--label", "x", "--access", "admin"],
      ["token", "create", "--label", "x", "--access", "read", "--surface", "ftp"],
      ["token", "create", "--label", "x", "--access", "read", "--expires-in-days", "demain"],
      ["token", "create", "--label", "x", "--access", "read", "--expires-at", "demain"],
      ["token", "revoke"],
      ["agent", "add"],
      ["agent", "add", "a", "--role", "boss"],
      ["agent", "add", "a", "--password", "x"],
    ]
  ) {
    const { code, out, error } = await runCli(folder.url, [...args]);
    deepEqual([code, out], [2, ""], args.join(" "));
    match(error, /^[^\n]+\.\n$/, args.join(" "));
  }
});

Deno.test("a new database, and its log, can be read by its owner alone", async () => {
  await using folder = await testFolder();
  await Deno.chmod(folder.path, 0o755);
  const store = await openStore({ url: folder.url, authToken: undefined }, systemEnv);
  try {
    for await (const { name } of Deno.readDir(folder.path)) {
      equal((await Deno.stat(`${folder.path}/${name}`)).mode! & 0o777, 0o600, name);
    }
  } finally {
    await store.close();
  }
  await using other = await testFolder();
  await runJson(other.url, ["inbox", "add", "Support"]);
  equal((await Deno.stat(`${other.path}/desk.db`)).mode! & 0o777, 0o600);
});

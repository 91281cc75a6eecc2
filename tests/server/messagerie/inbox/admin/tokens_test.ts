/**
 * Tokens made in the page: what the answer holds connects a real MCP client, and stops at the next request.
 * @covers messagerie-web.admin.tokens
 * @covers messagerie-web.admin.token-reach
 * @covers messagerie-web.admin.connection-texts
 */
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { join, setUp, startPeople } from "../people_server.ts";

const made = { label: "Claude", access: "write", surfaces: ["mcp", "rest"], inboxIds: null, expiresAt: null };

/** Connects as a host does that was given this configuration. */
async function connect(config: { readonly url: string; readonly headers: Readonly<Record<string, string>> }) {
  const client = new Client({ name: "essai", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(config.url), {
      requestInit: { headers: config.headers },
    }) as never,
  );
  return client;
}

Deno.test("a token made in the page works as its mcpServers configuration is pasted, and stops at the next request", async () => {
  await using people = await startPeople();
  await using other = await people.another();
  const sophie = await setUp(people);
  const created = await sophie.ok("POST", "/admin/tokens", made);
  match(created.token, /^msg_[a-z0-9]{8}_[0-9A-Za-z]{43}$/);
  equal(created.publicUrl, people.url);
  const text = (id: string) => created.hosts.find((host: { id: string }) => host.id === id).text;
  const config = JSON.parse(text("mcp-servers")).mcpServers.messagerie;
  equal(config.url, `${people.url}/mcp`);
  const client = await connect(config);
  const elsewhere = await connect({ ...config, url: `${other.url}/mcp` });
  try {
    equal((await client.listTools()).tools.length, 15);
    const whoami = await client.callTool({ name: "whoami", arguments: {} });
    equal(JSON.parse((whoami.content as { text: string }[])[0]?.text ?? "").label, "Claude");
    match(text("claude-code"), /claude mcp add --transport http messagerie/);
    ok(text("claude-code").includes(created.token));
    for (const host of created.hosts) {
      equal(
        host.text.includes(created.token),
        host.secret === "text",
        `${host.id}: what it says of the secret`,
      );
      ok(host.text.includes(`${people.url}/mcp`), `${host.id}: the server's own address`);
    }

    const [listed] = await sophie.ok("GET", "/admin/tokens");
    deepEqual([listed.state, listed.createdBy.name, listed.prefix], [
      "active",
      "Sophie Martin",
      created.prefix,
    ]);
    equal(JSON.stringify(listed).includes(created.token), false);
    equal((await sophie.ok("DELETE", `/admin/tokens/${created.id}`)).state, "revoked");
    await rejects(client.listTools(), /TOKEN_REVOKED/);
    await rejects(elsewhere.listTools(), /TOKEN_REVOKED/, "in the other process too");
    equal((await sophie.ok("DELETE", `/admin/tokens/${created.id}`)).state, "revoked", "twice is no error");
  } finally {
    await client.close();
    await elsewhere.close();
  }
});

Deno.test("the command for curl does what it says", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const created = await sophie.ok("POST", "/admin/tokens", { ...made, surfaces: ["rest"], label: `C"$(x)'` });
  deepEqual(created.hosts, []);
  const { stdout } = await new Deno.Command("sh", { args: ["-c", created.curl], stderr: "null" }).output();
  equal(JSON.parse(new TextDecoder().decode(stdout)).data.label, `C"$(x)'`);
  const forMcp = await sophie.ok("POST", "/admin/tokens", { ...made, surfaces: ["mcp"] });
  equal(forMcp.curl, null);
});

Deno.test("an advisor keeps the tokens that they made, which reach no more than they do; a supervisor all", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const one = await sophie.ok("POST", "/admin/inboxes", { name: "Ventes" });
  const two = await sophie.ok("POST", "/admin/inboxes", { name: "Sinistres" });
  const { browser: awa } = await join(people, sophie, { login: "awa", inboxIds: [one.id] });
  const hers = await awa.ok("POST", "/admin/tokens", { ...made, label: "À Awa" });
  const others = await sophie.ok("POST", "/admin/tokens", made);
  const labels = async (browser: typeof awa) =>
    (await browser.ok("GET", "/admin/tokens")).map(({ label }: { label: string }) => label);
  deepEqual(await labels(awa), ["À Awa"]);
  deepEqual(await labels(sophie), ["Claude", "À Awa"]);
  equal((await awa.call("DELETE", `/admin/tokens/${others.id}`)).code, "UNKNOWN_ITEM");
  equal((await awa.call("POST", "/admin/tokens", { ...made, inboxIds: [two.id] })).code, "INBOX_NOT_FOUND");
  const inboxes = await fetch(`${people.url}/api/v1/inboxes`, {
    headers: { authorization: `Bearer ${hers.token}` },
  });
  deepEqual((await inboxes.json()).data.map(({ name }: { name: string }) => name), ["Ventes"]);

  const [{ createdBy }] = await awa.ok("GET", "/admin/tokens");
  await sophie.ok("PATCH", `/admin/people/${createdBy.id}`, { active: false });
  const refused = await fetch(`${people.url}/api/v1/me`, {
    headers: { authorization: `Bearer ${hers.token}` },
  });
  equal(refused.status, 401);
  await refused.body?.cancel();
  const states = (await sophie.ok("GET", "/admin/tokens")).map(({ state }: { state: string }) => state);
  deepEqual(states, ["active", "orphaned"]);
});

Deno.test("a token that ends is refused from then on and listed so; what cannot be a token is told by its field", async () => {
  await using people = await startPeople();
  const sophie = await setUp(people);
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const { token } = await sophie.ok("POST", "/admin/tokens", { ...made, expiresAt });
  const me = async () => {
    const response = await fetch(`${people.url}/api/v1/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return [response.status, (await response.json()).code];
  };
  deepEqual(await me(), [200, undefined]);
  people.clock.offset = 60_000;
  deepEqual(await me(), [401, "TOKEN_EXPIRED"]);
  equal((await sophie.ok("GET", "/admin/tokens"))[0].state, "expired");
  for (
    const [field, value] of [
      ["label", " "],
      ["label", "a".repeat(201)],
      ["access", "admin"],
      ["surfaces", []],
      ["inboxIds", []],
      ["expiresAt", "demain"],
    ] as const
  ) {
    const { status, details } = await sophie.call("POST", "/admin/tokens", { ...made, [field]: value });
    deepEqual([status, details.issues[0].field], [400, field]);
  }
});

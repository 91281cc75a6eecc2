/**
 * The server as a real process, started as `deno task serve` starts it.
 * @covers messagerie.http.settings
 * @covers messagerie.http.shutdown
 * @covers messagerie.http.healthz
 * @covers messagerie.tokens.next-request
 * @covers messagerie.source.same-service
 * @covers messagerie.source.one-token-two-surfaces
 * @covers messagerie.logs
 * @covers messagerie.data.faults
 */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { command, runCli, testFolder } from "./cli/run_cli.ts";
import { until } from "../../until.ts";
import { furnish, onDesk } from "./furnished.ts";
import { callOk, callTool, serve } from "./served.ts";

/** Sends the head and half of the body of a call, and waits until the server has taken it on. */
async function beginRequest(url: string, token: string, body: string) {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const write = (text: string) => connection.write(new TextEncoder().encode(text));
  const buffer = new Uint8Array(65_536);
  const read = async () => {
    const length = await connection.read(buffer);
    return length === null ? undefined : new TextDecoder().decode(buffer.subarray(0, length));
  };
  const head = [
    "POST /mcp HTTP/1.1",
    `Host: ${hostname}:${port}`,
    "Content-Type: application/json",
    `Authorization: Bearer ${token}`,
    `Content-Length: ${new TextEncoder().encode(body).length}`,
    "Expect: 100-continue",
    "Connection: close",
  ];
  await write(`${head.join("\r\n")}\r\n\r\n`);
  match(await read() ?? "", /^HTTP\/1\.1 100 /);
  await write(body.slice(0, 40));
  // Requests are taken on in their order: once this one is answered, the one before is under way.
  await (await fetch(`${url}/healthz`)).body?.cancel();
  return {
    async finish() {
      await write(body.slice(40));
      let answer = "";
      for (let text = await read(); text !== undefined; text = await read()) answer += text;
      return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")));
    },
    [Symbol.dispose]: () => connection.close(),
  };
}

/** Whether a server takes nothing new. */
async function isStopping(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/healthz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status !== 200;
}

Deno.test("serve makes its database, says what to type first, and answers", async () => {
  await using folder = await testFolder();
  await using server = await serve(folder.url, { MESSAGERIE_PUBLIC_URL: "https://chat.exemple.fr/" });
  match(server.out(), /adresse pour les agents : https:\/\/chat\.exemple\.fr\/mcp\n/);
  match(server.out(), /premiers-pas#[0-9A-Za-z]{43} [^\n]*\n[^\n]*token create/);
  equal(await (await fetch(`${server.url}/healthz`)).text(), "ok\n");
  equal(
    (await fetch(`${server.url}/.well-known/oauth-protected-resource`).then((r) => (r.body?.cancel(), r)))
      .status,
    404,
  );
  equal((await runCli(folder.url, ["agent", "add", "sophie", "--role", "supervisor"])).code, 0);
  const token = (await runCli(folder.url, ["token", "create", "--label", "x", "--access", "read"])).out
    .trim();
  equal((await callOk(server.url, token, "whoami")).label, "x", "while the server runs");
  equal(await server.stop("SIGTERM"), 0);
});

Deno.test("SIGTERM and SIGINT end the server cleanly: what is in flight is answered, the database is whole", async () => {
  await using folder = await testFolder();
  const { conversationIds: [conversation_id], create } = await furnish(folder.url);
  const { token } = await create();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    await using server = await serve(folder.url);
    // Half of the body comes first: the request is under way when the signal does, and the signal has come when the
    // rest does.
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: signal,
      method: "tools/call",
      params: { name: "add_note", arguments: { conversation_id, text: `en vol ${signal}` } },
    });
    using flying = await beginRequest(server.url, token, body);
    const stopped = server.stop(signal);
    await until(() => isStopping(server.url), "the server takes nothing new");
    const { id, result, error } = await flying.finish();
    equal(error, undefined, JSON.stringify(error));
    deepEqual([id, result?.isError], [signal, undefined]);
    equal(await stopped, 0);
    equal(server.process.pid > 0, true);
  }
  await using server = await serve(folder.url);
  const { messages } = await callOk(server.url, token, "get_conversation", { conversation_id });
  deepEqual(
    messages.slice(-2).map(({ text }: { text: string }) => text),
    ["en vol SIGTERM", "en vol SIGINT"],
  );
});

Deno.test("what keeps the server from starting is one sentence and a non-zero exit", async () => {
  await using folder = await testFolder();
  await using server = await serve(folder.url);
  const start = async (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    url = folder.url,
  ) => {
    const { code, stdout, stderr } = await (await command(url, args, { task: "serve", env })).output();
    equal(new TextDecoder().decode(stdout), "");
    const error = new TextDecoder().decode(stderr).replace(/^\{.*\}\n/gm, "");
    match(error, /^[^\n]+\.\n$/);
    return [code, error] as const;
  };
  const [busy, said] = await start(["--port", new URL(server.url).port]);
  equal(busy, 1);
  match(said, /MESSAGERIE_PORT/);
  const [bad, named] = await start([], { MESSAGERIE_SMTP_URL: "s3cret" });
  equal(bad, 1);
  match(named, /^MESSAGERIE_SMTP_URL /);
  ok(!named.includes("s3cret"));
  await Deno.writeTextFile(`${folder.path}/notes.txt`, "Pas une base de données.\n".repeat(300));
  const [broken, told] = await start([], {}, `file:${folder.path}/notes.txt`);
  equal(broken, 1);
  match(told, /abîmée/);
  equal((await start(["--unknown"]))[0], 2);
  equal((await start(["--database-token", "x"]))[0], 2, "a secret is no flag");
  for (const host of ["192.0.2.1", "nulle-part.invalid"]) {
    const [away, where] = await start(["--host", host]);
    equal(away, 1);
    match(where, /MESSAGERIE_HOST/);
  }
});

Deno.test("two servers on one database: each sees what the other does, from the next request", async () => {
  await using folder = await testFolder();
  const { conversationIds: [conversation_id], create } = await furnish(folder.url);
  await using one = await serve(folder.url);
  await using two = await serve(folder.url);
  const { token, prefix } = await create();
  await callOk(one.url, token, "send_reply", { conversation_id, text: "écrit par le premier" });
  const seen = await callOk(two.url, token, "get_conversation", { conversation_id });
  equal(seen.messages.at(-1).text, "écrit par le premier");
  const rest = await fetch(`${two.url}/api/v1/conversations/${conversation_id}/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ body: "répondu par le second" }),
  });
  equal(rest.status, 201);
  await rest.body?.cancel();
  equal(
    (await callOk(one.url, token, "search_messages", { query: "repondu par le second" }))[0].conversationId,
    conversation_id,
  );

  const code = async (url: string, shown: string) =>
    (await callTool(url, shown, "whoami")).body.error?.message ?? "ok";
  equal((await runCli(folder.url, ["token", "revoke", prefix])).code, 0);
  deepEqual([await code(one.url, token), await code(two.url, token)], ["TOKEN_REVOKED", "TOKEN_REVOKED"]);
  const other = await create({ createdBy: 2 });
  deepEqual([await code(one.url, other.token), await code(two.url, other.token)], ["ok", "ok"]);
  equal((await runCli(folder.url, ["agent", "deactivate", "karim"])).code, 0);
  deepEqual([await code(one.url, other.token), await code(two.url, other.token)], [
    "TOKEN_INVALID",
    "TOKEN_INVALID",
  ]);
  const brief = await create({ expiresAt: Date.now() + 3_600_000 });
  equal(await code(one.url, brief.token), "ok");
  // Its time comes.
  await onDesk(
    folder.url,
    ({ store }) =>
      store.write((tx) =>
        tx.updateTable("token").set({ expires_at: Date.now() - 1 }).where("id", "=", brief.id)
          .execute()
      ),
  );
  deepEqual([await code(one.url, brief.token), await code(two.url, brief.token)], [
    "TOKEN_EXPIRED",
    "TOKEN_EXPIRED",
  ]);
});

Deno.test("logs are JSON lines without content, tokens or addresses", async () => {
  await using folder = await testFolder();
  const { conversationIds: [conversation_id], create } = await furnish(folder.url);
  const { token } = await create({ label: "Étiquette confidentielle" });
  await using server = await serve(folder.url, { MESSAGERIE_LOG: "debug" });
  const words = "Le dossier de Mme Rousseau";
  await callOk(server.url, token, "send_reply", { conversation_id, text: words });
  await callOk(server.url, token, "search_messages", { query: "rousseau" });
  await callOk(server.url, token, "list_contacts", { query: "example.com" });
  await callTool(server.url, token, "send_reply", { conversation_id, text: 3 });
  await callTool(server.url, token.replace(/.$/, "_"), "whoami");
  equal(await server.stop(), 0);
  const lines = server.error().trimEnd().split("\n").map((line) => JSON.parse(line));
  ok(
    lines.some(({ event }) => event === "server_started") &&
      lines.some(({ event }) => event === "server_stopped"),
  );
  for (const secret of [token, token.slice(13), words, "rousseau", "example.com", "confidentielle"]) {
    ok(!server.error().includes(secret) && !server.out().includes(secret), secret);
  }
});
